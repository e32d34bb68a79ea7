import { type Check, count, flag, list, name, nullable, number, oneOf, prose, record, word } from '../checks.ts';

/** What the Indexer of one informer holds, how old it is, and whether it is true. */
export interface CacheLook {
  /** Null: the one that is selected, or the only one. */
  readonly informer: string | null;
  /** Null: the first there is. */
  readonly index: string | null;
  /** Whose keys are shown; null: none. */
  readonly value: string | null;
  /** Only values, and only keys, that contain this. */
  readonly values: string;
  readonly keys: string;
  /** How many values, and how many keys, come before the first that is shown. */
  readonly firstValue: number;
  readonly firstKey: number;
}

export interface CachePicture {
  /** Whose cache it is; empty: no informer runs. */
  readonly informer: string;
  readonly informers: readonly string[];
  readonly objects: number;
  readonly indexes: readonly { readonly name: string; readonly values: number }[];
  /** The index that is looked at, with its values in order; null: it has none. */
  readonly index: IndexView | null;
  readonly keys: KeysOfView | null;
  readonly reads: readonly ReadsView[];
  /** Of every informer of the session. */
  readonly staleness: readonly StalenessView[];
  /** Keys that two informers of one resource hold in different versions now; of the first that were compared. */
  readonly disagreements: { readonly compared: number; readonly count: number; readonly first: readonly DisagreementView[] };
  /** Null: it cannot be compared with the server, because that is not there any more. */
  readonly check: CheckView | null;
}

export interface IndexView {
  readonly name: string;
  /** Those that match. */
  readonly total: number;
  readonly first: number;
  readonly values: readonly { readonly value: string; readonly keys: number }[];
}

export interface KeysOfView {
  readonly value: string;
  readonly total: number;
  readonly first: number;
  readonly keys: readonly { readonly key: string; readonly rv: string }[];
}

/** What a controller has read from this cache and others, instead of asking the server. */
export interface ReadsView {
  readonly controller: string;
  /** Requests that were spared. */
  readonly gets: number;
  readonly lists: number;
  /** Alike but for key or value; the most frequent first, bounded. */
  readonly lookups: readonly {
    readonly lookup: string;
    readonly count: number;
    /** Those that found nothing. */
    readonly misses: number;
    /** The last one in full, and its entry. */
    readonly last: string;
    readonly seq: number;
  }[];
  /** The run that ended last. */
  readonly lastRun: { readonly key: string; readonly seq: number; readonly lookups: readonly string[]; readonly count: number } | null;
}

/** How old a cache is. Ages in milliseconds; null: there was none yet. */
export interface StalenessView {
  readonly informer: string;
  readonly state: string;
  readonly synced: boolean;
  /** Of the last write, list or bookmark that reached the store. */
  readonly storeVersion: string;
  /** The newest that the Reflector has seen. */
  readonly seenVersion: string;
  /** How many revisions the store is behind what the Reflector, and what any informer has seen; null: not comparable. */
  readonly behindSeen: number | null;
  readonly behindNewest: number | null;
  /** Deltas, and keys, on their way from the Reflector to the store. */
  readonly deltas: number;
  readonly keys: number;
  readonly lastByteMs: number | null;
  readonly lastBookmarkMs: number | null;
  readonly listedMs: number | null;
}

export interface DisagreementView {
  readonly key: string;
  readonly informer: string;
  readonly rv: string;
  readonly other: string;
  readonly otherRv: string;
}

export const checkOutcomes = ['same', 'differs', 'undecided'] as const;
export const differenceKinds = ['missing', 'extra', 'older', 'newer', 'otherUid'] as const;
export const undecidedReasons = ['queued', 'behind', 'incomparable'] as const;

export interface CheckView {
  /** It can be compared now. */
  readonly ready: boolean;
  readonly progress: {
    readonly phase: 'listing' | 'comparing' | 'waiting';
    /** While it waits: keys that are undecided yet. */
    readonly objects: number;
    readonly remaining: number | null;
    /** What it waits for: that the watch comes so far; or, where deltas are queued, that they are popped. */
    readonly version: string;
    readonly queued: boolean;
  } | null;
  readonly last: VerificationView | null;
  /** Why it could not be compared; empty: it could. */
  readonly failure: string;
  /** Since it was last asked to list anew; null: nobody has. */
  readonly relistedMs: number | null;
}

