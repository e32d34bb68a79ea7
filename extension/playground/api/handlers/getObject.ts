import { notFound } from '../../statusErrors.ts';
import type { ApiResponse } from '../apiRequest.ts';
import { parseResourceVersion } from '../listParameters.ts';
import { objectResponse, type ResourceRequest } from '../resourceRequest.ts';

/** One object: the newest, from the storage; with a version, not older than that, from the watch cache. */
export async function getObject(of: ResourceRequest): Promise<ApiResponse> {
  const { store, definition, namespace, name, request } = of;
  const version = parseResourceVersion(request.query, definition);
  if (version === undefined || !store.isCached || !store.cache.readiness.isReady) {
    store.reads.add('storage', 1);
    return objectResponse(of, store.read(namespace, name));
  }
  await store.cache.waitUntilFresh(version, request.signal);
  store.reads.add('cache', 1);
  const stored = store.cache.get(store.prefixOf(namespace) + name);
  if (!stored) throw notFound(definition, name);
  return objectResponse(of, stored);
}
