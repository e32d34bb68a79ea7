import { isTooLargeResourceVersion } from '../../../kube/status.ts';
import type { ReadSource } from '../../registry/readCounts.ts';
import { expired, tooLargeResourceVersion } from '../../statusErrors.ts';
import { CompactedError, type Storage } from '../../storage/storage.ts';
import type { StoredObject } from '../../storage/storedObject.ts';
import type { ObjectFilter } from '../../watchCache/cacheEvent.ts';
import type { FeatureGates } from '../featureGates.ts';
import { filterOf, type ListParameters } from '../listParameters.ts';
import type { ResourceRequest } from '../resourceRequest.ts';

/** What a list request selects, all of it, and the version at which that stands. */
export interface Listing {
  readonly source: ReadSource;
  readonly revision: number;
  readonly items: readonly StoredObject[];
  /** How many of the items are wanted; 0: all. */
  readonly limit: number;
  /** The key of the last of all there is where it was looked, selected or not. */
  readonly lastKey: () => string | undefined;
}

/**
 * Reads a list from where the API server reads it: one version and the pages of a list from what the watch cache still
 * knows of its past, else from the storage; everything else from the watch cache, which is waited for where a version is asked
 * for. Where that takes too long, or there is no cache, from the storage.
 * @throws ApiError 410 for what is compacted, 504 for a version that does not come, 429 while the cache is not ready
 */
export async function readList(of: ResourceRequest, parameters: ListParameters, storage: Storage, gates: FeatureGates): Promise<Listing> {
  const filter = filterOf(parameters, of.definition, of.store.prefixOf(of.namespace));
  const exact = exactVersion(parameters);
  if (exact !== undefined) return readExact(of, parameters, storage, gates, filter, exact);
  if (!of.store.isCached || (parameters.resourceVersion === undefined && !gates.ConsistentListFromCache)) return readNewest(of, parameters, storage, filter);
  const { cache } = of.store;
  if (!cache.readiness.isReady) {
    if (parameters.limit > 0 && parameters.labels.length + parameters.fields.length === 0) return readNewest(of, parameters, storage, filter);
    throw cache.readiness.refusal();
  }
  try {
    await cache.waitUntilFresh(parameters.resourceVersion ?? storage.revision, of.request.signal);
  } catch (error) {
    if (parameters.resourceVersion !== undefined || !isTooLargeResourceVersion(error)) throw error;
    return readNewest(of, parameters, storage, filter);
  }
  // A limit is ignored for version 0.
  const limit = parameters.resourceVersion === 0 ? 0 : parameters.limit;
  return { source: 'cache', revision: cache.version, items: cache.list(filter), limit, lastKey: () => cache.list(lookedThrough(of, filter)).at(-1)?.key };
}

/** The one version that is asked for, if one is: by name, by a token, or by a limit beside a version. */
export function exactVersion({ match, limit, resourceVersion = 0, continueToken }: ListParameters): number | undefined {
  if (continueToken) return continueToken.revision;
  return match === 'Exact' || (match === undefined && limit > 0 && resourceVersion > 0) ? resourceVersion : undefined;
}

function readExact(of: ResourceRequest, { continueToken, limit }: ListParameters, storage: Storage, gates: FeatureGates, filter: ObjectFilter, revision: number): Listing {
  if (revision > storage.revision) throw tooLargeResourceVersion(revision, storage.revision);
  const { store } = of;
  const all = lookedThrough(of, filter);
  const after = continueToken ? store.prefix + continueToken.after : '';
  // What is compacted has expired, even where the cache would still know it.
  const mayBeKept = gates.ListFromCacheSnapshot && store.isCached && revision >= storage.compacted;
  const kept = mayBeKept ? store.cache.listAt(revision, filter) : undefined;
  if (kept) return { source: 'snapshot', revision, items: kept.filter(({ key }) => key > after), limit, lastKey: () => store.cache.listAt(revision, all)?.at(-1)?.key };
  try {
    const { items } = storage.range(filter.prefix, { revision, after });
    return { source: 'storage', revision, items: items.filter(filter.matches), limit, lastKey: () => items.findLast(all.matches)?.key };
  } catch (error) {
    if (!CompactedError.is(error)) throw error;
    throw expired(
      continueToken
        ? `the continue token is too old: revision ${revision} has been compacted; start the list again`
        : `too old resource version: ${revision} (${error.data})`,
    );
  }
}

/** A storage knows of no lag: what is not there now is asked for too early. */
function readNewest(of: ResourceRequest, { resourceVersion = 0, limit }: ListParameters, storage: Storage, filter: ObjectFilter): Listing {
  const { revision } = storage;
  if (resourceVersion > revision) throw tooLargeResourceVersion(resourceVersion, revision);
  const { items } = storage.range(filter.prefix);
  return { source: 'storage', revision, items: items.filter(filter.matches), limit, lastKey: () => items.findLast(lookedThrough(of, filter).matches)?.key };
}

/** What a server reads to find what a list selects: one object where its name is asked for, else all there are. */
export function lookedThrough({ namespace, definition }: ResourceRequest, { prefix, name, matches }: ObjectFilter): ObjectFilter {
  const isOne = name !== undefined && (namespace !== '' || !definition.namespaced);
  return { prefix, matches: isOne ? matches : () => true };
}