export interface VerificationView {
  readonly agoMs: number;
  readonly tookMs: number;
  readonly outcome: (typeof checkOutcomes)[number];
  readonly version: string;
  readonly objects: number;
  readonly pages: number;
  readonly bytes: number;
  readonly changedSince: number;
  readonly stopped: boolean;
  readonly counts: { readonly [Kind in (typeof differenceKinds)[number]]: number };
  readonly differences: readonly DifferenceView[];
  readonly undecided: { readonly count: number; readonly why: (typeof undecidedReasons)[number]; readonly differences: readonly DifferenceView[] } | null;
}

/** Versions and UIDs are empty where there is no such object. */
export interface DifferenceView {
  readonly key: string;
  readonly kind: (typeof differenceKinds)[number];
  readonly cachedRv: string;
  readonly serverRv: string;
  readonly cachedUid: string;
  readonly serverUid: string;
}

/** Values, keys and differences in one picture. */
export const cacheRows = 100;

export const cacheLook: Check<CacheLook> = record<CacheLook>({
  informer: nullable(name),
  index: nullable(name),
  value: nullable(name),
  values: name,
  keys: name,
  firstValue: count,
  firstKey: count,
});

const lookup = record<ReadsView['lookups'][number]>({ lookup: prose, count, misses: count, last: prose, seq: count });

const reads = record<ReadsView>({
  controller: name,
  gets: count,
  lists: count,
  lookups: list(lookup),
  lastRun: nullable(record<NonNullable<ReadsView['lastRun']>>({ key: name, seq: count, lookups: list(prose), count })),
});

const staleness = record<StalenessView>({
  informer: name,
  state: word,
  synced: flag,
  storeVersion: word,
  seenVersion: word,
  behindSeen: nullable(number),
  behindNewest: nullable(number),
  deltas: count,
  keys: count,
  lastByteMs: nullable(number),
  lastBookmarkMs: nullable(number),
  listedMs: nullable(number),
});

const difference = record<DifferenceView>({ key: name, kind: oneOf(...differenceKinds), cachedRv: word, serverRv: word, cachedUid: word, serverUid: word });

const verification = record<VerificationView>({
  agoMs: number,
  tookMs: number,
  outcome: oneOf(...checkOutcomes),
  version: word,
  objects: count,
  pages: count,
  bytes: number,
  changedSince: count,
  stopped: flag,
  counts: record<VerificationView['counts']>({ missing: count, extra: count, older: count, newer: count, otherUid: count }),
  differences: list(difference, cacheRows),
  undecided: nullable(record<NonNullable<VerificationView['undecided']>>({ count, why: oneOf(...undecidedReasons), differences: list(difference, cacheRows) })),
});

const check = record<CheckView>({
  ready: flag,
  progress: nullable(record<NonNullable<CheckView['progress']>>({ phase: oneOf('listing', 'comparing', 'waiting'), objects: count, remaining: nullable(number), version: word, queued: flag })),
  last: nullable(verification),
  failure: prose,
  relistedMs: nullable(number),
});

export const cachePicture: Check<CachePicture> = record<CachePicture>({
  informer: name,
  informers: list(name),
  objects: count,
  indexes: list(record<CachePicture['indexes'][number]>({ name, values: count })),
  index: nullable(record<IndexView>({ name, total: count, first: count, values: list(record<IndexView['values'][number]>({ value: name, keys: count }), cacheRows) })),
  keys: nullable(record<KeysOfView>({ value: name, total: count, first: count, keys: list(record<KeysOfView['keys'][number]>({ key: name, rv: word }), cacheRows) })),
  reads: list(reads),
  staleness: list(staleness),
  disagreements: record<CachePicture['disagreements']>({
    compared: count,
    count,
    first: list(record<DisagreementView>({ key: name, informer: name, rv: word, other: name, otherRv: word })),
  }),
  check: nullable(check),
});
