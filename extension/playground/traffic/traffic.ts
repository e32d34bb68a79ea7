import { Buffer } from 'node:buffer';
import type { Clock } from '../../base/clock.ts';
import type { ResourceTraffic, TrafficView } from '../../introspection/traffic.ts';
import type { GroupVersionResource } from '../../kube/resource.ts';
import { formatResource } from '../../kube/resource.ts';
import type { ReadSource } from '../registry/readCounts.ts';
import type { Registry } from '../registry/registry.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import type { Storage } from '../storage/storage.ts';
import type { WatchFrame } from '../watchCache/cacheEvent.ts';
import type { CacheWatcher } from '../watchCache/cacheWatcher.ts';
import { CommitTimes } from './commitTimes.ts';
import type { Pollers } from './pollers.ts';
import { ResourceCounts } from './resourceCounts.ts';

const shownResources = 100;
const sampledObjects = 100;
/** A sample is taken anew after so long. */
const sampleMs = 10_000;

export interface TrafficOptions {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly clock: Clock;
}

/** Counts what lists and watches really cost, as they are answered. */
export class Traffic {
  readonly #registry: Registry;
  readonly #clock: Clock;
  readonly #since: number;
  readonly #commits = new CommitTimes();
  readonly #counts = new Map<string, ResourceCounts>();
  readonly #stop: () => void;

  constructor({ registry, storage, clock }: TrafficOptions) {
    this.#registry = registry;
    this.#clock = clock;
    this.#since = clock.now();
    const commits = storage.onCommit(({ revision }) => this.#commits.add(revision, clock.now()));
    this.#stop = () => commits.dispose();
  }

  of(resource: GroupVersionResource): ResourceCounts {
    const name = formatResource(resource);
    let counts = this.#counts.get(name);
    if (!counts) this.#counts.set(name, (counts = new ResourceCounts()));
    return counts;
  }

  /** Objects were read to answer a list. */
  read(definition: ResourceDefinition, source: ReadSource, objects: number): void {
    this.of(definition).lists.read(source, objects);
  }

  /** Frames were handed to the socket of a watch. */
  sent(definition: ResourceDefinition, { since }: CacheWatcher, frames: readonly WatchFrame[], length: number): void {
    const counts = this.of(definition);
    counts.watches.bytes += length;
    const now = this.#clock.now();
    for (const frame of frames) {
      if (frame.type === 'BOOKMARK') continue;
      const committed = this.#commits.get(frame.stored.revision, since);
      if (committed === undefined) {
        counts.watches.fromCache++; // what it began with
        continue;
      }
      counts.events++;
      counts.latency.add(now - committed);
    }
  }

  view(pollers: Pollers): TrafficView {
    const resources = this.#registry.stores.filter(({ definition }) => definition.verbs.includes('list')).map((store) => this.#resource(store));
    return {
      forMs: this.#clock.now() - this.#since,
      resources: resources.toSorted((one, other) => bytesOf(other) - bytesOf(one) || other.objects - one.objects).slice(0, shownResources),
      pollers: pollers.view() ?? null,
    };
  }

  dispose(): void {
    this.#stop();
  }

  #resource(store: ResourceStore): ResourceTraffic {
    const { definition, cache } = store;
    const counts = this.of(definition);
    const { lists, watches, latency, events, whole } = counts;
    const perObject = whole && whole.objects > 0 ? whole.bytes / whole.objects : undefined;
    return {
      resource: formatResource(definition),
      objects: cache.size,
      listBytes: Math.round(cache.size * (perObject ?? this.#sampled(store, counts))),
      listMeasured: perObject !== undefined,
      lists: lists.view(),
      watches: { ...watches.view(), open: cache.watchers, events, latency: latency.view() },
    };
  }

  /** Bytes of an object, of the first hundred. */
  #sampled({ cache }: ResourceStore, counts: ResourceCounts): number {
    const now = this.#clock.now();
    if (counts.sample && now - counts.sample.at < sampleMs) return counts.sample.bytesPerObject;
    let bytes = 0;
    let objects = 0;
    for (const { object } of cache.range(cache.prefix, '')) {
      bytes += Buffer.byteLength(JSON.stringify(object));
      if (++objects === sampledObjects) break;
    }
    const bytesPerObject = objects === 0 ? 0 : bytes / objects;
    counts.sample = { bytesPerObject, at: now };
    return bytesPerObject;
  }
}

function bytesOf({ lists, watches }: ResourceTraffic): number {
  return lists.bytes + watches.bytes;
}
