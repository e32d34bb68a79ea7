import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceMs } from '../../../extension/base/timeSlice.ts';
import { inSlices } from '../../../extension/inspector/inSlices.ts';
import { isMuchToSort, sortSteps } from '../../../extension/inspector/sortSteps.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { LongestBlock } from '../../support/longestBlock.ts';

/** With how many times it has rested. */
function sorted(keys: readonly string[]): { readonly keys: readonly string[]; readonly rests: number } {
  const steps = sortSteps(keys);
  for (let rests = 0; ; rests++) {
    const { done, value } = steps.next();
    if (done) return { keys: value, rests };
  }
}

/** In no order, the same each time. */
function shuffled(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `shop/${String((index * 7919) % count).padStart(6, '0')}`);
}

describe('sortSteps', () => {
  it('sorts as an array does, whatever the keys', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (keys, runLength) => {
        const steps = sortSteps(keys, runLength);
        let step = steps.next();
        while (!step.done) step = steps.next();
        expect(step.value).toEqual(keys.toSorted());
      }),
    );
  });

  it('has many small steps where there are many keys, and leaves what it was given as it was', () => {
    const keys = shuffled(30_000);
    const before = [...keys];
    const { keys: result, rests } = sorted(keys);
    expect(result).toEqual(keys.toSorted());
    expect(keys).toEqual(before);
    expect(rests).toBeGreaterThan(60);
  });

  it('merges nothing of what is in order', () => {
    const keys = shuffled(30_000).toSorted();
    const { keys: result, rests } = sorted(keys);
    expect(result).toEqual(keys);
    expect(rests).toBeLessThan(20);
  });

  it('is of use for many keys alone', () => {
    expect([isMuchToSort(500), isMuchToSort(100_000)]).toEqual([false, true]);
  });
});

describe('inSlices', () => {
  const always = (): boolean => true;

  /** Each takes its time. */
  function* stepsOf(clock: FakeClock, count: number, ms: number): Generator<void, number> {
    for (let done = 0; done < count; done++) {
      clock.pass(ms);
      yield;
    }
    return count;
  }

  it('does what there is in one turn where that is little, and rests where it is much', async () => {
    const clock = new FakeClock();
    const blocks = new LongestBlock(clock);
    const little = inSlices(clock, stepsOf(clock, 4, 1), always);
    expect(clock.now(), 'before anybody else had a turn').toBe(4);
    expect(await little).toBe(4);
    await clock.settle();
    const much = inSlices(clock, stepsOf(clock, 100, 1), always);
    await clock.settle();
    expect(await much).toBe(100);
    expect(blocks.longestMs).toBeLessThanOrEqual(sliceMs + 1);
    expect(blocks.turns).toBeGreaterThan(10);
  });

  it('goes no further when nobody wants it any more', async () => {
    const clock = new FakeClock();
    let isWanted = true;
    const result = inSlices(clock, stepsOf(clock, 100, 1), () => isWanted);
    isWanted = false;
    await clock.settle();
    expect(await result).toBeUndefined();
    expect([clock.now() < 10, clock.pending]).toEqual([true, 0]);
  });

  it('fails as its steps do', async () => {
    const steps = (function* (): Generator<void, string> {
      yield;
      throw new Error('no more');
    })();
    await expect(inSlices(new FakeClock(), steps, always)).rejects.toThrow('no more');
  });
});
