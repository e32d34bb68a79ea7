import { describe, expect, it } from 'vitest';
import { Compactor } from '../../../../extension/playground/storage/compactor.ts';
import { CompactedError, Storage } from '../../../../extension/playground/storage/storage.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

describe('Compactor', () => {
  it('A-35: a version can be read for at least five minutes, and not for more than ten', async () => {
    const clock = new FakeClock();
    const storage = new Storage();
    const compactor = new Compactor(storage, clock);
    const { revision } = storage.put('/c/a', { metadata: { name: 'a' } });
    storage.put('/c/a', { metadata: { name: 'a', labels: { changed: 'yes' } } });
    await clock.advance(5 * 60_000);
    expect(storage.range('/c/', { revision }).items[0]?.revision).toBe(revision);
    await clock.advance(5 * 60_000);
    expect(() => storage.range('/c/', { revision })).toThrow(CompactedError);
    compactor.dispose();
    expect(clock.pending).toBe(0);
  });

  it('A-35: as often as it is told to, or on command alone', async () => {
    const clock = new FakeClock();
    const storage = new Storage();
    storage.put('/c/a', { metadata: { name: 'a' } });
    const compactor = new Compactor(storage, clock, 1000);
    storage.put('/c/a', { metadata: { name: 'a', labels: { changed: 'yes' } } });
    await clock.advance(1000);
    expect(storage.compacted).toBe(2);
    await clock.advance(1000);
    expect(storage.compacted).toBe(3);
    compactor.dispose();
    new Compactor(storage, clock, 0).dispose();
    expect(clock.pending).toBe(0);
  });
});
