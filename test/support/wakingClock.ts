import { FakeClock } from './fakeClock.ts';

/** A clock on whose event loop sockets are read after the timers, and before what was deferred: a process that has slept finds its timers due first. */
export class WakingClock extends FakeClock {
  /** What is read then. */
  onRead: () => void = () => undefined;

  override defer(callback: () => void): ReturnType<FakeClock['defer']> {
    const deferred = super.defer(callback);
    queueMicrotask(this.onRead);
    return deferred;
  }
}
