import { type IndexFunc, namespaceIndex, namespaceIndexFunc } from '../informer/indexer.ts';
import { controllerOf } from '../kube/object.ts';

/** Finds what a controller owns: by the UID of the managing owner. */
export const ownerIndex = 'owner';

/** The indexes of every cache: the tree groups by namespace, the sample reconcilers look up by owner. */
export const sessionIndexers: Readonly<Record<string, IndexFunc>> = {
  [namespaceIndex]: namespaceIndexFunc,
  [ownerIndex](object) {
    const owner = controllerOf(object);
    return owner ? [owner.uid] : [];
  },
};
