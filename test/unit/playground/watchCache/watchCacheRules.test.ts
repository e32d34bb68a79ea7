import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { ApiError, isExpired } from '../../../../extension/kube/status.ts';
import type { StoredObject } from '../../../../extension/playground/storage/storedObject.ts';
import { articleProfile } from '../../../../extension/playground/watchCache/watchCacheProfile.ts';
import type { CacheObserver } from '../../../../extension/playground/watchCache/watchCache.ts';
import type { CacheEvent } from '../../../../extension/playground/watchCache/cacheEvent.ts';
import type { WatchStart } from '../../../../extension/playground/watchCache/watchRequest.ts';
import { FrameReader, podsPrefix, WatchCacheFixture } from '../../../support/watchCacheFixture.ts';

const everything: WatchStart = { at: 'snapshot', notOlderThan: 0, endBookmark: true };

const nodeTrigger = {
  field: 'spec.nodeName',
  fieldsOf: (object: KubeObject) => ({ 'spec.nodeName': (object['spec'] as { nodeName: string }).nodeName }),
};

/** A fixture of which every step of an event is seen. */
function observed(options: Partial<CacheObserver> = {}): { fixture: WatchCacheFixture; steps: string[] } {
  const steps: string[] = [];
  const observer: CacheObserver = {
    cached: (event, slot, capacity) => {
      steps.push(`cached ${event.revision}`);
      options.cached?.(event, slot, capacity);
    },
    dispatched: (event, fanOut) => {
      steps.push(`dispatched ${event.revision}`);
      options.dispatched?.(event, fanOut);
    },
  };
  return { fixture: new WatchCacheFixture(['a'], { observer }), steps };
}

describe('the store of a watch cache', () => {
  it('A-01, A-02: begins with the objects of its resource alone, by their storage paths and in the order of these', () => {
    const fixture = new WatchCacheFixture(['b', 'a-1', 'a']);
    fixture.storage.put('/registry/podsecurity/x', { metadata: { name: 'x' } });
    expect(Array.from(fixture.cache.range(podsPrefix), ({ key }) => key)).toEqual(['/registry/pods/d/a', '/registry/pods/d/a-1', '/registry/pods/d/b']);
    expect(fixture.cache.get('/registry/pods/d/a')?.object.metadata.name).toBe('a');
    expect(fixture.cache.get('/registry/podsecurity/x')).toBeUndefined();
    expect(fixture.cache.version).toBe(fixture.storage.revision);
  });

  it('A-01: is fed by one stream of the storage, and lists it no second time by itself, however long it runs', async () => {
    const fixture = new WatchCacheFixture(['a']);
    const { range } = fixture.storage;
    let lists = 0;
    fixture.storage.range = (...args) => {
      lists++;
      return range.apply(fixture.storage, args);
    };
    for (let round = 0; round < 5; round++) {
      fixture.put(`p${round}`);
      await fixture.clock.advance(3_600_000);
    }
    expect([lists, fixture.cache.size]).toEqual([0, 6]);
  });

  it('A-02, A-04: an event holds type, both objects with their labels and fields, key, version and time', async () => {
    const seen: CacheEvent[] = [];
    const { fixture } = observed({ cached: (event) => void seen.push(event) });
    await fixture.clock.advance(7);
    fixture.put('a', { tier: 'web' }, 'd', 'node-1');
    fixture.put('a', { tier: 'db' }, 'd', 'node-2');
    fixture.delete('a');
    const facts = seen.map(({ type, key, revision, time, current, previous }) => ({
      of: [type, key, revision, time],
      current: current && [current.labels['tier'], current.fields(nodeTrigger.fieldsOf)],
      previous: previous && [previous.labels['tier'], previous.fields(nodeTrigger.fieldsOf)],
    }));
    const [none, first, second] = [[undefined, { 'spec.nodeName': '' }], ['web', { 'spec.nodeName': 'node-1' }], ['db', { 'spec.nodeName': 'node-2' }]];
    expect(facts).toEqual([
      { of: ['MODIFIED', '/registry/pods/d/a', 3, 7], current: first, previous: none },
      { of: ['MODIFIED', '/registry/pods/d/a', 4, 7], current: second, previous: first },
      { of: ['DELETED', '/registry/pods/d/a', 5, 7], current: undefined, previous: second },
    ]);
  });

  it('A-04: the fields of an object are made once, however many selectors ask', async () => {
    let made = 0;
    const fieldsOf = (object: KubeObject) => {
      made++;
      return nodeTrigger.fieldsOf(object);
    };
    const fixture = new WatchCacheFixture();
    const matches = (stored: StoredObject): boolean => stored.fields(fieldsOf)['spec.nodeName'] === 'n';
    for (let index = 0; index < 20; index++) await fixture.watch({ at: 'now' }, { filter: { prefix: podsPrefix, matches } });
    fixture.put('a', {}, 'd', 'n');
    expect(made).toBe(1);
  });
});

