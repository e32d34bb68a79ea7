import { messageOf } from './codedError.ts';

/**
 * Waits for `promise`, but not beyond an abort: then resolves to undefined at once, and whatever comes
 * of the promise later, failure too, is dropped (stop wins, C-06). `abandon` is given a value that
 * arrives too late, so that what it holds can be released.
 */
export function orAborted<T>(promise: PromiseLike<T>, signal: AbortSignal, abandon?: (value: T) => void): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(undefined);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    const settle = (value: T): void => {
      signal.removeEventListener('abort', onAbort);
      if (signal.aborted) abandon?.(value);
      resolve(value);
    };
    const fail = (error: unknown): void => {
      signal.removeEventListener('abort', onAbort);
      reject(error instanceof Error ? error : new Error(messageOf(error), { cause: error }));
    };
    promise.then(settle, fail);
  });
}

/**
 * Waits for `promise`, but not beyond an abort: then rejects at once, and whatever comes of the promise later is dropped.
 * @throws what the promise rejects with; the signal's reason
 */
export async function untilAborted<T>(promise: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  const value = await orAborted(promise, signal);
  signal.throwIfAborted();
  return value as T;
}
