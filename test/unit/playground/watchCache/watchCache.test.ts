import { describe, expect, it } from 'vitest';
import { ApiError, isExpired, isTooLargeResourceVersion } from '../../../../extension/kube/status.ts';
import type { WatchStart } from '../../../../extension/playground/watchCache/watchRequest.ts';
import { FrameReader, podsPrefix as prefix, WatchCacheFixture as Fixture } from '../../../support/watchCacheFixture.ts';

const everything: WatchStart = { at: 'snapshot', notOlderThan: 0, endBookmark: true };

describe('WatchCache', () => {
  it('A-15, A-20: begins at the version of its list; what was before is too old', async () => {
    const fixture = new Fixture(['a', 'b']);
    const { reader } = await fixture.watch({ at: 'version', version: 3 });
    const revision = fixture.put('c');
    await fixture.clock.settle();
    expect(reader.take()).toEqual([`ADDED c@${revision}`]);
    const refused = await fixture.watch({ at: 'version', version: 2 }).catch((error: unknown) => error);
    expect(isExpired(refused)).toBe(true);
    expect(ApiError.is(refused) && refused.message).toBe('too old resource version: 2 (3)');
  });

  it('A-22: from a version, what came after it and then what comes', async () => {
    const fixture = new Fixture(['a']);
    const version = fixture.put('b');
    fixture.put('c');
    fixture.delete('a');
    const { reader } = await fixture.watch({ at: 'version', version });
    fixture.put('d');
    await fixture.clock.settle();
    expect(reader.take()).toEqual(['ADDED c@4', 'DELETED a@5', 'ADDED d@6']);
  });

  it('A-22: from now, only what comes', async () => {
    const fixture = new Fixture(['a']);
    const { reader } = await fixture.watch({ at: 'now' });
    fixture.put('b');
    await fixture.clock.settle();
    expect(reader.take()).toEqual(['ADDED b@3']);
  });

  it('A-24, A-25: everything in the order of the keys, each with its own version, then the end at the version of the snapshot', async () => {
    const fixture = new Fixture(['b', 'a']);
    fixture.storage.put('/registry/other/x', { metadata: { name: 'x' } });
    const { reader } = await fixture.watch(everything);
    expect(reader.take()).toEqual(['ADDED a@3', 'ADDED b@2', 'BOOKMARK @4 end']);
  });

  it('A-26: what happens while the snapshot is read is told once, after it', async () => {
    const fixture = new Fixture(Array.from({ length: 250 }, (_, index) => `p${String(index).padStart(3, '0')}`));
    const watcher = await fixture.cache.watch(
      { filter: { prefix, matches: () => true }, start: everything, allowBookmarks: false, timeoutMs: 60_000 },
      fixture.signal,
    );
    const first = await watcher.next();
    expect(first).toHaveLength(100);
    const revision = fixture.put('p240');
    const reader = new FrameReader(watcher);
    await fixture.clock.settle();
    const lines = reader.take();
    expect(lines.filter((line) => line.includes('p240'))).toEqual(['ADDED p240@242', `MODIFIED p240@${revision}`]);
    expect(lines.at(-1)).toBe(`MODIFIED p240@${revision}`);
    expect(lines.at(-2)).toBe('BOOKMARK @251 end');
  });

  it('A-26: a version that is still to come is waited for in silence', async () => {
    const fixture = new Fixture(['a']);
    const { reader } = await fixture.watch({ at: 'version', version: 4 });
    fixture.put('b');
    fixture.put('c');
    fixture.put('d');
    await fixture.clock.settle();
    expect(reader.take()).toEqual(['ADDED d@5']);
  });

  it('A-41: to a selector, a change may be an arrival or a departure, which carries the previous object at the new version', async () => {
    const fixture = new Fixture();
    const { reader } = await fixture.watch({ at: 'now' }, { filter: { prefix, matches: ({ object }) => object.metadata.labels?.['on'] === '1' } });
    fixture.put('a');
    fixture.put('a', { on: '1' });
    fixture.put('a', { on: '1', more: 'x' });
    fixture.put('a', { on: '0' });
    fixture.put('b', { on: '1' });
    fixture.delete('b');
    fixture.delete('a');
    await fixture.clock.settle();
    expect(reader.take()).toEqual(['ADDED a@3', 'MODIFIED a@4', 'DELETED a@5', 'ADDED b@6', 'DELETED b@7']);
  });

  it('A-41: a departure shows the object as it was while it was selected', async () => {
    const fixture = new Fixture();
    const watcher = await fixture.cache.watch(
      { filter: { prefix, matches: ({ object }) => object.metadata.labels?.['on'] === '1' }, start: { at: 'now' }, allowBookmarks: false, timeoutMs: 60_000 },
      fixture.signal,
    );
    fixture.put('a', { on: '1' });
    fixture.put('a', { on: '0' });
    const [, departure] = (await watcher.next())!;
    expect(departure).toMatchObject({ type: 'DELETED', stored: { object: { metadata: { labels: { on: '1' }, resourceVersion: '3' } } } });
  });

  it('keeps to its resource and to the namespace that was asked for', async () => {
    const fixture = new Fixture();
    const { reader } = await fixture.watch({ at: 'now' }, { filter: { prefix: `${prefix}d/`, matches: () => true } });
    fixture.put('a', {}, 'other');
    fixture.put('b', {}, 'd');
    fixture.put('c', {}, 'd-2');
    await fixture.clock.settle();
    expect(reader.take()).toEqual(['ADDED b@3']);
  });

  it('A-28: ends the stream at its deadline, and leaves nothing behind', async () => {
    const fixture = new Fixture();
    const { reader } = await fixture.watch({ at: 'now' }, { timeoutMs: 5_000 });
    await fixture.clock.advance(4_999);
    expect(reader.ended).toBe(false);
    await fixture.clock.advance(1);
    expect(reader.ended).toBe(true);
    expect(fixture.cache.watchers).toBe(0);
    expect(fixture.clock.pending).toBe(0);
  });

  it('A-27: a version that does not come within 3 s is too large', async () => {
    const fixture = new Fixture(['a']);
    const waiting = fixture.cache.waitUntilFresh(9, fixture.signal).then(
      () => 'fresh',
      (error: unknown) => error,
    );
    await fixture.clock.advance(3_000);
    const error = await waiting;
    expect(isTooLargeResourceVersion(error)).toBe(true);
    expect(ApiError.is(error) && [error.status, error.retryAfterSeconds]).toEqual([504, 1]);
  });

  it('A-27, A-06: waits until any resource has brought that version', async () => {
    const fixture = new Fixture(['a']);
    let fresh = false;
    void fixture.cache.waitUntilFresh(3, fixture.signal).then(() => (fresh = true));
    await fixture.clock.advance(2_000);
    expect(fresh).toBe(false);
    fixture.storage.put('/registry/other/x', { metadata: { name: 'x' } });
    await fixture.clock.settle();
    expect(fresh).toBe(true);
    expect(fixture.clock.pending).toBe(0);
  });

  describe('bookmarks', () => {
    it('A-50: only for those who asked', async () => {
      const fixture = new Fixture(['a']);
      const { reader } = await fixture.watch({ at: 'now' });
      await fixture.clock.advance(200_000);
      expect(reader.take()).toEqual([]);
    });

    it('A-51, A-53: every minute, with the version that the cache is at', async () => {
      const fixture = new Fixture(['a']);
      const { reader } = await fixture.watch({ at: 'now' }, { allowBookmarks: true });
      fixture.storage.put('/registry/other/x', { metadata: { name: 'x' } });
      await fixture.clock.advance(59_000);
      expect(reader.take()).toEqual([]);
      await fixture.clock.advance(2_000);
      expect(reader.take()).toEqual(['BOOKMARK @3']);
      await fixture.clock.advance(62_000);
      expect(reader.take()).toEqual(['BOOKMARK @3']);
    });

    it('A-51: and two seconds before the deadline', async () => {
      const fixture = new Fixture(['a']);
      const { reader } = await fixture.watch({ at: 'now' }, { allowBookmarks: true, timeoutMs: 30_000 });
      await fixture.clock.advance(27_500);
      expect(reader.take()).toEqual([]);
      await fixture.clock.advance(1_500);
      expect(reader.take()).toEqual(['BOOKMARK @2']);
    });

    it('are never older than what the watcher has or has asked for', async () => {
      const fixture = new Fixture(['a']);
      const { reader } = await fixture.watch({ at: 'version', version: 50 }, { allowBookmarks: true });
      await fixture.clock.advance(70_000);
      expect(reader.take()).toEqual([]);
    });
  });

  describe('slow watchers', () => {
    it('A-43: one that does not read is closed without a word, and can go on where it was', async () => {
      const fixture = new Fixture();
      const slow = await fixture.cache.watch(
        { filter: { prefix, matches: () => true }, start: { at: 'now' }, allowBookmarks: false, timeoutMs: 60_000 },
        fixture.signal,
      );
      const { reader } = await fixture.watch({ at: 'now' });
      for (let index = 0; index < 11; index++) fixture.put(`p${index}`);
      await fixture.clock.advance(99);
      expect(fixture.cache.watchers).toBe(2);
      await fixture.clock.advance(2);
      expect(fixture.cache.watchers).toBe(1);
      expect(await slow.next()).toBeUndefined();
      expect(reader.take()).toHaveLength(11);
      const again = await fixture.watch({ at: 'version', version: 1 });
      expect(again.reader.take()).toHaveLength(11);
    });

    it('A-43: a burst harms nobody who reads', async () => {
      const fixture = new Fixture();
      const { reader } = await fixture.watch({ at: 'now' });
      for (let round = 0; round < 5; round++) {
        for (let index = 0; index < 300; index++) fixture.put(`p${index}`);
        await fixture.clock.advance(200);
      }
      expect(reader.ended).toBe(false);
      expect(reader.take()).toHaveLength(1500);
    });

    it('A-45: a bookmark that finds no room is dropped', async () => {
      const fixture = new Fixture();
      const watcher = await fixture.cache.watch(
        { filter: { prefix, matches: () => true }, start: { at: 'now' }, allowBookmarks: true, timeoutMs: 3_600_000 },
        fixture.signal,
      );
      for (let index = 0; index < 10; index++) fixture.put(`p${index}`);
      await fixture.clock.advance(61_000);
      const reader = new FrameReader(watcher);
      await fixture.clock.settle();
      expect(reader.take()).toHaveLength(10);
      await fixture.clock.advance(61_000);
      expect(reader.take()).toEqual(['BOOKMARK @11']);
    });
  });

  it('ends all streams when it is disposed of', async () => {
    const fixture = new Fixture();
    const { reader } = await fixture.watch({ at: 'now' }, { allowBookmarks: true });
    fixture.cache.dispose();
    await fixture.clock.settle();
    expect(reader.ended).toBe(true);
    expect(fixture.clock.pending).toBe(0);
  });
});
