import { nodeNameIndexFunc, ownerIndex, ownerIndexFunc } from '../informer/indexFuncs.ts';
import { type IndexFunc, namespaceIndex, namespaceIndexFunc, type ReadonlyIndexer } from '../informer/indexer.ts';
import { TerminalError } from './api.ts';

/** Each label as `app=web`, the way a selector has it. */
const labelsIndexFunc: IndexFunc = ({ metadata }) => Object.entries(metadata.labels ?? {}).map(([label, value]) => `${label}=${value}`);

/** What a reconciler may look things up by, in every resource that it watches. */
const readIndexes: Readonly<Record<string, IndexFunc>> = {
  [namespaceIndex]: namespaceIndexFunc,
  [ownerIndex]: ownerIndexFunc,
  node: nodeNameIndexFunc,
  labels: labelsIndexFunc,
};

/**
 * Sees to it that the cache has the index: one that nobody has used yet is made now, since each costs memory for every object.
 * @throws TerminalError for one that there is not
 */
export function ensureIndex(indexer: ReadonlyIndexer, index: string): void {
  if (Object.hasOwn(indexer.getIndexers(), index)) return;
  const indexFunc = Object.hasOwn(readIndexes, index) ? readIndexes[index] : undefined;
  if (!indexFunc) throw new TerminalError(`There is no index ${JSON.stringify(index)}: look things up by ${Object.keys(readIndexes).join(', ')}.`);
  indexer.addIndexers({ [index]: indexFunc });
}
