import { expect, it } from 'vitest';
import type { ReadonlyIndexer } from '../../../../extension/informer/indexer.ts';
import { OwnWrites } from '../../../../extension/playground/controllers/ownWrites.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

function begin(): { readonly cache: { resourceVersion: string }; readonly clock: FakeClock; readonly writes: OwnWrites } {
  const clock = new FakeClock();
  const cache = { resourceVersion: '10' };
  return { cache, clock, writes: new OwnWrites({ indexer: cache as ReadonlyIndexer }, clock) };
}

it('a key waits until the cache has got all that was written for it, and no other key waits with it', () => {
  const { cache, writes } = begin();
  expect(writes.areSeen('a')).toBe(true);
  writes.note('a', 12);
  writes.note('a', 11); // one that changed nothing answers with an older version
  writes.note('b', 11);
  const seen = (): readonly boolean[] => ['a', 'b', 'c'].map((key) => writes.areSeen(key));
  expect(seen()).toEqual([false, false, true]);
  cache.resourceVersion = '11';
  expect(seen()).toEqual([false, true, true]);
  cache.resourceVersion = '12';
  expect(seen()).toEqual([true, true, true]);
});

it('what never comes back is waited for five minutes: the server may have been set back to a backup', async () => {
  const { clock, writes } = begin();
  writes.note('a', 12);
  await clock.advance(299_999);
  expect(writes.areSeen('a')).toBe(false);
  await clock.advance(1);
  expect(writes.areSeen('a')).toBe(true);
});
