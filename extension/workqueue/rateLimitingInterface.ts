import type { Seq } from '../trace/entry.ts';
import type { WorkItem } from './workQueue.ts';
import type { WorkQueueState } from './workQueueState.ts';

/** What a person sees of a queue: the first `limit` of each, and how many there are. */
export interface WorkQueueSnapshot {
  readonly queue: readonly string[];
  /** Keys that need processing: those in the queue, and those added again while they are being processed. */
  readonly dirty: readonly string[];
  readonly processing: readonly string[];
  readonly waiting: readonly { readonly key: string; readonly dueInMs: number }[];
  readonly failures: readonly { readonly key: string; readonly count: number }[];
  readonly counts: {
    readonly queue: number;
    readonly dirty: number;
    readonly processing: number;
    readonly waiting: number;
    readonly failures: number;
  };
  /** What is left in the rate limiter's bucket; negative: promised already. Absent where there is none. */
  readonly tokens?: number;
  /** Of the keys in `queue`, where there are priorities. */
  readonly priorities?: readonly number[];
}

/** What a controller needs of its queue (client-go's `TypedRateLimitingInterface`): the ordinary one, or one with priorities. */
export interface RateLimitingInterface {
  readonly name: string;
  /** Items that can be handed out now. */
  readonly length: number;
  readonly isShuttingDown: boolean;
  add(key: string, cause?: Seq): void;
  addAfter(key: string, ms: number, cause?: Seq): void;
  addRateLimited(key: string, cause?: Seq): void;
  /** @param signal of a worker that a shutdown is to stop: once it is aborted, nothing is handed out to it any more */
  get(signal?: AbortSignal): Promise<WorkItem | undefined>;
  done(key: string): void;
  forget(key: string): void;
  numRequeues(key: string): number;
  shutDown(): void;
  shutDownWithDrain(): Promise<void>;
  snapshot(limit: number): WorkQueueSnapshot;
  save(): WorkQueueState;
  /** Goes on from what another one held. Of a new queue only. */
  restore(state: WorkQueueState): void;
}
