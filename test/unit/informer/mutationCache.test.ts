import { describe, expect, it } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { Indexer, namespaceIndex, namespaceIndexFunc } from '../../../extension/informer/indexer.ts';
import { MutationCache, type MutationCacheOptions } from '../../../extension/informer/mutationCache.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { pod } from '../../support/objects.ts';

function setUp(options: Partial<MutationCacheOptions> = {}) {
  const clock = new FakeClock();
  const store = new Indexer({ [namespaceIndex]: namespaceIndexFunc });
  const cache = new MutationCache({ store, clock, ...options });
  const put = (object: KubeObject): void => void store.put(`d/${object.metadata.name}`, object);
  const version = (name = 'a'): string | undefined => cache.get(`d/${name}`)?.metadata.resourceVersion;
  return { clock, store, cache, put, version };
}

describe('M-10: MutationCache', () => {
  it('gives the newer of what is stored and what was written, by number', () => {
    const { cache, put, version } = setUp();
    put(pod('a', 9));
    cache.mutation(pod('a', 10));
    expect(version()).toBe('10');
    put(pod('a', 11));
    expect(version()).toBe('11');
    // The older write was forgotten when it was seen to be one.
    put(pod('a', 5));
    expect(version()).toBe('5');
  });

  it('does not go back to an older write', () => {
    const { cache, put, version } = setUp();
    put(pod('a', 1));
    cache.mutation(pod('a', 7));
    cache.mutation(pod('a', 6));
    expect(version()).toBe('7');
  });

  it('gives what the store lacks only where adds are included', () => {
    const without = setUp();
    without.cache.mutation(pod('new', 5));
    expect(without.version('new')).toBeUndefined();
    expect(without.cache.byIndex(namespaceIndex, 'd')).toEqual([]);
    const { cache, put, version } = setUp({ includesAdds: true });
    put(pod('a', 1));
    cache.mutation(pod('new', 5));
    cache.mutation(pod('a', 6));
    cache.mutation(pod('elsewhere', 7, { namespace: 'e' }));
    expect(version('new')).toBe('5');
    expect(cache.byIndex(namespaceIndex, 'd')).toEqual([pod('a', 6), pod('new', 5)]);
  });

  it('remembers a write for five minutes, and the hundred that were used last', async () => {
    const { cache, clock, put, version } = setUp();
    put(pod('a', 1));
    cache.mutation(pod('a', 2));
    await clock.advance(300_000);
    expect(version()).toBe('2');
    await clock.advance(1);
    expect(version()).toBe('1');
    for (let index = 0; index < 101; index++) {
      put(pod(`p${index}`, 1));
      cache.mutation(pod(`p${index}`, 2));
      expect(version('p0')).toBe('2');
    }
    expect(version('p1')).toBe('1');
    expect(version('p2')).toBe('2');
  });

  it('forgets a write when the informer tells of a state that is as new', () => {
    const { cache, put, version } = setUp({ includesAdds: true });
    cache.mutation(pod('a', 5));
    cache.onAddOrUpdate(pod('a', 4));
    expect(version()).toBe('5');
    cache.onAddOrUpdate(pod('a', 5));
    expect(version()).toBeUndefined();
    put(pod('a', 5));
    expect(version()).toBe('5');
  });

  it('takes no write of what it was told is deleted: same object, or no newer', () => {
    const { cache, version } = setUp({ includesAdds: true });
    cache.mutation(pod('a', 5, { uid: 'u1' }));
    cache.onDelete(pod('a', 8, { uid: 'u1' }));
    expect(version()).toBeUndefined();
    cache.mutation(pod('a', 9, { uid: 'u1' }));
    cache.mutation(pod('a', 7, { uid: 'u2' }));
    cache.mutation(pod('a', 8, { uid: 'u2' }));
    expect(version()).toBeUndefined();
    expect(cache.byIndex(namespaceIndex, 'd')).toEqual([]);
    cache.mutation(pod('a', 10, { uid: 'u2' }));
    expect(version()).toBe('10');
  });

  it('remembers a write anew when it is told of it again', async () => {
    const { cache, clock, put, version } = setUp();
    put(pod('a', 1));
    cache.mutation(pod('a', 2));
    await clock.advance(200_000);
    cache.mutation(pod('a', 2));
    await clock.advance(200_000);
    expect(version()).toBe('2');
  });

  it('gives the stored object where a write is as old, and forgets the write', () => {
    const { cache, store, put } = setUp();
    const stored = pod('a', 5);
    put(stored);
    cache.mutation(pod('a', 5));
    expect(cache.get('d/a')).toBe(stored);
    store.put('d/a', pod('a', 4));
    expect(cache.get('d/a')!.metadata.resourceVersion).toBe('4');
  });

  it.each([
    ['nothing that was written', undefined, 'u1', 8],
    ['a newer write of the same object', pod('a', 9, { uid: 'u1' }), 'u1', 8],
    ['an older write of another', pod('a', 5, { uid: 'u0' }), 'u1', 8],
    ['a write of another that is as old', pod('a', 8, { uid: 'u0' }), 'u1', 8],
  ])('a deletion leaves a tombstone where it knows of %s', (_name, written, uid, rv) => {
    const { cache, version } = setUp({ includesAdds: true });
    if (written) cache.mutation(written);
    cache.onDelete(pod('a', rv, { uid }));
    expect(version()).toBeUndefined();
    cache.mutation(pod('a', rv - 1, { uid: 'later' }));
    expect(version()).toBeUndefined();
  });

  it('a tombstone gives way to no older deletion of another object', () => {
    const { cache, version } = setUp({ includesAdds: true });
    cache.onDelete(pod('a', 10, { uid: 'u1' }));
    cache.onDelete(pod('a', 5, { uid: 'u0' }));
    cache.mutation(pod('a', 7, { uid: 'u2' }));
    expect(version()).toBeUndefined();
  });

  it('keeps a write of another, newer object when the older one is deleted', () => {
    const { cache, version } = setUp({ includesAdds: true });
    cache.mutation(pod('a', 9, { uid: 'u2' }));
    cache.onDelete(new DeletedFinalStateUnknown('d/a', pod('a', 4, { uid: 'u1' })));
    expect(version()).toBe('9');
    cache.onDelete(new DeletedFinalStateUnknown('d/a', undefined));
    expect(version()).toBe('9');
  });
});
