import type { ApiResponse } from '../apiRequest.ts';
import { parseResourceVersion } from '../listParameters.ts';
import { objectResponse, type ResourceRequest } from '../resourceRequest.ts';

/** One object, not older than the version that is asked for. */
export async function getObject(of: ResourceRequest): Promise<ApiResponse> {
  const version = parseResourceVersion(of.request.query, of.definition) ?? 0;
  await of.store.cache.waitUntilFresh(version, of.request.signal);
  return objectResponse(of, of.store.get(of.namespace, of.name));
}
