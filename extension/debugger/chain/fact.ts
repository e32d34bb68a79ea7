import type { Seq } from '../../trace/entry.ts';

/**
 * Something that is known of a chain, as data: which sentence it is, and what stands in it. Whoever shows it has the words, in
 * whatever language, and makes a link of each entry.
 */
export interface Fact {
  readonly id: FactId;
  /** Names, texts of the trace, and numbers that count. */
  readonly words: Readonly<Record<string, string>>;
  readonly entries: Readonly<Record<string, Seq>>;
  /** Milliseconds that something takes or took. */
  readonly ms?: Readonly<Record<string, number>>;
  /** Milliseconds from now until something comes. */
  readonly inMs?: Readonly<Record<string, number>>;
}

/** Why a reconcile ran. */
export type ReasonId =
  | 'event'
  | 'eventOfWriter'
  | 'eventOfOwnWrite'
  | 'eventOfRequest'
  | 'eventOfWhatIf'
  | 'whatIf'
  | 'list'
  | 'tombstone'
  | 'initial'
  | 'resync'
  | 'retry'
  | 'requeue'
  | 'requeueAfter'
  | 'asked'
  | 'added'
  | 'lost';

/** What has become of something on its way to a reconcile, for one controller or before any has seen it. */
export type FateId =
  | 'heldAt'
  | 'notQueued'
  | 'droppedByQueue'
  | 'skipped'
  | 'waitsInQueue'
  | 'notSynced'
  | 'noInformer'
  | 'mergedDeletion'
  | 'unseenBefore'
  | 'noHandler'
  | 'waitsInBuffer'
  | 'notTold'
  | 'filtered'
  | 'threw'
  | 'asksForNothing'
  | 'coalesced'
  | 'coalescedAndRan'
  | 'delayed'
  | 'rateLimited'
  | 'inProcessing'
  | 'standby'
  | 'notRunning'
  | 'queued'
  | 'queueGone'
  | 'waitsForRun'
  | 'givenUp'
  | 'runs'
  | 'ran'
  | 'failed';

/** What came of a run. */
export type OutcomeId = 'isRunning' | 'failedRun' | 'readStale' | 'wroteNothing' | 'wroteOnce' | 'wroteMany' | 'dryRun' | 'refused' | 'cameBack';

export type FactId = ReasonId | FateId | OutcomeId;
