import { orAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { StopFlag } from '../base/stopFlag.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { Seq } from '../trace/entry.ts';
import type { Gate, GateSubject } from '../trace/gate.ts';
import type { BatchProcess, DeltaQueue, PopCandidate, PopProcess } from './deltaQueue.ts';
import { type Cached, popSubject } from './gateSubjects.ts';
import type { PopLock } from './popLock.ts';
import { logIfSlow, slowBatchLimit, slowPopDepth } from './slowStep.ts';

export interface PopLoopOptions {
  readonly informer: string;
  readonly queue: DeltaQueue;
  readonly process: PopProcess;
  readonly processBatch: BatchProcess;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly logger: Logger;
  /** For whoever looks at a pop that is held. */
  readonly cached?: Cached;
  /** Keeps others from adding while a pop is held. */
  readonly lock?: PopLock;
  /** Takes several entries at once where the queue can (P-04). */
  readonly batch: boolean;
  /** Processing failed; the entry is lost, as in client-go (P-02), but not unheard. */
  readonly onError: (error: unknown, cause: Seq) => void;
}

/**
 * Pops the delta queue until `signal` aborts; what is queued then is not processed any more (P-03). The gate
 * stands before the pop and is asked only when something is queued, so that a held key goes on gathering
 * deltas. Pop, store write and distribution are one step (C-01).
 */
export async function runPopLoop(options: PopLoopOptions, signal: AbortSignal): Promise<void> {
  const { queue, lock } = options;
  const slice = new TimeSlice(options.clock);
  /** The gate's answer for the entry that is next now, when a batch ended because it is held. */
  let held: Promise<unknown> | undefined;
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
      lock?.lock();
      await orAborted(held, signal);
      held = undefined;
      if (stop.isSet) break;
      // A Replace may have begun meanwhile; it wakes whoever waits when it is done.
      if (!queue.peek()) {
        lock?.unlock();
        continue;
      }
    }
    let size = 1;
    for (let following = mayBatch && queue.peekBatch(size); following && !held; following = queue.peekBatch(size)) {
      held = ask(options, following, signal);
      if (!held) size++;
    }
    pop(options, next, size);
    lock?.unlock();
    if (slice.isSpent()) await slice.rest();
  }
  lock?.unlock();
}

function pop(options: PopLoopOptions, { key, cause }: PopCandidate, size: number): void {
  const { queue, clock } = options;
  // Asking the clock costs as much as a pop: only where somebody waits behind this one.
  const started = queue.length - size > slowPopDepth ? clock.now() : undefined;
  try {
    if (size === 1) queue.pop(options.process);
    else queue.popBatch(size, options.processBatch);
  } catch (error) {
    options.onError(error, cause);
  }
  if (started !== undefined) logSlowPop(options, key, size, clock.now() - started);
}

function ask({ gate, informer, cached }: PopLoopOptions, { key, cause, causes, deltas }: PopCandidate, signal: AbortSignal): Promise<unknown> | undefined {
  if (gate.isOpen) return undefined;
  const subject = (): GateSubject => popSubject(deltas, cached);
  if (key === undefined) return gate.ask({ point: 'queue.pop', owner: informer, cause, signal, subject });
  return gate.ask(causes ? { point: 'queue.pop', owner: informer, key, cause, causes, signal, subject } : { point: 'queue.pop', owner: informer, key, cause, signal, subject });
}

/** Others waited for this one (D-18, F-26, F-35). */
function logSlowPop({ informer, queue, logger }: PopLoopOptions, key: string | undefined, size: number, ms: number): void {
  const { depth } = queue;
  const limitMs = slowBatchLimit(size);
  // Nearly every pop is quick: nothing is made for it.
  if (ms <= limitMs || depth <= slowPopDepth) return;
  const batch = size > 1 ? { BatchSize: size } : {};
  const fields = { Name: informer, ID: key ?? '(the whole store)', Depth: depth, ...batch, Reason: 'slow event handlers blocking the queue' };
  logIfSlow(logger, 'queue', `${informer}: processing`, ms, limitMs, fields);
}
