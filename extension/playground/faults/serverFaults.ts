import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { formatResource } from '../../kube/resource.ts';
import type { Registry } from '../registry/registry.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import type { Storage } from '../storage/storage.ts';
import type { Fault } from './fault.ts';
import type { Faults } from './faults.ts';
import { theServer } from './faultSubject.ts';

export interface ServerFaultsOptions {
  readonly faults: Faults;
  readonly storage: Storage;
  readonly registry: Registry;
  /** Every connection of a client breaks. */
  readonly breakConnections: () => void;
}

/** What is done to the server itself, when it is switched on. */
export class ServerFaults implements Disposable {
  readonly #options: ServerFaultsOptions;
  readonly #owned = new DisposableStore();
  /** No backup is older. */
  readonly #oldest: number;
  /** Caches that lag because of a fault. */
  readonly #lagging = new Set<ResourceStore>();

  constructor(options: ServerFaultsOptions) {
    this.#options = options;
    this.#oldest = options.storage.revision;
    this.#owned.add(options.faults.onAdd((fault) => this.#onAdd(fault)));
    this.#owned.add(options.faults.onClear(({ spec }) => spec.kind === 'lag' && this.#lag()));
    this.#owned.add(options.registry.onChange(() => this.#lag()));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #onAdd(fault: Fault): void {
    const { faults, storage } = this.#options;
    const { kind, scope, ms } = fault.spec;
    if (kind !== 'compact' && kind !== 'lag' && kind !== 'restart' && kind !== 'restore') return;
    const revision = kind === 'restore' ? this.#backup(ms) : storage.revision;
    // What comes of it is told after it.
    if (!faults.strikes(fault, { ...theServer, resource: scope.resource ?? '' }, revision)) return;
    switch (kind) {
      case 'compact':
        return storage.compact(revision);
      case 'lag':
        return this.#lag();
      case 'restore':
        storage.rewind(revision);
        return this.#restart();
      case 'restart':
        return this.#restart();
    }
  }

  /** As when the process dies and another takes its place: what is stored stays, what was kept in memory does not. */
  #restart(): void {
    this.#options.breakConnections();
    for (const { cache } of this.#options.registry.stores) cache.interrupt();
  }

  /** The longest lag of those that are switched on for it. What was made to lag otherwise is left as it is. */
  #lag(): void {
    const lags = this.#options.faults.loaded.map(({ spec }) => spec).filter(({ kind }) => kind === 'lag');
    for (const store of this.#options.registry.stores) {
      const resource = formatResource(store.definition);
      const ms = Math.max(0, ...lags.filter(({ scope }) => scope.resource === undefined || scope.resource === resource).map((lag) => lag.ms));
      if (ms === 0 && !this.#lagging.delete(store)) continue;
      if (ms > 0) this.#lagging.add(store);
      store.cache.lagMs = ms;
    }
  }

  /** The revision that everything was at so long ago, as far as anybody remembers; else the oldest that is kept. @param ms 0: the oldest */
  #backup(ms: number): number {
    const { storage, registry } = this.#options;
    const oldest = Math.max(storage.compacted, this.#oldest);
    if (ms === 0) return Math.min(oldest, storage.revision);
    const until = registry.clock.now() - ms;
    const revisions = registry.stores.map(({ cache: { ring } }) => (ring.read(ring.start, Infinity) ?? []).findLast(({ time }) => time <= until)?.revision ?? 0);
    return Math.min(Math.max(oldest, ...revisions), storage.revision);
  }
}