describe('one event', () => {
  it('A-03: takes its turn after the one before it, for every watcher, also where one leads to the next', async () => {
    const fixture = new WatchCacheFixture(['a']);
    const readers = [await fixture.watch({ at: 'now' }), await fixture.watch({ at: 'now' })];
    const { reader: other } = await fixture.watch({ at: 'now' });
    fixture.storage.onCommit(({ revision }) => {
      if (revision < 6) fixture.put(`after-${revision}`); // in the midst of the event
    });
    fixture.put('b');
    await fixture.clock.settle();
    for (const lines of [...readers.map(({ reader }) => reader.take()), other.take()]) {
      expect(lines).toEqual(['ADDED b@3', 'ADDED after-3@4', 'ADDED after-4@5', 'ADDED after-5@6']);
    }
  });

  it('A-05: is in ring, version and store when the first who waits is woken; watchers are offered it afterwards', async () => {
    const state: unknown[] = [];
    const { fixture, steps } = observed({
      cached: ({ revision, key }) => state.push([fixture.cache.version, fixture.cache.get(key)?.revision, fixture.cache.ring.at(fixture.cache.ring.end - 1).revision, revision, watcher.buffered]),
    });
    const watcher = await fixture.open({ at: 'now' });
    const waiting = fixture.cache.waitUntilFresh(3, fixture.signal).then(() => steps.push('woken'));
    fixture.put('b');
    expect(state).toEqual([[3, 3, 3, 3, 0]]);
    expect(watcher.buffered).toBe(1);
    await fixture.clock.settle();
    await waiting;
    expect(steps).toEqual(['cached 3', 'dispatched 3', 'woken']);
  });
});

describe('a cache that begins anew', () => {
  it('A-07: closes every stream without a word, is not ready for a second, and then lists the storage', async () => {
    const fixture = new WatchCacheFixture(['a']);
    const { reader } = await fixture.watch({ at: 'now' }, { allowBookmarks: true });
    fixture.put('b');
    await fixture.clock.settle();
    fixture.cache.interrupt();
    await fixture.clock.settle();
    expect([reader.take(), reader.ended, fixture.cache.watchers]).toEqual([['ADDED b@3'], true, 0]);
    fixture.put('c');
    fixture.delete('a');
    await fixture.clock.advance(999);
    expect([fixture.cache.readiness.isReady, fixture.cache.version]).toEqual([false, 3]);
    await fixture.clock.advance(1);
    expect([fixture.cache.readiness.isReady, fixture.cache.version]).toEqual([true, 5]);
    expect(fixture.cache.list({ prefix: podsPrefix, matches: () => true }).map(({ object }) => object.metadata.name)).toEqual(['b', 'c']);
  });

  it('A-07, A-15: has nothing left of its ring: what was before its list is too old', async () => {
    const fixture = new WatchCacheFixture(['a']);
    fixture.put('b');
    fixture.put('c');
    expect(fixture.cache.ring.length).toBe(2);
    fixture.cache.interrupt();
    await fixture.clock.advance(1000);
    expect(fixture.cache.ring.length).toBe(0);
    const refused = await fixture.open({ at: 'version', version: 3 }).catch((error: unknown) => error);
    expect(isExpired(refused) && ApiError.is(refused) && refused.message).toBe('too old resource version: 3 (4)');
    const { reader } = await fixture.watch({ at: 'version', version: 4 });
    fixture.put('d');
    await fixture.clock.settle();
    expect(reader.take()).toEqual(['ADDED d@5']);
  });

  it.each([
    [0, 1],
    [10, 1],
    [20, 3],
    [50, 20],
    [56, 28],
    [57, 30],
    [600, 30],
  ])('A-20, A-21: asked after %i s without being ready: 429, come again after %i s', async (seconds, retryAfter) => {
    const fixture = new WatchCacheFixture(['a']);
    const { readiness } = fixture.cache;
    readiness.set(false);
    await fixture.clock.advance(seconds * 1000);
    const refused = await fixture.open(everything).catch((error: unknown) => error);
    expect(ApiError.is(refused) && [refused.status, refused.reason, refused.retryAfterSeconds]).toEqual([429, 'TooManyRequests', retryAfter]);
    readiness.set(true);
    await expect(fixture.open(everything)).resolves.toBeDefined();
  });

  it('leaves nothing behind when it is disposed of meanwhile', async () => {
    const fixture = new WatchCacheFixture(['a']);
    fixture.cache.interrupt();
    fixture.cache.dispose();
    expect(fixture.clock.pending).toBe(0);
    fixture.cache.interrupt();
    expect(fixture.clock.pending).toBe(0);
  });
});

