import { describe, expect, it } from 'vitest';
import { TimerQueue } from '../../../extension/base/timerQueue.ts';

describe('TimerQueue', () => {
  it('gives what is due by a time, in the order of the times, then of their setting', () => {
    const queue = new TimerQueue();
    const called: string[] = [];
    for (const [due, name] of [[5, 'c'], [1, 'a'], [5, 'd'], [2, 'b'], [9, 'e']] as const) queue.add(due, () => called.push(name));
    expect(queue.first?.due).toBe(1);
    for (let timer = queue.takeDue(5); timer; timer = queue.takeDue(5)) timer.callback();
    expect(called).toEqual(['a', 'b', 'c', 'd']);
    expect(queue.first?.due).toBe(9);
  });

  it('is told of one that is taken out while it is there, once', () => {
    const queue = new TimerQueue();
    let takenOut = 0;
    const set = (due: number) => queue.add(due, () => undefined, () => takenOut++);
    const [ran, waiting] = [set(1), set(2)];
    queue.takeDue(1);
    ran.dispose();
    expect(takenOut).toBe(0);
    waiting.dispose();
    waiting.dispose();
    expect([takenOut, queue.first]).toEqual([1, undefined]);
  });
});
