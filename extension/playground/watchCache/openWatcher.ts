import type { Clock } from '../../base/clock.ts';
import type { Backlog } from './backlog.ts';
import { CacheWatcher, unknownClient } from './cacheWatcher.ts';
import type { WatchRequest } from './watchRequest.ts';

/** What a watch has from where it is opened: a watch cache, or the storage where there is none. */
export interface WatchOrigin {
  readonly id: number;
  /** That it is at now; the backlog leads there. */
  readonly version: number;
  readonly backlog: Backlog;
  /** How many live frames may wait. */
  readonly capacity: number;
  readonly clock: Clock;
  readonly onClose: (watcher: CacheWatcher) => void;
}

/** A watcher that is closed when its time is over. Whoever opens it offers it what comes. */
export function openWatcher({ filter, start, allowBookmarks, timeoutMs, client = unknownClient }: WatchRequest, { id, version, backlog, capacity, clock, onClose }: WatchOrigin): CacheWatcher {
  const now = clock.now();
  const watcher: CacheWatcher = new CacheWatcher({
    id,
    client,
    filter,
    backlog,
    hasEndBookmark: start.at === 'snapshot' && start.endBookmark,
    version: start.at === 'version' ? Math.max(start.version, version) : version,
    capacity,
    allowBookmarks,
    deadline: now + timeoutMs,
    now,
    onClose: () => {
      deadline.dispose();
      onClose(watcher);
    },
  });
  const deadline = clock.setTimer(timeoutMs, () => watcher.close('deadline'));
  return watcher;
}