describe('a backlog', () => {
  it('A-16: is copied in chunks of a hundred, and a stream that the ring overtakes is just closed', async () => {
    const fixture = new WatchCacheFixture([], { profile: articleProfile(250) });
    for (let index = 0; index < 250; index++) fixture.put(`p${index}`);
    const watcher = await fixture.open({ at: 'version', version: 1 });
    expect(await watcher.next()).toHaveLength(100);
    for (let index = 0; index < 100; index++) fixture.storage.put(`/registry/pods/e/${index}`, { metadata: { name: `${index}` } });
    expect(await watcher.next()).toHaveLength(100); // the ring has just not reached them
    for (let index = 0; index < 101; index++) fixture.storage.put(`/registry/pods/f/${index}`, { metadata: { name: `${index}` } });
    expect(await watcher.next()).toBeUndefined();
    expect([watcher.closed, fixture.cache.watchers]).toEqual(['overtaken', 0]);
    const again = await fixture.open({ at: 'version', version: 201 }).catch((error: unknown) => error);
    expect(isExpired(again)).toBe(true); // the client learns of it when it watches again
  });

  it('A-26: is followed by what came while it was read, each once', async () => {
    const fixture = new WatchCacheFixture();
    for (let index = 0; index < 150; index++) fixture.put(`p${index}`);
    const watcher = await fixture.open({ at: 'version', version: 1 });
    await watcher.next();
    const late = fixture.put('late');
    const reader = new FrameReader(watcher);
    await fixture.clock.settle();
    expect(reader.take().slice(-2)).toEqual(['ADDED p149@151', `ADDED late@${late}`]);
  });
});

describe('whom an event is offered to', () => {
  const on = (nodeName: string) => ({ filter: { prefix: podsPrefix, trigger: nodeName, matches: (stored: StoredObject) => nodeTrigger.fieldsOf(stored.object)['spec.nodeName'] === nodeName } });
  const named = (prefix: string, name: string) => ({ filter: { prefix, name, matches: (stored: StoredObject) => stored.object.metadata.name === name } });

  async function crowd(options = {}): Promise<WatchCacheFixture> {
    const fixture = new WatchCacheFixture([], { trigger: nodeTrigger, ...options });
    await fixture.watch({ at: 'now' }); // 1: all
    await fixture.watch({ at: 'now' }, on('n1')); // 2
    await fixture.watch({ at: 'now' }, on('n2')); // 3
    await fixture.watch({ at: 'now' }, { filter: { prefix: `${podsPrefix}d/`, matches: () => true } }); // 4
    await fixture.watch({ at: 'now' }, { filter: { prefix: `${podsPrefix}e/`, matches: () => true } }); // 5
    await fixture.watch({ at: 'now' }, named(podsPrefix, 'a')); // 6
    await fixture.watch({ at: 'now' }, named(`${podsPrefix}d/`, 'a')); // 7
    await fixture.watch({ at: 'now' }, named(`${podsPrefix}d/`, 'b')); // 8
    return fixture;
  }

  const offersOf = (fixture: WatchCacheFixture, revision: number): string[] =>
    (fixture.cache.fanOuts.get(revision)?.offers ?? []).map(({ watcher, offered }) => `${watcher.id} ${offered}`).toSorted();

  it('A-40: those of its trigger values, old and new, of its namespace and name, and those who want all', async () => {
    const fixture = await crowd();
    expect(offersOf(fixture, fixture.put('a', {}, 'd', 'n1'))).toEqual(['1 ADDED', '2 ADDED', '4 ADDED', '6 ADDED', '7 ADDED']);
    expect(offersOf(fixture, fixture.put('a', {}, 'd', 'n2'))).toEqual(['1 MODIFIED', '2 DELETED', '3 ADDED', '4 MODIFIED', '6 MODIFIED', '7 MODIFIED']);
    expect(offersOf(fixture, fixture.put('x', {}, 'e', ''))).toEqual(['1 ADDED', '5 ADDED']);
    expect(fixture.cache.fanOuts.get(fixture.storage.revision)).toMatchObject({ watchers: 8 });
  });

  it('A-40: who has gone is asked no more', async () => {
    const fixture = await crowd();
    for (const watcher of fixture.cache.openWatchers()) if (watcher.id !== 3) watcher.dispose();
    expect(offersOf(fixture, fixture.put('a', {}, 'd', 'n1'))).toEqual([]);
    expect(offersOf(fixture, fixture.put('a', {}, 'd', 'n2'))).toEqual(['3 ADDED']);
  });

  it('the article: every watcher, and each decides', async () => {
    const fixture = await crowd({ profile: articleProfile() });
    expect(offersOf(fixture, fixture.put('a', {}, 'd', 'n1'))).toEqual(['1 ADDED', '2 ADDED', '3 filtered', '4 ADDED', '5 filtered', '6 ADDED', '7 ADDED', '8 filtered']);
  });

  it('remembers whom the latest thousand events were offered to', async () => {
    const fixture = await crowd();
    const first = fixture.put('a');
    for (let index = 0; index < 999; index++) fixture.put(`p${index}`);
    expect(offersOf(fixture, first)).toContain('6 ADDED');
    fixture.put('one more');
    expect(fixture.cache.fanOuts.get(first)).toBeUndefined();
  });
});

