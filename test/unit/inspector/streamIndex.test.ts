import { describe, expect, it } from 'vitest';
import { StreamIndex, type StreamQuery } from '../../../extension/inspector/streamIndex.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { FakeClock } from '../../support/fakeClock.ts';

function setUp(query: Partial<StreamQuery> = {}, capacity = 100_000) {
  const clock = new FakeClock();
  const tracer = new Tracer(clock, capacity);
  let progress = 0;
  const make = () => new StreamIndex(tracer, { filter: '', informer: null, ...query }, clock, () => progress++);
  const add = (count: number, name = 'a', informer = 'v1/pods'): void => {
    for (let index = 0; index < count; index++) tracer.record({ kind: 'store.add', informer, key: `d/${name}-${tracer.lastSeq}` });
  };
  return { clock, tracer, make, add, progress: () => progress };
}

describe('StreamIndex without a filter', () => {
  it('is the trace itself', () => {
    const { make, add } = setUp();
    const index = make();
    add(10);
    expect([index.oldest, index.end]).toEqual([0, 10]);
    expect(index.slice(3, 6).map(({ seq }) => seq)).toEqual([4, 5, 6]);
    expect(index.indexOf(4)).toBe(3);
    expect(index.indexOf(11)).toBeNull();
  });

  it('leaves out what the ring has dropped, and no index changes its entry', () => {
    const { make, add } = setUp({}, 5);
    const index = make();
    add(12);
    expect([index.oldest, index.end]).toEqual([7, 12]);
    expect(index.slice(5, 10).map(({ seq }) => seq)).toEqual([8, 9, 10]);
    expect(index.indexOf(3)).toBeNull();
  });
});

describe('StreamIndex with a filter', () => {
  it('holds the entries in which every word appears, in any case', () => {
    const { make, add } = setUp({ filter: 'STORE.add web' });
    add(3, 'api');
    add(2, 'web');
    const index = make();
    index.catchUp();
    expect([index.oldest, index.end]).toEqual([0, 2]);
    expect(index.slice(0, 2).map(({ seq }) => seq)).toEqual([4, 5]);
    expect([index.indexOf(4), index.indexOf(1)]).toEqual([0, null]);
  });

  it('looks at what is new only', () => {
    const { make, add } = setUp({ filter: 'web' });
    const index = make();
    add(2, 'web');
    index.catchUp();
    add(1, 'web');
    expect(index.end).toBe(2);
    index.catchUp();
    expect(index.end).toBe(3);
  });

  it('holds the entries of one informer, and those that belong to none', () => {
    const { make, add, tracer } = setUp({ informer: 'v1/pods' });
    add(1);
    add(1, 'x', 'v1/secrets');
    tracer.record({ kind: 'workqueue.add', queue: 'rollout', key: 'd/web' });
    const index = make();
    index.catchUp();
    expect(index.slice(0, 9).map(({ seq }) => seq)).toEqual([1, 3]);
  });

  it('takes a long trace a part at a time, and says when it gets on', async () => {
    const { clock, make, add, progress } = setUp({ filter: 'web' });
    add(9000, 'web');
    const index = make();
    index.catchUp();
    expect(index.end).toBe(4000);
    expect(index.hasReached(9000)).toBe(false);
    await clock.settle();
    expect(index.end).toBe(9000);
    expect(index.hasReached(9000)).toBe(true);
    expect(progress()).toBe(2);
    expect(clock.pending).toBe(0);
  });

  it('forgets what the ring drops, and no index changes its entry', async () => {
    const { clock, make, add } = setUp({ filter: 'web' }, 1500);
    const index = make();
    for (let round = 0; round < 8; round++) {
      add(500, 'web');
      index.catchUp();
      await clock.settle();
    }
    expect([index.oldest, index.end]).toEqual([2500, 4000]);
    expect(index.slice(2500, 2502).map(({ seq }) => seq)).toEqual([2501, 2502]);
    expect(index.indexOf(2501)).toBe(2500);
  });

  it('leaves nothing behind when it is disposed of', () => {
    const { clock, make, add } = setUp({ filter: 'web' });
    add(9000);
    const index = make();
    index.catchUp();
    index.dispose();
    expect(clock.pending).toBe(0);
  });
});
