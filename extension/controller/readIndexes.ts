import { ownerIndex } from '../informer/indexFuncs.ts';
import { namespaceIndex, type ReadonlyIndexer } from '../informer/indexer.ts';
import { indexFuncOf, labelsIndex, nodeIndex } from '../informer/namedIndexes.ts';
import { TerminalError } from './api.ts';

/** What a reconciler may look things up by, in every resource that it watches. */
const readIndexes: readonly string[] = [namespaceIndex, ownerIndex, nodeIndex, labelsIndex];

/**
 * Sees to it that the cache has the index: one that nobody has used yet is made now, since each costs memory for every object.
 * @throws TerminalError for one that there is not
 */
export function ensureIndex(indexer: ReadonlyIndexer, index: string): void {
  if (Object.hasOwn(indexer.getIndexers(), index)) return;
  const indexFunc = readIndexes.includes(index) ? indexFuncOf(index) : undefined;
  if (!indexFunc) throw new TerminalError(`There is no index ${JSON.stringify(index)}: look things up by ${readIndexes.join(', ')}.`);
  indexer.addIndexers({ [index]: indexFunc });
}
