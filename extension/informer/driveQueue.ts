import { orAborted } from '../base/abort.ts';
import { StopFlag } from '../base/stopFlag.ts';
import type { TimeSlice } from '../base/timeSlice.ts';
import type { Seq } from '../trace/entry.ts';
import type { Gate } from '../trace/gate.ts';
import type { QueueSteps } from './deltaQueue.ts';

export interface DriveOptions {
  readonly informer: string;
  readonly gate: Gate;
  readonly slice: TimeSlice;
  readonly signal: AbortSignal;
}

/**
 * Works a `replace` or `resync` of a delta queue through: asks the gate before each delta and rests when the
 * slice is spent. False when it was stopped before its end; what was queued until then stays queued.
 * @throws what the steps throw
 */
export async function driveQueue(steps: QueueSteps, cause: Seq, options: DriveOptions): Promise<boolean> {
  const { informer, gate, slice, signal } = options;
  const stop = new StopFlag(signal);
  slice.begin();
  try {
    for (const key of steps) {
      const held = gate.isOpen ? undefined : gate.ask({ point: 'queue.add', owner: informer, ...(key === undefined ? undefined : { key }), cause, signal });
      if (held) await orAborted(held, signal);
      else if (slice.isSpent()) await slice.rest();
      if (stop.isSet) return false;
    }
    return true;
  } finally {
    stop.dispose();
  }
}
