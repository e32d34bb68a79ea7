import type { WorldClock } from '../world/worldClock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { ManagedFieldsEntry } from './managedFields.ts';
import type { ResourceStore } from './resourceStore.ts';

const intervalMs = 60_000;

/** Once a minute, lets objects go that have outlived what their resource allows: Events, an hour after they were written last. */
export class Expirer implements Disposable {
  readonly #stores: readonly ResourceStore[];
  readonly #clock: WorldClock;
  #timer: Disposable;

  constructor(stores: readonly ResourceStore[], clock: WorldClock) {
    this.#stores = stores.filter(({ definition }) => definition.timeToLiveMs !== undefined);
    this.#clock = clock;
    this.#timer = this.#arm();
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #arm(): Disposable {
    return this.#clock.setTimer(intervalMs, () => {
      for (const store of this.#stores) this.#expire(store);
      this.#timer = this.#arm();
    });
  }

  #expire(store: ResourceStore): void {
    const old = store.cache.list({ prefix: store.prefix, matches: ({ object }) => this.#clock.elapsedSince(lastWritten(object)) > store.definition.timeToLiveMs! });
    for (const { object } of old) {
      const { namespace = '', name = '' } = object.metadata;
      // What is listed is what is committed: somebody may have deleted it already.
      if (store.find(namespace, name)) store.delete(namespace, name);
    }
  }
}

/** Wall time of its last write, whatever it says itself of when something happened. */
function lastWritten({ metadata: { creationTimestamp, managedFields = [] } }: KubeObject): number {
  const owners = managedFields as readonly ManagedFieldsEntry[];
  return Math.max(...[creationTimestamp, ...owners.map(({ time }) => time)].map((time) => Date.parse(time ?? '')).filter((time) => !Number.isNaN(time)));
}
