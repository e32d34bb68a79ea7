import type { ApiObserver } from '../apiObserver.ts';
import { type ApiResponse, jsonType } from '../apiRequest.ts';
import { encodeContinue } from '../continueToken.ts';
import type { FeatureGates } from '../featureGates.ts';
import type { ListedBytes } from '../listedBytes.ts';
import type { ListMeta } from '../listMeta.ts';
import type { ListParameters } from '../listParameters.ts';
import type { ResourceRequest } from '../resourceRequest.ts';
import type { Faults } from '../../faults/faults.ts';
import type { Storage } from '../../storage/storage.ts';
import { pollerAgent, readHeader } from '../../traffic/pollerHeaders.ts';
import type { StoredObject } from '../../storage/storedObject.ts';
import { listBody } from './listBody.ts';
import { type Listing, readList } from './readList.ts';
import { readStale } from './readStale.ts';

export interface ListPorts {
  readonly storage: Storage;
  readonly gates: FeatureGates;
  readonly listed: ListedBytes;
  readonly faults: Faults;
  readonly observer: ApiObserver | undefined;
}

/** A list, or a page of one. */
export async function listObjects(of: ResourceRequest, parameters: ListParameters, { storage, gates, listed, faults, observer }: ListPorts): Promise<ApiResponse> {
  const listing = (await readStale(of, parameters, storage, faults)) ?? (await readList(of, parameters, storage, gates));
  of.store.reads.add(listing.source, listing.items.length);
  observer?.read?.(of.definition, listing.source, listing.items.length);
  // Nobody asks for an old version twice.
  const kept = of.representation.isWhole && listing.source === 'cache' ? listed : undefined;
  const { metadata, items } = pageOf(listing, parameters, of.store.prefix);
  const said = of.request.userAgent === pollerAgent ? { headers: { [readHeader]: `${listing.source} ${listing.items.length}` } } : {};
  return { status: 200, contentType: jsonType, warnings: [], ...said, body: listBody(of.representation, metadata, items, kept) };
}

interface Page {
  readonly metadata: ListMeta;
  readonly items: readonly StoredObject[];
}

function pageOf({ items, revision, limit, lastKey }: Listing, { labels, fields }: ListParameters, prefix: string): Page {
  const resourceVersion = String(revision);
  // Whoever fills a page does not look whether what is left is selected: the next one may be empty.
  const isLast = limit === 0 || items.length < limit || (items.length === limit && items.at(-1)!.key >= (lastKey() ?? ''));
  if (isLast) return { metadata: { resourceVersion }, items };
  const page = items.slice(0, limit);
  const next = encodeContinue({ revision, after: page.at(-1)!.key.slice(prefix.length) });
  const isFiltered = labels.length + fields.length > 0;
  // Of a list with selectors the server does not say how much is left: its storage would have to read it all.
  return { metadata: { resourceVersion, continue: next, ...(!isFiltered && { remainingItemCount: items.length - limit }) }, items: page };
}
