import { type Check, name, nothing, nullable, record } from '../checks.ts';

/** What the Indexer of one informer holds, how old it is, and whether it is true. */
export interface CacheLook {
  /** Null: the one that is selected, or the only one. */
  readonly informer: string | null;
}

export type CachePicture = Record<string, never>;

export const cacheLook: Check<CacheLook> = record<CacheLook>({ informer: nullable(name) });

export const cachePicture: Check<CachePicture> = nothing;
