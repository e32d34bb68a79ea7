import type { ReadSource } from '../registry/readCounts.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { CacheWatcher } from '../watchCache/cacheWatcher.ts';
import type { WatchFrame } from '../watchCache/cacheEvent.ts';
import type { InflightRequest } from './inflightRequests.ts';

/** Sees what comes in and what goes out. */
export interface ApiObserver {
  received(request: InflightRequest): void;
  /** The head of the answer is known; its body may take as long as it likes. */
  started(request: InflightRequest): void;
  completed(request: InflightRequest): void;
  /** Objects were read to answer a list. */
  read?(definition: ResourceDefinition, source: ReadSource, objects: number): void;
  /** Frames were handed to the socket. @param length in bytes */
  sent(definition: ResourceDefinition, watcher: CacheWatcher, frames: readonly WatchFrame[], length: number): void;
}
