import { expect, it } from 'vitest';
import { OwnWrites } from '../../../../extension/playground/controllers/ownWrites.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

function begin(): { readonly cache: { version: number }; readonly clock: FakeClock; readonly writes: OwnWrites } {
  const clock = new FakeClock();
  const cache = { version: 10 };
  return { cache, clock, writes: new OwnWrites(cache, clock) };
}

it('a key waits until the cache has got all that was written for it, and no other key waits with it', () => {
  const { cache, writes } = begin();
  expect(writes.areSeen('a')).toBe(true);
  writes.note('a', 12);
  writes.note('a', 11); // one that changed nothing answers with an older version
  writes.note('b', 11);
  const seen = (): readonly boolean[] => ['a', 'b', 'c'].map((key) => writes.areSeen(key));
  expect(seen()).toEqual([false, false, true]);
  cache.version = 11;
  expect(seen()).toEqual([false, true, true]);
  cache.version = 12;
  expect(seen()).toEqual([true, true, true]);
});

it('what never comes back is waited for five minutes: it may have been lost on its way', async () => {
  const { clock, writes } = begin();
  writes.note('a', 12);
  await clock.advance(299_999);
  expect(writes.areSeen('a')).toBe(false);
  await clock.advance(1);
  expect(writes.areSeen('a')).toBe(true);
});

it('is waited for no longer once the server was set back to a backup', () => {
  const { writes } = begin();
  writes.note('a', 12);
  expect(writes.areSeen('a')).toBe(false);
  writes.forget();
  expect(writes.areSeen('a')).toBe(true);
});
