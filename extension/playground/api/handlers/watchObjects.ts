import type { Random } from '../../../base/random.ts';
import { ApiError } from '../../../kube/status.ts';
import type { Storage } from '../../storage/storage.ts';
import type { CacheWatcher } from '../../watchCache/cacheWatcher.ts';
import type { WatchStart } from '../../watchCache/watchCache.ts';
import { type ApiResponse, jsonType } from '../apiRequest.ts';
import { type ListParameters, selects } from '../listParameters.ts';
import { statusBody } from '../statusBody.ts';
import type { ResourceRequest } from '../resourceRequest.ts';

const minTimeoutMs = 1_800_000;

/** A stream of changes. What goes wrong after the parameters were read is told inside the stream. */
export async function watchObjects(of: ResourceRequest, parameters: ListParameters, storage: Storage, random: Random): Promise<ApiResponse> {
  const { store, definition, namespace, request, representation } = of;
  let watcher: CacheWatcher;
  try {
    watcher = await store.cache.watch(
      {
        filter: { prefix: store.prefixOf(namespace), matches: selects(parameters, definition) },
        start: watchStart(parameters, storage),
        allowBookmarks: parameters.allowWatchBookmarks,
        timeoutMs: parameters.timeoutSeconds > 0 ? parameters.timeoutSeconds * 1000 : minTimeoutMs * (1 + random()),
      },
      request.signal,
    );
  } catch (error) {
    if (!ApiError.is(error)) throw error;
    return response(`${JSON.stringify({ type: 'ERROR', object: statusBody(error) })}\n`);
  }
  return response({
    next: async () => (await watcher.next())?.map((frame) => representation.frame(frame)).join(''),
    close: () => watcher.dispose(),
  });
}

function response(body: ApiResponse['body']): ApiResponse {
  return { status: 200, contentType: jsonType, warnings: [], body };
}

/** Where nothing is said about initial events, a watch from nowhere is a streamed list. */
function watchStart({ resourceVersion, sendInitialEvents, allowWatchBookmarks }: ListParameters, storage: Storage): WatchStart {
  const fromNowhere = resourceVersion === undefined || resourceVersion === 0;
  if (sendInitialEvents ?? fromNowhere) {
    return { at: 'snapshot', notOlderThan: resourceVersion ?? storage.revision, endBookmark: allowWatchBookmarks };
  }
  return fromNowhere ? { at: 'now' } : { at: 'version', version: resourceVersion };
}
