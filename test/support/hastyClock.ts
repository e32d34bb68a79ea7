import type { Clock } from '../../extension/base/clock.ts';
import { systemClock } from '../../extension/base/systemClock.ts';

/**
 * The machine's clock, running `factor` times as fast: for tests that go through real sockets, where a
 * clock that stands still would have to be moved at the right moment.
 */
export function hastyClock(factor: number): Clock {
  return {
    now: () => systemClock.now() * factor,
    wallTime: () => systemClock.wallTime(),
    setTimer: (ms, callback) => systemClock.setTimer(ms / factor, callback),
    defer: (callback) => systemClock.defer(callback),
  };
}
