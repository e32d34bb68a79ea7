import type { FanOutView, RequestView, ResourceView, RingPage, RingView, StoreItem, StorePage, StorageView, WatcherView } from '../../introspection/introspection.ts';
import { introspectionLimits } from '../../introspection/introspection.ts';
import { formatResource } from '../../kube/resource.ts';
import type { InflightRequest } from '../api/inflightRequests.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import type { Storage } from '../storage/storage.ts';
import type { CacheWatcher } from '../watchCache/cacheWatcher.ts';
import type { FanOut } from '../watchCache/fanOutLog.ts';
import type { WatchCache } from '../watchCache/watchCache.ts';

/** What there is, put into the shapes that are sent. */

export function storageView({ revision, head, compacted, pending, keys, versions, commitLatencyMs }: Storage): StorageView {
  return { revision, head, compacted, pending, keys, versions, commitLatencyMs };
}

export function resourceView({ definition, cache, isCached, reads }: ResourceStore): ResourceView {
  return {
    resource: formatResource(definition),
    prefix: cache.prefix,
    cached: isCached,
    ready: cache.readiness.isReady,
    notReadyMs: cache.readiness.notReadyMs,
    version: cache.version,
    objects: cache.size,
    lagMs: cache.lagMs,
    profile: cache.profile.name,
    indexed: cache.profile.indexesWatchers,
    triggerField: definition.triggerField ?? '',
    ring: ringView(cache),
    watchers: cache.watchers,
    reads: { cache: reads.of('cache'), snapshot: reads.of('snapshot'), storage: reads.of('storage') },
  };
}

export function storePage({ definition, cache }: ResourceStore, after: string, limit: number): StorePage {
  const items: StoreItem[] = [];
  let next: string | null = null;
  for (const { key, revision, object } of cache.range(cache.prefix, after)) {
    if (items.length === limit) {
      next = items.at(-1)!.key;
      break;
    }
    items.push({ key, revision, uid: object.metadata.uid ?? '' });
  }
  return { resource: formatResource(definition), version: cache.version, total: cache.size, items, next };
}

/** @param from a position; what was dropped before it began is left out */
export function ringPage({ definition, cache }: ResourceStore, from: number, limit: number, now: number): RingPage {
  const { ring } = cache;
  const first = Math.max(from, ring.start);
  const events = ring.read(first, limit) ?? [];
  const next = first + events.length;
  return {
    resource: formatResource(definition),
    ring: ringView(cache),
    growth: ring.changes.map(({ time, ...change }) => ({ ...change, ageMs: now - time })),
    slots: events.map(({ revision, type, key, time }, index) => ({
      position: first + index,
      slot: ring.slotOf(first + index),
      revision,
      type,
      key,
      ageMs: now - time,
    })),
    next: next < ring.end ? next : null,
  };
}

export function watcherView(watcher: CacheWatcher, prefix: string, now: number): WatcherView {
  const { id, client, filter, buffered, capacity, isLive, wantsBookmarks, lastBookmark = 0, since, deadline, closed = '' } = watcher;
  return {
    id,
    ...client,
    namespace: filter.prefix.slice(prefix.length, -1),
    buffered,
    capacity,
    live: isLive,
    bookmarks: wantsBookmarks,
    lastBookmark,
    openMs: now - since,
    deadlineMs: Math.max(0, deadline - now),
    ended: closed,
  };
}

export function fanOutView({ definition, cache }: ResourceStore, { revision, watchers, offers }: FanOut, now: number): FanOutView {
  return {
    resource: formatResource(definition),
    revision,
    watchers,
    asked: offers.length,
    offers: offers.slice(0, introspectionLimits.page).map(({ watcher, offered }) => ({ watcher: watcherView(watcher, cache.prefix, now), outcome: offered })),
  };
}

export function requestView({ since, code = 0, ...request }: InflightRequest, now: number): RequestView {
  return { ...request, code, sinceMs: now - since };
}

function ringView({ ring, profile: { minCapacity, maxCapacity, windowMs } }: WatchCache): RingView {
  return { capacity: ring.capacity, length: ring.length, minCapacity, maxCapacity, windowMs, oldestServable: ring.oldest - 1 };
}
