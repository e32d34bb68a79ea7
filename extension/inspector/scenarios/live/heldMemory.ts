import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Clock, sleep } from '../../../base/clock.ts';

/** Between two measurements: what only a later turn lets go of is gone by the next. */
const restMs = 30;
const mostRounds = 20;
/** Two in a row that differ by less say that nothing is on its way out any more. */
const settledBytes = 100_000;

/** Bytes that this process holds on to, when it has come to rest: garbage is collected first, so that what is left is in use. */
export async function heldMemory(clock: Clock, signal: AbortSignal): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('typeof gc === "function" ? gc : undefined') as (() => void) | undefined;
  let before = Infinity;
  for (let round = 0; ; round++) {
    collect?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const held = heapUsed + arrayBuffers;
    if (Math.abs(before - held) < settledBytes || round >= mostRounds || !(await sleep(clock, restMs, signal))) return held;
    before = held;
  }
}
