import type { Seq } from '../trace/entry.ts';

/** What a work queue holds, for another of its kind to go on from. Times are those of its clock. */
export interface WorkQueueState {
  /** Ready to be handed out, in that order. */
  readonly queue: readonly string[];
  /** Keys that need processing: since when, and all that made them so. */
  readonly dirty: readonly { readonly key: string; readonly since: number; readonly causes: readonly Seq[] }[];
  /** Keys that were handed out: since when, and in which entry. */
  readonly processing: readonly { readonly key: string; readonly since: number; readonly seq: Seq }[];
  /** In the order in which they are due. */
  readonly waiting: readonly { readonly key: string; readonly readyAt: number; readonly causes: readonly Seq[] }[];
  readonly failing: readonly string[];
  readonly limiter: LimiterState;
  /** Of a queue with priorities: all its keys, in the order in which they came. */
  readonly priorities?: readonly { readonly key: string; readonly priority: number }[];
}

/** What a rate limiter remembers; of one that is made of others, theirs. */
export interface LimiterState {
  readonly failures?: readonly (readonly [key: string, failures: number])[];
  readonly bucket?: BucketState;
  readonly limiters?: readonly LimiterState[];
}

export interface BucketState {
  readonly tokens: number;
  readonly countedAt: number;
  readonly lastDue: number;
}
