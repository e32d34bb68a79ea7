import type { Disposable } from './disposable.ts';

/**
 * Time as a port (contract C-07): everything that waits does so through one clock, so that a test
 * moves it by hand and a recording can be replayed. All times are milliseconds.
 */
export interface Clock {
  /** Monotonic milliseconds from an arbitrary start. Never moves back. */
  now(): number;

  /** Milliseconds since the epoch, for people and file names only; may jump. */
  wallTime(): number;

  /** Calls `callback` once, `ms` from now (at once in a later turn when `ms` ≤ 0). Disposing cancels it. */
  setTimer(ms: number, callback: () => void): Disposable;

  /** Calls `callback` in a later turn, after pending I/O had its chance. Disposing cancels it. */
  defer(callback: () => void): Disposable;
}

/** Resolves in a later turn, after pending I/O had its chance. */
export function nextTurn(clock: Pick<Clock, 'defer'>): Promise<void> {
  return new Promise((resolve) => void clock.defer(resolve));
}

/**
 * Resolves after `ms`, or as soon as `signal`, if any, aborts; never rejects. True when the time was waited
 * out, false when it was cut short.
 */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onAbort = (): void => {
      timer.dispose();
      resolve(false);
    };
    const timer = clock.setTimer(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve(true);
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
