import { describe, expect, it } from 'vitest';
import { parallelizeUntil } from '../../../extension/workqueue/parallelizer.ts';

const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Pieces that take a turn each; how many were under way at once, and which were begun. */
function work() {
  const begun: number[] = [];
  let busy = 0;
  let most = 0;
  const piece = async (number: number): Promise<void> => {
    begun.push(number);
    most = Math.max(most, ++busy);
    await turn();
    busy--;
  };
  return { piece, begun, most: () => most, busy: () => busy };
}

describe('W-60: parallelizeUntil', () => {
  it('does every piece once, with no more workers than it is given', async () => {
    const { piece, begun, most, busy } = work();
    await parallelizeUntil(never, 3, 10, piece);
    expect(begun.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([most(), busy()]).toEqual([3, 0]);
  });

  it('hands out chunks, and has no more workers than there are', async () => {
    const { piece, begun, most } = work();
    await parallelizeUntil(never, 8, 5, piece, { chunkSize: 3 });
    expect(most()).toBe(2);
    expect(begun).toEqual([0, 3, 1, 4, 2]);
  });

  it('returns at once where there is nothing to do', async () => {
    const { piece, begun } = work();
    await parallelizeUntil(never, 3, 0, piece);
    expect(begun).toEqual([]);
  });

  it('begins no further piece after an abort, and waits for those under way', async () => {
    const stop = new AbortController();
    const { piece, begun, busy } = work();
    await parallelizeUntil(stop.signal, 2, 10, (number) => {
      if (number === 3) stop.abort();
      return piece(number);
    });
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(busy()).toBe(0);
  });

  it('throws what a piece threw, once the others have ended', async () => {
    const { piece, begun, busy } = work();
    const failing = parallelizeUntil(never, 2, 10, (number) => (number === 2 ? Promise.reject(new Error('no')) : piece(number)));
    await expect(failing).rejects.toThrow('no');
    expect(busy()).toBe(0);
    expect(begun.length).toBeLessThanOrEqual(3);
  });
});
