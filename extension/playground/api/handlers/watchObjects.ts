import type { Clock } from '../../../base/clock.ts';
import type { Random } from '../../../base/random.ts';
import { ApiError } from '../../../kube/status.ts';
import type { Faults } from '../../faults/faults.ts';
import { readerOf } from '../../faults/faultSubject.ts';
import { FaultyWatch, type WatchSource } from '../../faults/faultyWatch.ts';
import type { Storage } from '../../storage/storage.ts';
import { batchSize, type CacheWatcher, type WatchClient } from '../../watchCache/cacheWatcher.ts';
import type { WatchRequest, WatchStart } from '../../watchCache/watchRequest.ts';
import { watchStorage } from '../../watchCache/watchStorage.ts';
import type { ApiObserver } from '../apiObserver.ts';
import { type ApiResponse, jsonType } from '../apiRequest.ts';
import type { FeatureGates } from '../featureGates.ts';
import type { FrameBytes } from '../frameBytes.ts';
import { filterOf, type ListParameters } from '../listParameters.ts';
import type { TurnEnd } from '../turnEnd.ts';
import type { ResourceRequest } from '../resourceRequest.ts';
import { statusBody } from '../statusBody.ts';

const minTimeoutMs = 1_800_000;

export interface WatchPorts {
  readonly storage: Storage;
  readonly gates: FeatureGates;
  readonly random: Random;
  readonly clock: Clock;
  readonly frameBytes: FrameBytes;
  readonly observer: ApiObserver | undefined;
  readonly faults: Faults;
  readonly turnEnd: TurnEnd;
}

/**
 * A stream of changes. What goes wrong after the parameters were read is told inside the stream, but that the cache is not ready
 * yet.
 * @throws ApiError 429
 */
export async function watchObjects(of: ResourceRequest, parameters: ListParameters, ports: WatchPorts): Promise<ApiResponse> {
  const { store, definition, namespace, request, representation } = of;
  let watcher: CacheWatcher;
  try {
    const asked: WatchRequest = {
      filter: filterOf(parameters, definition, store.prefixOf(namespace)),
      start: watchStart(parameters, ports),
      allowBookmarks: parameters.allowWatchBookmarks,
      timeoutMs: parameters.timeoutSeconds > 0 ? parameters.timeoutSeconds * 1000 : minTimeoutMs * (1 + ports.random()),
      client: clientOf(of),
    };
    watcher = store.isCached ? await store.cache.watch(asked, request.signal) : watchStorage(ports.storage, store.clock, asked);
  } catch (error) {
    if (!ApiError.is(error) || error.status === 429) throw error;
    return response(`${JSON.stringify({ type: 'ERROR', object: statusBody(error) })}\n`);
  }
  const source: WatchSource = {
    next: async (most = batchSize) => {
      const first = await watcher.next(most);
      if (!first) return undefined;
      // What others write in the same turn goes out together: to write to a socket costs more than what is written.
      await ports.turnEnd.wait();
      const more = watcher.takeMore(most - first.length);
      return more.length === 0 ? first : first.concat(more);
    },
    write: (frames) => ports.frameBytes.of(representation, frames),
    sent: (frames, length) => ports.observer?.sent(definition, watcher, frames, length),
    close: () => watcher.dispose(),
  };
  return response(new FaultyWatch(source, ports.faults, readerOf(of, 'watch'), ports.clock));
}

function response(body: ApiResponse['body']): ApiResponse {
  return { status: 200, contentType: jsonType, warnings: [], body };
}

function clientOf({ request: { auditId, user, userAgent, query } }: ResourceRequest): WatchClient {
  return { auditId, user: user.name, userAgent, labelSelector: query.get('labelSelector') ?? '', fieldSelector: query.get('fieldSelector') ?? '' };
}

/** Where nothing is said about initial events, a watch from nowhere is a streamed list, with its end marked where the server knows of that. */
function watchStart({ resourceVersion, sendInitialEvents, allowWatchBookmarks }: ListParameters, { storage, gates }: WatchPorts): WatchStart {
  const fromNowhere = resourceVersion === undefined || resourceVersion === 0;
  if (fromNowhere && !gates.WatchList) return { at: 'snapshot', notOlderThan: 0, endBookmark: false };
  if (sendInitialEvents ?? fromNowhere) {
    return { at: 'snapshot', notOlderThan: resourceVersion ?? storage.revision, endBookmark: allowWatchBookmarks };
  }
  return fromNowhere ? { at: 'now' } : { at: 'version', version: resourceVersion };
}
