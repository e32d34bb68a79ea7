/**
 * Everything that can be broken on purpose. Where a fault strikes is said once for all of them (`FaultScope`), how often, too
 * (`FaultRate`); chance is drawn from its seed, so the same requests meet the same faults.
 */
export type FaultKind =
  // a watch that runs
  | 'dropWatch' // the connection is cut
  | 'stallWatch' // stays open, and nothing comes any more
  | 'cutObject' // cut in the middle of an object
  | 'junkLine' // a line that is not JSON
  | 'twoOnOneLine' // two events without a newline between them
  | 'expireWatch' // 410 in the stream
  | 'noEndMarker' // the bookmark that ends the initial events is not sent
  | 'noBookmarks'
  | 'slowWatcher' // its socket takes little, so its channel runs full
  | 'duplicateEvent' // what no real server does
  | 'loseEvent' // what no real server does
  // a request
  | 'holdHeaders' // the answer does not begin
  | 'slowAnswer' // the answer takes `ms` longer
  | 'status' // answered with `code`
  | 'tooLarge' // the version asked for is said to be too large
  | 'staleRead' // a list from a server that is behind
  // the server
  | 'compact' // everything up to now
  | 'lag' // the watch cache of a resource hears `ms` late
  | 'restart' // every connection breaks, and the watch caches begin anew
  | 'restore'; // from a backup: versions go backwards

export const faultKinds: readonly FaultKind[] = [
  'dropWatch', 'stallWatch', 'cutObject', 'junkLine', 'twoOnOneLine', 'expireWatch', 'noEndMarker', 'noBookmarks', 'slowWatcher', 'duplicateEvent', 'loseEvent',
  'holdHeaders', 'slowAnswer', 'status', 'tooLarge', 'staleRead',
  'compact', 'lag', 'restart', 'restore',
];

/** Whom it strikes; what is empty or absent fits everything. */
export interface FaultScope {
  /** `v1/pods` */
  readonly resource?: string;
  /** As audit logs have it: `list`, `watch`, `get` … */
  readonly verb?: string;
  readonly user?: string;
  /** Part of it. */
  readonly userAgent?: string;
}

export interface FaultSpec {
  readonly kind: FaultKind;
  readonly scope: FaultScope;
  /** Out of what it may strike: 0 to 1. 1: each time. */
  readonly rate: number;
  /** Strikes so often and is over; 0: until it is switched off. */
  readonly times: number;
  /**
   * Of `slowAnswer`, `holdHeaders` (0: until it is switched off), `lag`, `stallWatch` (0: for good), `slowWatcher` (between two events) and
   * `restore` (how old the backup is; 0: as old as is kept).
   */
  readonly ms: number;
  /** Of `status`: 401, 403, 404, 410, 429, 500, 503 or 504. */
  readonly code: number;
  /** Seconds of `Retry-After`; 0: none. Left out: 1 for 429, none for others. */
  readonly retryAfter: number;
  readonly seed: number;
}

export interface FaultView extends FaultSpec {
  readonly id: number;
  /** It can still strike, or keeps hold of what it struck. */
  readonly active: boolean;
  readonly struck: number;
  readonly sinceMs: number;
}

/** `GET /faults` and `POST /faults` (a FaultSpec; all but `kind` may be left out) and `POST /faults/clear` `{ id? }` answer with it. */
export type FaultsView = readonly FaultView[];

export const faultLimits = { faults: 100, ms: 3_600_000, times: 1_000_000, retryAfter: 3_600, seed: 0xffff_ffff, text: 256 } as const;

/** Where none is given. */
export const defaultFaultSeed = 1;

export const faultCodes: readonly number[] = [401, 403, 404, 410, 429, 500, 503, 504];

/** What a kind is done to, and which fields of a FaultSpec mean something for it. */
export interface FaultTraits {
  readonly strikes: 'watch' | 'request' | 'server';
  /** Of requests, as audit logs have them; empty: any. */
  readonly verbs: readonly string[];
  /** How often it strikes where nothing else is said, and it strikes each time; 0: until it is switched off. */
  readonly times: number;
  /** Where none is given; absent: it takes no time. */
  readonly ms?: number;
  /** It may be bound to a resource. */
  readonly ofResource: boolean;
  /** False: no API server does this, so no client can be asked to survive it. */
  readonly real: boolean;
}

const onWatch = { strikes: 'watch', verbs: ['watch'], times: 1, ofResource: true, real: true } as const;
const onRequest = { strikes: 'request', verbs: [], times: 1, ofResource: true, real: true } as const;
const onServer = { strikes: 'server', verbs: [], times: 1, ofResource: false, real: true } as const;

export const faultTraits: Readonly<Record<FaultKind, FaultTraits>> = {
  dropWatch: onWatch,
  stallWatch: { ...onWatch, ms: 0 },
  cutObject: { ...onWatch, verbs: ['watch', 'list'] },
  junkLine: onWatch,
  twoOnOneLine: onWatch,
  expireWatch: onWatch,
  noEndMarker: onWatch,
  noBookmarks: { ...onWatch, times: 0 },
  slowWatcher: { ...onWatch, ms: 10_000 },
  duplicateEvent: { ...onWatch, real: false },
  loseEvent: { ...onWatch, real: false },
  holdHeaders: { ...onRequest, ms: 0 },
  slowAnswer: { ...onRequest, times: 0, ms: 1_000 },
  status: onRequest,
  tooLarge: { ...onRequest, verbs: ['list', 'watch'] },
  staleRead: { ...onRequest, verbs: ['list'], times: 0 },
  compact: onServer,
  lag: { ...onServer, ofResource: true, times: 0, ms: 5_000 },
  restart: onServer,
  restore: { ...onServer, ms: 0 },
};
