import { expired, tooLargeResourceVersion } from '../../statusErrors.ts';
import { CompactedError, type Storage } from '../../storage/storage.ts';
import type { StoredObject } from '../../storage/storedObject.ts';
import { type ApiResponse, type BodyStream, jsonType } from '../apiRequest.ts';
import { encodeContinue } from '../continueToken.ts';
import { type ListParameters, selects } from '../listParameters.ts';
import type { ListMeta } from '../listMeta.ts';
import type { Representation } from '../representation.ts';
import type { ResourceRequest } from '../resourceRequest.ts';

/** Characters per part of a body: small enough not to be felt, large enough not to be many. */
const partLength = 64 * 1024;

/**
 * A list, or a page of one: an exact version and the pages of a list come from the storage's history,
 * everything else from the watch cache, which is waited for where a version is asked for.
 */
export async function listObjects(of: ResourceRequest, parameters: ListParameters, storage: Storage): Promise<ApiResponse> {
  const page = isFromHistory(parameters) ? pageOfHistory(of, parameters, storage) : await pageOfCache(of, parameters, storage);
  const parts = listParts(of.representation, page);
  const first = parts.next().value;
  const second = parts.next();
  const body = second.done ? (first ?? '') : streamOf([first ?? '', second.value].values(), parts);
  return { status: 200, contentType: jsonType, warnings: [], body };
}

interface Page {
  readonly metadata: ListMeta;
  readonly items: readonly StoredObject[];
}

function isFromHistory({ match, limit, resourceVersion, continueToken }: ListParameters): boolean {
  if (match === 'Exact' || continueToken) return true;
  return match === undefined && limit > 0 && resourceVersion !== undefined && resourceVersion > 0;
}

async function pageOfCache({ store, definition, namespace, request }: ResourceRequest, parameters: ListParameters, storage: Storage): Promise<Page> {
  await store.cache.waitUntilFresh(parameters.resourceVersion ?? storage.revision, request.signal);
  const items = store.cache.list({ prefix: store.prefixOf(namespace), matches: selects(parameters, definition) });
  // A limit is ignored for version 0.
  const limit = parameters.resourceVersion === 0 ? 0 : parameters.limit;
  return cutPage(items, { limit, revision: store.cache.version, prefix: store.prefix, isFiltered: isFiltered(parameters) });
}

function pageOfHistory({ store, definition, namespace }: ResourceRequest, parameters: ListParameters, storage: Storage): Page {
  const { continueToken, limit } = parameters;
  const revision = continueToken?.revision ?? parameters.resourceVersion!;
  if (revision > storage.revision) throw tooLargeResourceVersion(revision, storage.revision);
  const prefix = store.prefixOf(namespace);
  const after = continueToken && store.prefix + continueToken.after;
  try {
    const { items } = storage.range(prefix, { revision, ...(after !== undefined && { after }) });
    return cutPage(items.filter(selects(parameters, definition)), { limit, revision, prefix: store.prefix, isFiltered: isFiltered(parameters) });
  } catch (error) {
    if (!CompactedError.is(error)) throw error;
    throw expired(
      continueToken
        ? `the continue token is too old: revision ${revision} has been compacted; start the list again`
        : `too old resource version: ${revision} (${error.data})`,
    );
  }
}

interface Cut {
  readonly limit: number;
  readonly revision: number;
  readonly prefix: string;
  readonly isFiltered: boolean;
}

function cutPage(items: readonly StoredObject[], { limit, revision, prefix, isFiltered: filtered }: Cut): Page {
  const resourceVersion = String(revision);
  if (limit === 0 || items.length <= limit) return { metadata: { resourceVersion }, items };
  const page = items.slice(0, limit);
  const next = encodeContinue({ revision, after: page.at(-1)!.key.slice(prefix.length) });
  // Of a list with selectors the server does not say how much is left: its storage would have to read it all.
  return { metadata: { resourceVersion, continue: next, ...(!filtered && { remainingItemCount: items.length - limit }) }, items: page };
}

function isFiltered({ labels, fields }: ListParameters): boolean {
  return labels.length + fields.length > 0;
}

function* listParts(representation: Representation, { metadata, items }: Page): Generator<string> {
  let part = representation.listHead(metadata);
  for (const [index, stored] of items.entries()) {
    part += index > 0 ? `,${representation.listItem(stored)}` : representation.listItem(stored);
    if (part.length < partLength) continue;
    yield part;
    part = '';
  }
  yield part + representation.listTail;
}

function streamOf(...sources: readonly Iterator<string>[]): BodyStream {
  const waiting = [...sources];
  return {
    next: () => {
      while (waiting.length > 0) {
        const { done, value } = waiting[0]!.next();
        if (!done) return Promise.resolve(value);
        waiting.shift();
      }
      return Promise.resolve(undefined);
    },
    close: () => {
      waiting.length = 0;
    },
  };
}
