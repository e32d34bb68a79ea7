import type { BackoffSettings } from './backoff.ts';
import { type FeatureGateOverrides, isOnByDefault } from './featureGates.ts';

/**
 * Which client-go an informer behaves as. The rules that differ between releases are data here; the
 * engine asks the profile and never the name (contract, sections 15 and 16).
 */
export type ClientGo = '1.32' | '1.36' | 'article';

/** Which queue stands between Reflector and Indexer: an independent choice (F-70, F-72). */
export type QueueKind = 'DeltaFIFO' | 'RealFIFO' | 'atomic';

/** All that there are. */
export const clientGos = ['1.32', '1.36', 'article'] as const satisfies readonly ClientGo[];
export const queueKinds = ['DeltaFIFO', 'RealFIFO', 'atomic'] as const satisfies readonly QueueKind[];

export interface Profile {
  /** Streams the initial state instead of listing it. */
  readonly watchList: boolean;
  readonly backoff: BackoffSettings;
  /** Pops up to 1000 entries of a RealFIFO at once (F-30). */
  readonly batchPop: boolean;
  /** An atomic RealFIFO may be added to while an entry of it is processed (F-27). */
  readonly unlockWhileProcessing: boolean;
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

/** First minor whose backoff starts over by a fixed window. */
const windowedResetSince = 36;

/** The rules of a client-go release from 1.24 on, by its minor. */
export function profileOfRelease(minor: number): Profile {
  return {
    watchList: isOnByDefault('WatchListClient', minor),
    backoff: { initialMs: 800, factor: 2, jitter: 1, capMs: 30_000, resetMs: 120_000, reset: minor >= windowedResetSince ? 'window' : 'idle' },
    batchPop: isOnByDefault('InOrderInformersBatchProcess', minor),
    unlockWhileProcessing: isOnByDefault('UnlockWhileProcessingFIFO', minor),
    listed: 'Replaced',
    mergeDeletions: true,
    expiredStartsOver: false,
    alwaysResumes: false,
    resyncsQueued: false,
    resyncPeriodMs: 0,
  };
}

/** The same rules with gates that somebody sets otherwise. */
export function withFeatureGates(profile: Profile, overrides: FeatureGateOverrides = {}): Profile {
  const {
    WatchListClient: watchList = profile.watchList,
    InOrderInformersBatchProcess: batchPop = profile.batchPop,
    UnlockWhileProcessingFIFO: unlockWhileProcessing = profile.unlockWhileProcessing,
  } = overrides;
  return { ...profile, watchList, batchPop, unlockWhileProcessing };
}

/** The queue that informers of a client-go release have when nobody says otherwise (F-76). */
export function queueOfRelease(minor: number): QueueKind {
  if (!isOnByDefault('InOrderInformers', minor)) return 'DeltaFIFO';
  return isOnByDefault('AtomicFIFO', minor) ? 'atomic' : 'RealFIFO';
}

export const profiles: { readonly [Version in ClientGo]: Profile } = {
  '1.32': profileOfRelease(32),
  '1.36': profileOfRelease(36),
  // The figures of the article, each of which the sources tell otherwise (section 16, rows 1, 2, 3, 9, 10, 11, 15).
  article: {
    watchList: false,
    backoff: { initialMs: 500, factor: 2, jitter: 0, capMs: 300_000, resetMs: 600_000, reset: 'idle' },
    batchPop: false,
    unlockWhileProcessing: false,
    listed: 'Added',
    mergeDeletions: false,
    expiredStartsOver: true,
    alwaysResumes: true,
    resyncsQueued: true,
    resyncPeriodMs: 30_000,
  },
};
