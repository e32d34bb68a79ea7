import { orAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';

/** What has not been read yet when the person interrupts has this long, in milliseconds. */
const graceMs = 500;

/**
 * Waits for what is being read; undefined when it takes too long after an interruption, as a pipe that nobody writes does.
 * @param read its signal aborts when nobody waits any more
 */
export async function orInterrupted<T>(read: (signal: AbortSignal) => Promise<T>, interrupted: AbortSignal, clock: Clock): Promise<T | undefined> {
  const patience = new AbortController();
  let timer: Disposable | undefined;
  const onAbort = (): void => {
    timer = clock.setTimer(graceMs, () => patience.abort());
  };
  if (interrupted.aborted) onAbort();
  else interrupted.addEventListener('abort', onAbort, { once: true });
  try {
    return await orAborted(read(patience.signal), patience.signal);
  } finally {
    interrupted.removeEventListener('abort', onAbort);
    timer?.dispose();
  }
}
