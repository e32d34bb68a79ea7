import type { IndexFunc } from '../../informer/indexer.ts';
import type { KubeObject } from '../../kube/object.ts';

/** The same indexes, of which each object is asked once: a cache that is rebuilt again and again has nearly always the same objects, whose fields are text. */
export function rememberedIndexers(indexers: Readonly<Record<string, IndexFunc>>): Readonly<Record<string, IndexFunc>> {
  return Object.fromEntries(Object.entries(indexers).map(([name, func]) => [name, remembered(func)]));
}

function remembered(func: IndexFunc): IndexFunc {
  const values = new WeakMap<KubeObject, readonly string[]>();
  return (object) => {
    let known = values.get(object);
    if (!known) values.set(object, (known = func(object)));
    return known;
  };
}
