import type { Clock } from './clock.ts';
import { toDisposable } from './disposable.ts';

/** The machine's own clock: the one place where the engine's time touches the host's. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  setTimer(ms, callback) {
    const timer = setTimeout(callback, Math.max(0, ms));
    return toDisposable(() => clearTimeout(timer));
  },
  defer(callback) {
    const immediate = setImmediate(callback);
    return toDisposable(() => clearImmediate(immediate));
  },
};
