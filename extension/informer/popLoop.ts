import { orAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { Gate } from '../trace/gate.ts';
import type { DeltaQueue, PopProcess } from './deltaQueue.ts';

export interface PopLoopOptions {
  readonly informer: string;
  readonly queue: DeltaQueue;
  readonly process: PopProcess;
  readonly clock: Clock;
  readonly gate: Gate;
  /** Takes several entries at once where the queue can (P-04). */
  readonly batch: boolean;
  /** Processing failed; the entry is lost, as in client-go (P-02), but not unheard. */
  readonly onError: (error: unknown) => void;
}

/**
 * Pops the delta queue until `signal` aborts; what is queued then is not processed any more (P-03). The gate
 * stands before the pop and is asked only when something is queued, so that a held key goes on gathering
 * deltas. Pop, store write and distribution are one step (C-01).
 */
export async function runPopLoop(options: PopLoopOptions, signal: AbortSignal): Promise<void> {
  const { informer, queue, gate } = options;
  const slice = new TimeSlice(options.clock);
  while (!signal.aborted) {
    const next = queue.peek();
    if (!next) {
      if (queue.isClosed) return;
      await queue.whenReady();
      slice.begin();
      continue;
    }
    const { key, cause } = next;
    const held = gate.ask(
      key === undefined ? { point: 'queue.pop', owner: informer, cause, signal } : { point: 'queue.pop', owner: informer, key, cause, signal },
    );
    if (held) {
      await orAborted(held, signal);
      if (signal.aborted) return;
      // A Replace may have begun meanwhile; it wakes whoever waits when it is done.
      if (!queue.peek()) continue;
    }
    try {
      queue.pop(options.process);
    } catch (error) {
      options.onError(error);
    }
    if (slice.isSpent()) await slice.rest();
  }
}
