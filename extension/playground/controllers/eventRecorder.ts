import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { KubeObject } from '../../kube/object.ts';
import { ApiError } from '../../kube/status.ts';
import { type EventPlan, eventObject } from '../registry/eventObject.ts';
import { formatTime } from '../registry/formatTime.ts';
import { randomHex } from '../registry/names.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import type { CoreEvent } from '../registry/shapes.ts';

/** More than this are not kept, so that a busy cluster does not fill up with them. */
const maxEvents = 1000;

/** Writes Events about objects; one that says the same of the same object again is counted, not written anew. */
export class EventRecorder {
  readonly #store: ResourceStore;
  readonly #clock: Clock;
  readonly #random: Random;
  /** Names of the events written so far, by what they say. */
  readonly #names = new Map<string, string>();

  constructor(store: ResourceStore, clock: Clock, random: Random) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
  }

  record(about: KubeObject, event: Omit<EventPlan, 'about' | 'time' | 'uid'>): void {
    const { namespace = 'default', uid = '' } = about.metadata;
    const identity = `${uid}/${event.reason}/${event.message}`;
    const time = formatTime(this.#clock.wallTime());
    try {
      if (!this.#countAgain(namespace, identity, time)) this.#write(namespace, identity, eventObject({ ...event, about, time }, randomHex(this.#random, 16)));
    } catch (error) {
      if (!ApiError.is(error)) throw error; // its namespace is on its way out, and nobody misses the event
    }
  }

  #countAgain(namespace: string, identity: string, time: string): boolean {
    const name = this.#names.get(identity);
    if (name === undefined || !this.#store.find(namespace, name)) return false;
    this.#store.update(namespace, name, (old) => ({ ...old, count: ((old as CoreEvent).count ?? 1) + 1, lastTimestamp: time }));
    return true;
  }

  #write(namespace: string, identity: string, event: KubeObject): void {
    if (this.#store.cache.size >= maxEvents) return;
    if (this.#names.size >= maxEvents) this.#names.clear();
    this.#names.set(identity, this.#store.create(namespace, event).object.metadata.name!);
  }
}
