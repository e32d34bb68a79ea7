import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../extension/kube/object.ts';
import { isExpired } from '../../extension/kube/status.ts';
import type { WatchFrame } from '../../extension/playground/watchCache/cacheEvent.ts';
import type { CacheWatcher } from '../../extension/playground/watchCache/cacheWatcher.ts';
import type { WatchStart } from '../../extension/playground/watchCache/watchRequest.ts';
import { articleProfile, currentProfile, type WatchCacheProfile } from '../../extension/playground/watchCache/watchCacheProfile.ts';
import { propertyParameters } from '../support/seed.ts';
import { podsPrefix, WatchCacheFixture } from '../support/watchCacheFixture.ts';

/**
 * Whatever is written, compacted, lagging, interrupted, read late or not at all: every watcher is given exactly what the contract
 * says, which is the history, filtered by it; or, where its stream was closed, the beginning of that, from whose end the next one
 * goes on. The model is the list of all changes and a second, plain reading of. `PROPERTY_SEED` plays a run again.
 */

interface Change {
  readonly revision: number;
  readonly key: string;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}

const namespaces = ['d', 'e'];
const names = ['a', 'b', 'c'];
const nodes = ['', 'n1', 'n2'];

type Step =
  | { readonly do: 'put'; readonly namespace: string; readonly name: string; readonly on: string; readonly node: string }
  | { readonly do: 'delete'; readonly namespace: string; readonly name: string }
  | { readonly do: 'burst'; readonly count: number; readonly node: string }
  | { readonly do: 'other' }
  | { readonly do: 'compact' }
  | { readonly do: 'open'; readonly from: 'now' | 'snapshot' | 'end' | 'version'; readonly ago: number; readonly filter: number; readonly brisk: boolean; readonly bookmarks: boolean }
  | { readonly do: 'read'; readonly watcher: number }
  | { readonly do: 'leave'; readonly watcher: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'lag'; readonly ms: number }
  | { readonly do: 'interrupt' };

const at = { namespace: fc.constantFrom(...namespaces), name: fc.constantFrom(...names) };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('put' as const), ...at, on: fc.constantFrom('0', '1'), node: fc.constantFrom(...nodes) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('delete' as const), ...at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('burst' as const), count: fc.constantFrom(3, 12, 40, 130), node: fc.constantFrom(...nodes) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compact' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      from: fc.constantFrom('now' as const, 'snapshot' as const, 'end' as const, 'version' as const, 'version' as const),
      ago: fc.oneof(fc.nat(6), fc.nat(200), fc.constant(-2)),
      filter: fc.nat(6),
      brisk: fc.boolean(),
      bookmarks: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('read' as const), watcher: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), watcher: fc.nat(20) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 60, 150, 2_000, 62_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lag' as const), ms: fc.constantFrom(0, 40, 400) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('interrupt' as const) }) },
);

const nodeOf = (object: KubeObject): string => (object['spec'] as { nodeName: string }).nodeName;
const isOn = (object: KubeObject): boolean => object.metadata.labels?.['on'] === '1';

/** Each both as it is asked for, and as the model reads it. */
const filters: readonly { readonly prefix: string; readonly name?: string; readonly trigger?: string; readonly selects: (object: KubeObject) => boolean }[] = [
  { prefix: podsPrefix, selects: () => true },
  { prefix: `${podsPrefix}d/`, selects: () => true },
  { prefix: podsPrefix, selects: isOn },
  { prefix: podsPrefix, name: 'a', selects: ({ metadata }) => metadata.name === 'a' },
  { prefix: `${podsPrefix}e/`, name: 'b', selects: (object) => object.metadata.name === 'b' && isOn(object) },
  { prefix: podsPrefix, trigger: 'n1', selects: (object) => nodeOf(object) === 'n1' },
  { prefix: `${podsPrefix}d/`, trigger: 'n2', selects: (object) => nodeOf(object) === 'n2' },
];

interface Client {
  readonly filter: (typeof filters)[number];
  readonly brisk: boolean;
  /** What it must be sent, one after the other; more may come. */
  readonly expected: string[];
  readonly received: string[];
  /** How many of the expected it began with: before it has them all, it cannot go on from anywhere. */
  initial: number;
  watcher: CacheWatcher;
  /** The version that it would go on from. */
  version: number;
  /** The latest version up to which `expected` goes. */
  upTo: number;
  isReading: boolean;
  left: boolean;
}

class World {
  readonly fixture: WatchCacheFixture;
  readonly #profile: WatchCacheProfile;
  readonly #changes: Change[] = [];
  readonly #objects = new Map<string, KubeObject>();
  readonly #clients: Client[] = [];
  /** Revisions at which the cache has listed the storage; the changes after the last of them have gone through its ring. */
  #listed = 1;

