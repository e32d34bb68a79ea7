import type { AskedRequest } from './askedRequest.ts';

/**
 * What the playground tells of its inside, and the few commands that it takes: the shapes of each answer. The playground makes
 * them, and who looks checks them; neither imports the other. Versions are numbers here: on the playground they are.
 */

/** The most that one answer carries. */
export const introspectionLimits = {
  /** Elements of a page, and of any other list. */
  page: 500,
  /** Watchers that one fact names. */
  named: 100,
  /** Streams of facts at one time. */
  streams: 16,
} as const;

/** `GET /storage` */
export interface StorageView {
  /** The latest that can be read. */
  readonly revision: number;
  /** The latest that was written, committed or not. */
  readonly head: number;
  /** The oldest that can be read; 0 where nothing was compacted yet. */
  readonly compacted: number;
  /** Writes that wait for their commit. */
  readonly pending: number;
  readonly keys: number;
  /** Of all keys together. */
  readonly versions: number;
  readonly commitLatencyMs: number;
}

export interface RingView {
  readonly capacity: number;
  readonly length: number;
  readonly minCapacity: number;
  readonly maxCapacity: number;
  readonly windowMs: number;
  /** The oldest version from which a watch can begin. */
  readonly oldestServable: number;
}

export interface ReadView {
  readonly requests: number;
  readonly objects: number;
}

/** One of `GET /resources`. */
export interface ResourceView {
  /** `v1/pods` */
  readonly resource: string;
  /** Of its storage paths. */
  readonly prefix: string;
  /** Clients are served from the watch cache, and not from the storage. */
  readonly cached: boolean;
  readonly ready: boolean;
  readonly notReadyMs: number;
  readonly version: number;
  readonly objects: number;
  /** How long changes take from the storage to the cache. */
  readonly lagMs: number;
  readonly profile: 'current' | 'article';
  /** Events are offered to those whom they may concern, and not to every watcher. */
  readonly indexed: boolean;
  /** The field by which watchers are told apart; empty where there is none. */
  readonly triggerField: string;
  readonly ring: RingView;
  readonly watchers: number;
  readonly reads: { readonly cache: ReadView; readonly snapshot: ReadView; readonly storage: ReadView };
}

export interface StoreItem {
  /** The storage path. */
  readonly key: string;
  readonly revision: number;
  readonly uid: string;
}

/** `GET /store?resource=&after=&limit=`: what the cache holds, in the order of the keys. */
export interface StorePage {
  readonly resource: string;
  readonly version: number;
  readonly total: number;
  readonly items: readonly StoreItem[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** `GET /object?resource=&key=`: one of them, masked. */
export interface StoreObject {
  readonly resource: string;
  readonly key: string;
  readonly revision: number;
  readonly object: unknown;
}

export const eventTypes = ['ADDED', 'MODIFIED', 'DELETED'] as const;

export type EventType = (typeof eventTypes)[number];

export interface RingSlot {
  /** How many events came before it. */
  readonly position: number;
  readonly slot: number;
  readonly revision: number;
  readonly type: EventType;
  readonly key: string;
  readonly ageMs: number;
}

export interface RingGrowth {
  readonly from: number;
  readonly to: number;
  readonly revision: number;
  readonly ageMs: number;
}

/** `GET /ring?resource=&from=&limit=` */
export interface RingPage {
  readonly resource: string;
  readonly ring: RingView;
  /** The latest changes of its capacity, oldest first. */
  readonly growth: readonly RingGrowth[];
  /** Oldest first. */
  readonly slots: readonly RingSlot[];
  /** Position of the next page; null at the end. */
  readonly next: number | null;
}

export type WatcherEnd = 'client' | 'deadline' | 'slow' | 'overtaken' | 'cache';

/** One of `GET /watchers?resource=`. */
export interface WatcherView {
  /** Unique within its resource. */
  readonly id: number;
  /** Of the request. */
  readonly auditId: string;
  readonly user: string;
  readonly userAgent: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** Empty: all. */
  readonly namespace: string;
  /** Frames that wait to be read, and how many may. */
  readonly buffered: number;
  readonly capacity: number;
  /** What it began with has been read. */
  readonly live: boolean;
  readonly bookmarks: boolean;
  /** Version of the latest; 0 where there was none. */
  readonly lastBookmark: number;
  readonly openMs: number;
  readonly deadlineMs: number;
  /** Why it has ended; empty while it is open. */
  readonly ended: WatcherEnd | '';
}

/** What became of an event for one watcher; see `Offered` of the watch cache. */
export type OfferOutcome = EventType | 'filtered' | 'seen' | 'closed';

/** Otherwise it was asked, or had it already, or was closed. */
export function wasSent(outcome: OfferOutcome): outcome is EventType {
  return outcome === 'ADDED' || outcome === 'MODIFIED' || outcome === 'DELETED';
}

/** `GET /fan-out?resource=&revision=`; the event is one of the latest thousand. */
export interface FanOutView {
  readonly resource: string;
  readonly revision: number;
  /** How many watchers there were. */
  readonly watchers: number;
  /** How many of them were asked. */
  readonly asked: number;
  readonly offers: readonly { readonly watcher: WatcherView; readonly outcome: OfferOutcome }[];
}

/** One of `GET /requests`. */
export interface RequestView extends AskedRequest {
  /** 0 until the answer has begun. */
  readonly code: number;
  readonly sinceMs: number;
}

/** `POST /compact` `{ revision? }`: up to there; everything where it is absent. */
export interface Compacted {
  readonly compacted: number;
}

/** Of a commit latency: far more than any client waits for. */
export const mostCommitLatencyMs = 60_000;

/** `POST /commit-latency` `{ ms }`: a whole number from 0 to `mostCommitLatencyMs`. */
export interface CommitLatency {
  readonly commitLatencyMs: number;
}

/** `POST /snapshot` `{ file }`: an absolute path; what is there is replaced. */
export interface SnapshotWritten {
  readonly revision: number;
  readonly records: number;
}