describe('a slow watcher', () => {
  it('A-44: one whose initial events are still being read may read what there is to its end', async () => {
    const fixture = new WatchCacheFixture(Array.from({ length: 150 }, (_, index) => `p${index}`));
    const watcher = await fixture.open(everything);
    const plain = await fixture.open({ at: 'now' });
    await watcher.next();
    for (let index = 0; index < 11; index++) fixture.put(`late-${index}`);
    await fixture.clock.advance(200);
    fixture.put('too late');
    expect([watcher.closed, plain.closed, fixture.cache.watchers]).toEqual(['slow', 'slow', 0]);
    expect(await plain.next()).toBeUndefined();
    const reader = new FrameReader(watcher);
    await fixture.clock.settle();
    const lines = reader.take();
    expect(lines.slice(50, 51)).toEqual(['BOOKMARK @151 end']);
    expect(lines.slice(51)).toEqual(Array.from({ length: 11 }, (_, index) => `ADDED late-${index}@${152 + index}`));
    expect(reader.ended).toBe(true);
  });

  it('A-44: and is let go when its client goes', async () => {
    const fixture = new WatchCacheFixture(Array.from({ length: 150 }, (_, index) => `p${index}`));
    const watcher = await fixture.open(everything);
    for (let index = 0; index < 11; index++) fixture.put(`late-${index}`);
    await fixture.clock.advance(200);
    watcher.dispose();
    expect(await watcher.next()).toBeUndefined();
    expect(fixture.clock.pending).toBe(0);
  });
});

describe('what a cache still knows of its past', () => {
  it('A-30: a list as it was at each version that the ring reaches back to', () => {
    const fixture = new WatchCacheFixture(['c', 'a'], { profile: articleProfile(5) });
    const names = (version: number): string[] | undefined =>
      fixture.cache.listAt(version, { prefix: podsPrefix, matches: () => true })?.map(({ object, revision }) => `${object.metadata.name}@${revision}`);
    fixture.put('b');
    fixture.put('a');
    fixture.delete('c');
    fixture.put('c');
    fixture.put('d');
    expect(names(3)).toEqual(['a@3', 'c@2']);
    expect(names(4)).toEqual(['a@3', 'b@4', 'c@2']);
    expect(names(5)).toEqual(['a@5', 'b@4', 'c@2']);
    expect(names(6)).toEqual(['a@5', 'b@4']);
    expect(names(8)).toEqual(['a@5', 'b@4', 'c@7', 'd@8']);
    expect(names(9)).toBeUndefined();
    expect(names(2)).toBeUndefined();
    fixture.put('e');
    expect(names(3)).toBeUndefined();
  });
});

describe('a cache that lags behind', () => {
  it('gets everything in order, so much later, and shows until then what was', async () => {
    const fixture = new WatchCacheFixture(['a']);
    fixture.cache.lagMs = 500;
    const { reader } = await fixture.watch({ at: 'now' });
    fixture.put('b');
    await fixture.clock.advance(300);
    fixture.put('c');
    expect([fixture.cache.version, fixture.cache.size]).toEqual([2, 1]);
    await fixture.clock.advance(200);
    expect(reader.take()).toEqual(['ADDED b@3']);
    fixture.cache.lagMs = 0;
    fixture.put('d');
    await fixture.clock.settle();
    expect(reader.take()).toEqual([]); // what came before is still on its way
    await fixture.clock.advance(300);
    expect(reader.take()).toEqual(['ADDED c@4', 'ADDED d@5']);
    expect(fixture.clock.pending).toBe(1); // the deadline of the watch
  });
});