  constructor(profile: WatchCacheProfile) {
    this.#profile = profile;
    const trigger = { field: 'spec.nodeName', fieldsOf: (object: KubeObject) => ({ 'spec.nodeName': nodeOf(object) }) };
    this.fixture = new WatchCacheFixture([], { profile, trigger });
    this.fixture.storage.onCommit(({ key, revision, type, current }) => {
      if (!key.startsWith(podsPrefix)) return;
      const before = this.#objects.get(key);
      const after = type === 'DELETED' ? undefined : current.object;
      this.#changes.push({ revision, key, before, after });
      if (after) this.#objects.set(key, after);
      else this.#objects.delete(key);
    });
  }

  async act(each: Step): Promise<void> {
    const { storage, cache, clock } = this.fixture;
    switch (each.do) {
      case 'put':
        this.fixture.put(each.name, { on: each.on }, each.namespace, each.node);
        break;
      case 'delete':
        storage.delete(`${podsPrefix}${each.namespace}/${each.name}`);
        break;
      case 'burst':
        for (let index = 0; index < each.count; index++) this.fixture.put(names[index % 3]!, { on: String(index % 2) }, namespaces[index % 2]!, each.node);
        break;
      case 'other':
        storage.put('/registry/other/x', { metadata: { name: 'x' } });
        break;
      case 'compact':
        storage.compact(storage.revision); // of no concern to a cache
        break;
      case 'open':
        await this.#open(each);
        break;
      case 'read':
        this.#read(this.#clients[each.watcher]);
        break;
      case 'leave':
        this.#leave(this.#clients[each.watcher]);
        break;
      case 'pass':
        await clock.advance(each.ms);
        break;
      case 'lag':
        cache.lagMs = each.ms;
        break;
      case 'interrupt':
        cache.interrupt();
        await clock.advance(1_000);
        this.#listed = cache.version;
        break;
    }
    await clock.settle();
  }

  /** At rest everything has been read, and it was what it had to be. */
  async check(): Promise<void> {
    const { cache, clock, storage } = this.fixture;
    await clock.advance(2_000);
    expect(cache.version).toBe(storage.revision);
    expect(cache.openWatchers().filter((watcher) => watcher.isBlocked)).toEqual([]); // for so long nobody may be
    for (let round = 0; round < 40; round++) {
      for (const client of this.#clients) {
        if (client.watcher.closed && client.watcher.closed !== 'slow' && !client.left) await this.#goOn(client);
        this.#read(client);
      }
      await clock.settle();
      for (const client of this.#clients) if (client.watcher.closed && !client.isReading && !client.left) await this.#goOn(client);
    }
    for (const client of this.#clients) {
      this.#expectMore(client);
      if (client.left) expect(client.expected.slice(0, client.received.length)).toEqual(client.received);
      else expect(client.received).toEqual(client.expected);
      if (client.brisk) expect(client.watcher.closed === 'slow' || client.watcher.closed === 'overtaken').toBe(false);
      client.watcher.dispose();
    }
    await clock.advance(2_000);
    expect([cache.watchers, clock.pending]).toEqual([0, 0]);
  }

  async #open({ from, ago, filter: index, brisk, bookmarks }: Extract<Step, { do: 'open' }>): Promise<void> {
    const { cache } = this.fixture;
    const filter = filters[index]!;
    const version = Math.max(1, cache.version - ago);
    const start: WatchStart = from === 'version' ? { at: 'version', version } : from === 'now' ? { at: 'now' } : { at: 'snapshot', notOlderThan: 0, endBookmark: from === 'end' };
    const watcher = await this.#watch(filter, start, bookmarks);
    if (!watcher) return;
    const client: Client = { filter, brisk, expected: [], received: [], initial: 0, watcher, version: from === 'version' ? version : cache.version, upTo: from === 'version' ? version : cache.version, isReading: false, left: false };
    if (start.at === 'snapshot') client.expected.push(...this.#snapshot(filter, cache.version));
    client.initial = client.expected.length;
    this.#clients.push(client);
    if (brisk) this.#read(client);
  }

  /** Undefined when it was refused, as it had to be. */
  async #watch(filter: (typeof filters)[number], start: WatchStart, allowBookmarks: boolean): Promise<CacheWatcher | undefined> {
    const { selects, ...asked } = filter;
    const options = { filter: { ...asked, matches: ({ object }: { readonly object: KubeObject }) => selects(object) }, allowBookmarks };
    const [refusedBelow, servedFrom] = this.#bounds();
    try {
      const watcher = await this.fixture.open(start, options);
      if (start.at === 'version') expect(start.version).toBeGreaterThanOrEqual(refusedBelow);
      return watcher;
    } catch (error) {
      expect(isExpired(error)).toBe(true);
      expect(start.at === 'version' && start.version).toBeLessThan(servedFrom);
      return undefined;
    }
  }

