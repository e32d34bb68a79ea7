import { orAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import { StopFlag } from '../base/stopFlag.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { Gate } from '../trace/gate.ts';
import type { BatchProcess, DeltaQueue, PopCandidate, PopProcess } from './deltaQueue.ts';

export interface PopLoopOptions {
  readonly informer: string;
  readonly queue: DeltaQueue;
  readonly process: PopProcess;
  readonly processBatch: BatchProcess;
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
  const { queue } = options;
  const slice = new TimeSlice(options.clock);
  /** The gate's answer for the entry that is next now, when a batch ended because it is held. */
  let held: Promise<void> | undefined;
  const stop = new StopFlag(signal);
  while (!stop.isSet) {
    const next = queue.peek();
    if (!next) {
      if (queue.isClosed) return;
      await queue.whenReady();
      slice.begin();
      continue;
    }
    held ??= ask(options, next, signal);
    // What a person lets go is one entry, not a batch.
    let mayBatch = options.batch;
    if (held) {
      mayBatch = false;
      await orAborted(held, signal);
      held = undefined;
      if (stop.isSet) return;
      // A Replace may have begun meanwhile; it wakes whoever waits when it is done.
      if (!queue.peek()) continue;
    }
    let size = 1;
    for (let following = mayBatch && queue.peekBatch(size); following && !held; following = queue.peekBatch(size)) {
      held = ask(options, following, signal);
      if (!held) size++;
    }
    try {
      if (size === 1) queue.pop(options.process);
      else queue.popBatch(size, options.processBatch);
    } catch (error) {
      options.onError(error);
    }
    if (slice.isSpent()) await slice.rest();
  }
}

function ask({ gate, informer }: PopLoopOptions, { key, cause }: PopCandidate, signal: AbortSignal): Promise<void> | undefined {
  return gate.ask(
    key === undefined ? { point: 'queue.pop', owner: informer, cause, signal } : { point: 'queue.pop', owner: informer, key, cause, signal },
  );
}
