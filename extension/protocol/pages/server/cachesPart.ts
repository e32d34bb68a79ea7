import { type Check, count, flag, list, name, number, oneOf, record } from '../../checks.ts';
import { insideLimits } from './insideLook.ts';

/** The watch cache of each resource, in the order of their names. */
export type CachesPart = readonly CacheRow[];

export interface RingFigures {
  readonly capacity: number;
  readonly length: number;
  readonly minCapacity: number;
  readonly maxCapacity: number;
  readonly windowMs: number;
  /** The oldest version from which a watch can begin. */
  readonly oldestServable: number;
}

export interface ReadFigures {
  readonly requests: number;
  readonly objects: number;
}

export interface CacheRow {
  /** `v1/pods` */
  readonly resource: string;
  /** Clients are served from it, and not from the storage. */
  readonly cached: boolean;
  readonly ready: boolean;
  readonly notReadyMs: number;
  readonly version: number;
  readonly objects: number;
  readonly lagMs: number;
  readonly profile: 'current' | 'article';
  /** Events are offered to those whom they may concern, and not to every watcher. */
  readonly indexed: boolean;
  /** The field by which watchers are told apart; empty: there is none. */
  readonly triggerField: string;
  readonly ring: RingFigures;
  readonly watchers: number;
  readonly reads: { readonly cache: ReadFigures; readonly snapshot: ReadFigures; readonly storage: ReadFigures };
}

const reads = record<ReadFigures>({ requests: count, objects: count });

export const ringFigures = record<RingFigures>({ capacity: count, length: count, minCapacity: count, maxCapacity: count, windowMs: number, oldestServable: count });

export const cachesPart: Check<CachesPart> = list(
  record<CacheRow>({
    resource: name,
    cached: flag,
    ready: flag,
    notReadyMs: number,
    version: count,
    objects: count,
    lagMs: number,
    profile: oneOf('current', 'article'),
    indexed: flag,
    triggerField: name,
    ring: ringFigures,
    watchers: count,
    reads: record<CacheRow['reads']>({ cache: reads, snapshot: reads, storage: reads }),
  }),
  insideLimits.caches,
);
