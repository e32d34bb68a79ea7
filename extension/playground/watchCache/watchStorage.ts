import type { Clock } from '../../base/clock.ts';
import { expired } from '../statusErrors.ts';
import { CompactedError, type Storage } from '../storage/storage.ts';
import { type Backlog, emptyBacklog, eventsBacklog, snapshotBacklog } from './backlog.ts';
import { CacheEvent, type ObjectFilter } from './cacheEvent.ts';
import type { CacheWatcher } from './cacheWatcher.ts';
import { openWatcher } from './openWatcher.ts';
import type { WatchRequest, WatchStart } from './watchRequest.ts';

/** Frames that may wait for a reader before its stream is closed. */
const capacity = 1_000;

/**
 * A watch of a resource that has no watch cache: straight from the storage, which knows everything back to its last
 * compaction, and sends no bookmarks but the one that ends initial events.
 * @throws ApiError Expired
 */
export function watchStorage(storage: Storage, clock: Clock, request: WatchRequest): CacheWatcher {
  const { filter, start } = request;
  const watcher = openWatcher({ ...request, allowBookmarks: false }, {
    id: 0,
    version: storage.revision,
    backlog: backlogOf(storage, clock.now(), filter, start),
    capacity,
    clock,
    onClose: () => commits.dispose(),
  });
  const commits = storage.onCommit((event) => {
    if (event.key.startsWith(filter.prefix)) watcher.offer(new CacheEvent(event, clock.now()));
    if (watcher.isBlocked) watcher.close('slow');
  });
  return watcher;
}

function backlogOf(storage: Storage, now: number, filter: ObjectFilter, start: WatchStart): Backlog {
  if (start.at === 'now') return emptyBacklog;
  if (start.at === 'snapshot') {
    const objects = storage.range(filter.prefix).items.filter(filter.matches);
    return snapshotBacklog(objects, start.endBookmark ? storage.revision : undefined);
  }
  try {
    const events = storage.since(filter.prefix, start.version).map((event) => new CacheEvent(event, now));
    return eventsBacklog(events, filter);
  } catch (error) {
    if (!CompactedError.is(error)) throw error;
    throw expired(`too old resource version: ${start.version} (${error.data})`);
  }
}
