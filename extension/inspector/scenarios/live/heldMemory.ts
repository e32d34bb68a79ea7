import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that this process holds on to: garbage is collected first, so that what is left is in use. */
export function heldMemory(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('typeof gc === "function" ? gc : undefined') as (() => void) | undefined;
  // What only a finalizer lets go of is gone after the second time.
  collect?.();
  collect?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
