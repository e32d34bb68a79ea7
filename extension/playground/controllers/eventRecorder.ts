import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { KubeObject } from '../../kube/object.ts';
import { ApiError } from '../../kube/status.ts';
import { type EventPlan, eventObject } from '../registry/eventObject.ts';
import { formatTime } from '../registry/formatTime.ts';
import { randomHex } from '../registry/names.ts';
import { events } from '../registry/resources/events.ts';
import type { CoreEvent } from '../registry/shapes.ts';
import type { ControllerClient } from './controllerClient.ts';

/** More than this are not kept, so that a busy cluster does not fill up with them. */
const maxEvents = 1000;

/** How many events there are, in all. */
type CountEvents = () => number;

/** Writes Events about objects; one that says the same of the same object again is counted, not written anew. */
export class EventRecorder {
  readonly #client: ControllerClient;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #count: CountEvents;
  /** Names of the events written so far, by what they say. */
  readonly #names = new Map<string, string>();

  constructor(client: ControllerClient, clock: Clock, random: Random, count: CountEvents) {
    this.#client = client;
    this.#clock = clock;
    this.#random = random;
    this.#count = count;
  }

  record(about: KubeObject, event: Omit<EventPlan, 'about' | 'time' | 'uid'>): void {
    const { namespace = 'default', uid = '' } = about.metadata;
    const identity = `${uid}/${event.reason}/${event.message}`;
    const time = formatTime(this.#clock.wallTime());
    try {
      if (!this.#countAgain(namespace, identity, time)) this.#write(namespace, identity, eventObject({ ...event, about, time }, randomHex(this.#random, 16)));
    } catch (error) {
      // Its namespace is on its way out, or its user may not write any: nobody does less for that.
      if (!ApiError.is(error)) throw error;
    }
  }

  #countAgain(namespace: string, identity: string, time: string): boolean {
    const name = this.#names.get(identity);
    if (name === undefined) return false;
    try {
      this.#client.update(events, namespace, name, (old) => ({ ...old, count: ((old as CoreEvent).count ?? 1) + 1, lastTimestamp: time }));
      return true;
    } catch (error) {
      if (ApiError.is(error, 404)) return false; // it has outlived its time
      throw error;
    }
  }

  #write(namespace: string, identity: string, event: KubeObject): void {
    if (this.#count() >= maxEvents) return;
    if (this.#names.size >= maxEvents) this.#names.clear();
    this.#names.set(identity, this.#client.create(events, namespace, event).object.metadata.name!);
  }
}
