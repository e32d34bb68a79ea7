import { type ApiResponse, type BodyStream, jsonType } from '../apiRequest.ts';
import { encodeContinue } from '../continueToken.ts';
import type { FeatureGates } from '../featureGates.ts';
import type { ListMeta } from '../listMeta.ts';
import type { ListParameters } from '../listParameters.ts';
import type { Representation } from '../representation.ts';
import type { ResourceRequest } from '../resourceRequest.ts';
import type { Storage } from '../../storage/storage.ts';
import type { StoredObject } from '../../storage/storedObject.ts';
import { type Listing, readList } from './readList.ts';

/** Characters per part of a body: small enough not to be felt, large enough not to be many. */
const partLength = 64 * 1024;

/** A list, or a page of one. */
export async function listObjects(of: ResourceRequest, parameters: ListParameters, storage: Storage, gates: FeatureGates): Promise<ApiResponse> {
  const listing = await readList(of, parameters, storage, gates);
  of.store.reads.add(listing.source, listing.items.length);
  const parts = listParts(of.representation, pageOf(listing, parameters, of.store.prefix));
  const first = parts.next().value;
  const second = parts.next();
  const body = second.done ? (first ?? '') : streamOf([first ?? '', second.value].values(), parts);
  return { status: 200, contentType: jsonType, warnings: [], body };
}

interface Page {
  readonly metadata: ListMeta;
  readonly items: readonly StoredObject[];
}

function pageOf({ items, revision, limit }: Listing, { labels, fields }: ListParameters, prefix: string): Page {
  const resourceVersion = String(revision);
  if (limit === 0 || items.length <= limit) return { metadata: { resourceVersion }, items };
  const page = items.slice(0, limit);
  const next = encodeContinue({ revision, after: page.at(-1)!.key.slice(prefix.length) });
  const isFiltered = labels.length + fields.length > 0;
  // Of a list with selectors the server does not say how much is left: its storage would have to read it all.
  return { metadata: { resourceVersion, continue: next, ...(!isFiltered && { remainingItemCount: items.length - limit }) }, items: page };
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
