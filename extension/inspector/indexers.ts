import { ownerIndex, ownerIndexFunc } from '../informer/indexFuncs.ts';
import { type IndexFunc, namespaceIndex, namespaceIndexFunc } from '../informer/indexer.ts';

/** The indexes of every cache: the tree groups by namespace, the sample reconcilers look up by owner. */
export const sessionIndexers: Readonly<Record<string, IndexFunc>> = {
  [namespaceIndex]: namespaceIndexFunc,
  [ownerIndex]: ownerIndexFunc,
};
