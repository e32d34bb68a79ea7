import type { Clock } from './clock.ts';
import { toDisposable } from './disposable.ts';

/** A timer of Node that is to wait for longer than this fires at once: a `Retry-After` of a month would be a busy loop. */
const longestWaitMs = 2_147_483_647;

/** The machine's own clock: the one place where the engine's time touches the host's. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  setTimer(ms, callback) {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      timer = setTimeout(() => (left > longestWaitMs ? wait(left - longestWaitMs) : callback()), Math.min(Math.max(0, left), longestWaitMs));
    };
    wait(ms);
    return toDisposable(() => clearTimeout(timer));
  },
  defer(callback) {
    const immediate = setImmediate(callback);
    return toDisposable(() => clearImmediate(immediate));
  },
};
