import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../extension/base/systemClock.ts';

describe('the clock of the machine', () => {
  afterEach(() => void vi.useRealTimers());

  it('waits for longer than a timer of Node can, and can be told not to', () => {
    vi.useFakeTimers();
    const rung: string[] = [];
    systemClock.setTimer(5e9, () => rung.push('long'));
    const cancelled = systemClock.setTimer(5e9, () => rung.push('cancelled'));
    vi.advanceTimersByTime(4e9);
    cancelled.dispose();
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1e9);
    expect(rung).toEqual(['long']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
