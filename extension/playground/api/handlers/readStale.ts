import type { Faults } from '../../faults/faults.ts';
import { readerOf } from '../../faults/faultSubject.ts';
import { tooLargeResourceVersion } from '../../statusErrors.ts';
import type { Storage } from '../../storage/storage.ts';
import { freshnessMs } from '../../watchCache/freshness.ts';
import { filterOf, type ListParameters } from '../listParameters.ts';
import type { ResourceRequest } from '../resourceRequest.ts';
import { exactVersion, type Listing, lookedThrough } from './readList.ts';

/**
 * A list from a server that has heard nothing since the fault was switched on; undefined where it does not strike. Who asks for the newest, or for
 * one version, is served from the storage, which is never behind.
 * @throws ApiError 504 for a version that this server has not heard of
 */
export async function readStale(of: ResourceRequest, parameters: ListParameters, storage: Storage, faults: Faults): Promise<Listing | undefined> {
  const { resourceVersion: asked } = parameters;
  if (!faults.isOn || !of.store.isCached || asked === undefined || exactVersion(parameters) !== undefined) return undefined;
  const fault = faults.strike('staleRead', readerOf(of, 'list'));
  if (!fault) return undefined;
  const revision = Math.min(Math.max(fault.revision, storage.compacted), storage.revision);
  if (asked > revision) {
    await new Promise<void>((resolve) => void of.store.clock.setTimer(freshnessMs, resolve));
    throw tooLargeResourceVersion(asked, revision);
  }
  const filter = filterOf(parameters, of.definition, of.store.prefixOf(of.namespace));
  const { items } = storage.range(filter.prefix, { revision });
  return { source: 'snapshot', revision, items: items.filter(filter.matches), limit: asked === 0 ? 0 : parameters.limit, lastKey: () => items.findLast(lookedThrough(of, filter).matches)?.key };
}
