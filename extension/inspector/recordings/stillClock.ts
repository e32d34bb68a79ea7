import type { Clock } from '../../base/clock.ts';
import { type Disposable, toDisposable } from '../../base/disposable.ts';

/** The clock of what is over: it shows the time that it was set to, and nothing comes due on it. */
export class StillClock implements Clock {
  time = 0;

  now(): number {
    return this.time;
  }

  wallTime(): number {
    return this.time;
  }

  setTimer(): Disposable {
    return toDisposable(() => undefined);
  }

  defer(): Disposable {
    return toDisposable(() => undefined);
  }
}
