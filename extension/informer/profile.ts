import type { BackoffSettings } from './backoff.ts';

/**
 * Which client-go an informer behaves as. The rules that differ between releases are data here; the
 * engine asks the profile and never the name (contract, sections 15 and 16).
 */
export type ClientGo = '1.32' | '1.36' | 'article';

/** Which queue stands between Reflector and Indexer: an independent choice (F-70, F-72). */
export type QueueKind = 'DeltaFIFO' | 'RealFIFO' | 'atomic';

export interface Profile {
  /** Streams the initial state instead of listing it. */
  readonly watchList: boolean;
  readonly backoff: BackoffSettings;
  /** Pops up to 1000 entries of a RealFIFO at once (F-30, ≥ 1.35). */
  readonly batchPop: boolean;
  /** How listed objects enter a DeltaFIFO (D-19). */
  readonly listed: 'Replaced' | 'Added';
  /** Two adjacent deletions of a key become one (D-09). */
  readonly mergeDeletions: boolean;
  /** An expired watch empties the DeltaFIFO, and the next list asks for the newest state. */
  readonly expiredStartsOver: boolean;
  /** Every broken watch is resumed from the last version, whatever broke it, unless it has expired. */
  readonly alwaysResumes: boolean;
  /** A resync queues every stored object, also those with deltas in the queue (D-28). */
  readonly resyncsQueued: boolean;
  /** Used when an informer is asked for without a period. */
  readonly resyncPeriodMs: number;
}

const reflectorBackoff = { initialMs: 800, factor: 2, jitter: 1, capMs: 30_000, resetMs: 120_000 } as const;

const clientGo132: Profile = {
  watchList: false,
  backoff: { ...reflectorBackoff, reset: 'idle' },
  batchPop: false,
  listed: 'Replaced',
  mergeDeletions: true,
  expiredStartsOver: false,
  alwaysResumes: false,
  resyncsQueued: false,
  resyncPeriodMs: 0,
};

export const profiles: { readonly [Version in ClientGo]: Profile } = {
  '1.32': clientGo132,
  '1.36': { ...clientGo132, watchList: true, backoff: { ...reflectorBackoff, reset: 'window' }, batchPop: true },
  // The figures of the article, each of which the sources tell otherwise (section 16, rows 1, 2, 3, 9, 10, 11, 15).
  article: {
    watchList: false,
    backoff: { initialMs: 500, factor: 2, jitter: 0, capMs: 300_000, resetMs: 600_000, reset: 'idle' },
    batchPop: false,
    listed: 'Added',
    mergeDeletions: false,
    expiredStartsOver: true,
    alwaysResumes: true,
    resyncsQueued: true,
    resyncPeriodMs: 30_000,
  },
};
