import { type Clock, nextTurn } from '../../../base/clock.ts';
import { ApiError } from '../../../kube/status.ts';
import type { StoredObject } from '../../storage/storedObject.ts';
import { type ApiResponse, jsonType } from '../apiRequest.ts';
import { parseListParameters, selects } from '../listParameters.ts';
import { requireNamespace, type ResourceRequest } from '../resourceRequest.ts';
import { parseDeleteOptions } from './deleteObject.ts';

/** Deletions in one go; between two goes others have their turn, watchers first of all. */
const batchSize = 50;

/** Deletes everything that the selectors select, and answers with what that was, before it was deleted. */
export async function deleteCollection(of: ResourceRequest, clock: Clock): Promise<ApiResponse> {
  const { request, definition, store, namespace, representation } = of;
  requireNamespace(of);
  const options = parseDeleteOptions(request);
  const parameters = parseListParameters(request.query, definition);
  const selected = store.cache.list({ prefix: store.prefixOf(namespace), matches: selects(parameters, definition) });
  const deleted: StoredObject[] = [];
  for (const [index, stored] of selected.entries()) {
    if (request.signal.aborted) break;
    if (index > 0 && index % batchSize === 0) await nextTurn(clock);
    try {
      store.delete(namespace, stored.object.metadata.name!, options);
      deleted.push(stored);
    } catch (error) {
      if (!ApiError.is(error, 404)) throw error; // somebody else was quicker
    }
  }
  const head = representation.listHead({ resourceVersion: String(store.cache.version) });
  const body = head + deleted.map((stored) => representation.listItem(stored)).join(',') + representation.listTail;
  return { status: 200, contentType: jsonType, warnings: [], body };
}
