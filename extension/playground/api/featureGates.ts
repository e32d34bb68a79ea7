/** What a newer API server does otherwise than an older one, by the names of its feature gates. All on: as from 1.34 on. */
export interface FeatureGates {
  /** A watch may begin with everything that is there, and say where that ends. Off before 1.32. */
  readonly WatchList: boolean;
  /** A list that asks for the newest is served from the watch cache. Off before 1.31. */
  readonly ConsistentListFromCache: boolean;
  /** So are lists of an exact version and the pages of a list. Off before 1.34. */
  readonly ListFromCacheSnapshot: boolean;
}

export const defaultFeatureGates: FeatureGates = { WatchList: true, ConsistentListFromCache: true, ListFromCacheSnapshot: true };

export const featureGateNames = Object.keys(defaultFeatureGates) as readonly (keyof FeatureGates)[];
