import type { StoredObject } from '../storage/storedObject.ts';
import type { CacheEvent } from './cacheEvent.ts';

/**
 * Objects as they were before the events, in the order of their keys. What the API server keeps a copy of its tree for, made
 * from the ring when somebody asks.
 * @param now in the order of their keys
 * @param events those that led there, oldest first
 */
export function listAt(now: Iterable<StoredObject>, events: readonly CacheEvent[]): StoredObject[] {
  /** What a key held before the first event of it. */
  const before = new Map<string, StoredObject | undefined>();
  for (const { key, previous } of events) if (!before.has(key)) before.set(key, previous);
  const unchanged: StoredObject[] = [];
  for (const stored of now) if (!before.has(stored.key)) unchanged.push(stored);
  const changed = [...before.values()].filter((stored) => stored !== undefined);
  if (changed.length === 0) return unchanged;
  return [...unchanged, ...changed].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