  /**
   * Below the first every version is refused, from the second on each is served. A ring of a fixed size leaves no
   * room between the two; of one that adapts it is known that it keeps a hundred events at least.
   */
  #bounds(): readonly [number, number] {
    const { version } = this.fixture.cache;
    const inRing = this.#changes.filter(({ revision }) => revision > this.#listed && revision <= version);
    const kept = inRing.slice(-this.#profile.minCapacity);
    const servedFrom = kept.length === inRing.length ? this.#listed : kept[0]!.revision - 1;
    return [this.#profile.name === 'article' ? servedFrom : this.#listed, servedFrom];
  }

  #snapshot(filter: (typeof filters)[number], version: number): string[] {
    const state = new Map<string, KubeObject>();
    for (const { revision, key, after } of this.#changes) {
      if (revision > version) break;
      if (after) state.set(key, after);
      else state.delete(key);
    }
    const found = [...state].filter(([key, object]) => key.startsWith(filter.prefix) && filter.selects(object)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return found.map(([key, object]) => line('ADDED', key, object.metadata.resourceVersion!, object));
  }

  /** What has happened since, as the client has to see it. */
  #expectMore(client: Client): void {
    const { version } = this.fixture.cache;
    for (const { revision, key, before, after } of this.#changes) {
      if (revision <= client.upTo || revision > version) continue;
      const [was, is] = [before, after].map((object) => object !== undefined && key.startsWith(client.filter.prefix) && client.filter.selects(object));
      if (is) client.expected.push(line(was ? 'MODIFIED' : 'ADDED', key, String(revision), after!));
      else if (was) client.expected.push(line('DELETED', key, String(revision), before!));
    }
    client.upTo = Math.max(client.upTo, version);
  }

  #read(client: Client | undefined): void {
    if (!client || client.isReading || client.left) return;
    client.isReading = true;
    void this.#readOnce(client);
  }

  async #readOnce(client: Client): Promise<void> {
    const frames = await client.watcher.next();
    client.isReading = false;
    if (!frames) return;
    for (const frame of frames) this.#take(client, frame);
    if (client.brisk) this.#read(client);
  }

  #take(client: Client, frame: WatchFrame): void {
    if (frame.type === 'BOOKMARK') {
      // Nothing that is not newer may come after it, so everything up to it has come.
      this.#expectMore(client);
      const upToBookmark = client.expected.filter((text) => versionOf(text) <= frame.version);
      if (!frame.initialEventsEnd) expect(client.received.length).toBe(upToBookmark.length);
      expect(frame.version).toBeGreaterThanOrEqual(client.version);
      client.version = frame.version;
      return;
    }
    client.received.push(line(frame.type, frame.stored.key, String(frame.stored.revision), frame.stored.object));
    client.version = Math.max(client.version, frame.stored.revision);
  }

  #leave(client: Client | undefined): void {
    if (!client) return;
    client.left = true;
    client.watcher.dispose();
  }

  /** As a client does whose stream has ended: from where it is, or, where that has expired, with everything anew. */
  async #goOn(client: Client): Promise<void> {
    this.#expectMore(client);
    const again = client.received.length < client.initial ? undefined : await this.#watch(client.filter, { at: 'version', version: client.version }, false);
    if (again) {
      client.watcher = again;
      return;
    }
    expect(client.expected.slice(0, client.received.length)).toEqual(client.received);
    client.watcher = (await this.#watch(client.filter, { at: 'snapshot', notOlderThan: 0, endBookmark: false }, false))!;
    client.received.length = 0;
    client.expected.splice(0, Infinity, ...this.#snapshot(client.filter, this.fixture.cache.version));
    client.initial = client.expected.length;
    client.version = this.fixture.cache.version;
    client.upTo = client.version;
  }
}

/** `MODIFIED /registry/pods/d/a@17 1 n2`: a deletion shows the last object that passed, at the version of the deletion. */
function line(type: string, key: string, version: string, object: KubeObject): string {
  return `${type} ${key}@${version} ${object.metadata.labels?.['on']} ${nodeOf(object)}`;
}

function versionOf(text: string): number {
  return Number(/@(\d+)/.exec(text)![1]);
}

describe('every watcher is given exactly what the contract says', () => {
  const profiles = [currentProfile(), articleProfile(100), articleProfile(20)];

  it.each(profiles.map((profile) => [`${profile.name}, ${profile.minCapacity} to ${profile.maxCapacity} events`, profile] as const))(
    'A-14, A-22…A-26, A-40, A-41, A-43…A-45, A-53: %s',
    { timeout: 240_000 },
    async (_, profile) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
          const world = new World(profile);
          for (const each of steps) await world.act(each);
          await world.check();
        }),
        propertyParameters(150),
      );
    },
  );
});
