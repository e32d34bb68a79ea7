/** How a watch cache behaves: as the API server's does, or as the article tells it. */
export interface WatchCacheProfile {
  readonly name: 'current' | 'article';
  /** Places in the ring, at least and at most; equal where it does not adapt. */
  readonly minCapacity: number;
  readonly maxCapacity: number;
  /** How long an event should be kept, in milliseconds: what the ring adapts to. */
  readonly windowMs: number;
  /** An event is offered only to the watchers that it may concern, and not to each. */
  readonly indexesWatchers: boolean;
}

export const watchCacheProfiles = ['current', 'article'] as const satisfies readonly WatchCacheProfile['name'][];

const minCapacity = 100;
const maxCapacity = 102_400;
/** The bookmark period and 15 s. */
const defaultWindowMs = 75_000;
/** Doubled so often, the bound is the largest that fits 32 bits. */
const mostDoublings = 14;

/** @param windowMs one that is longer raises the bound on the ring by the next power of two */
export function currentProfile(windowMs = defaultWindowMs): WatchCacheProfile {
  const doublings = Math.min(mostDoublings, Math.max(0, Math.ceil(Math.log2(windowMs / defaultWindowMs))));
  return { name: 'current', minCapacity, maxCapacity: maxCapacity * 2 ** doublings, windowMs, indexesWatchers: true };
}

/** A ring of a fixed number of events, and each event offered to every watcher (contract, section 16, rows 4 and 6). */
export function articleProfile(capacity = minCapacity): WatchCacheProfile {
  return { name: 'article', minCapacity: capacity, maxCapacity: capacity, windowMs: defaultWindowMs, indexesWatchers: false };
}
