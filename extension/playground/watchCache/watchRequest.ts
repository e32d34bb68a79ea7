import type { ObjectFilter } from './cacheEvent.ts';
import type { WatchClient } from './cacheWatcher.ts';

/** Where a watch begins. */
export type WatchStart =
  | { readonly at: 'now' }
  /** Everything that is there, once the cache has reached `notOlderThan`, and then perhaps a bookmark that says so. */
  | { readonly at: 'snapshot'; readonly notOlderThan: number; readonly endBookmark: boolean }
  | { readonly at: 'version'; readonly version: number };

export interface WatchRequest {
  readonly filter: ObjectFilter;
  readonly start: WatchStart;
  readonly allowBookmarks: boolean;
  readonly timeoutMs: number;
  readonly client?: WatchClient;
}
