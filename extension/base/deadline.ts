import type { Clock } from './clock.ts';
import { type Disposable, toDisposable } from './disposable.ts';

/**
 * Calls back once, when `ms` are over and what has arrived meanwhile has been read. After a sleep, of the machine or of this process, timers are due
 * before anything is read of what came: whoever asked only the timer would take an answer that lies there for none. Disposing cancels it.
 */
export function setDeadline(clock: Clock, ms: number, callback: () => void): Disposable {
  let pending = clock.setTimer(ms, () => {
    pending = clock.defer(callback);
  });
  return toDisposable(() => pending.dispose());
}
