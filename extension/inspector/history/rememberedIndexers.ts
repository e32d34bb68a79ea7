import type { IndexFunc } from '../../informer/indexer.ts';
import { indexFuncOf } from '../../informer/namedIndexes.ts';
import type { KubeObject } from '../../kube/object.ts';

/** The same indexes, of which each object is asked once: a cache that is rebuilt again and again has nearly always the same objects, whose fields are text. */
export class RememberedIndexers {
  /** Those of every cache. */
  readonly all: Readonly<Record<string, IndexFunc>>;
  readonly #others = new Map<string, IndexFunc | undefined>();

  constructor(indexers: Readonly<Record<string, IndexFunc>>) {
    this.all = Object.fromEntries(Object.entries(indexers).map(([name, func]) => [name, remembered(func)]));
  }

  /** One that a cache was given later, by its name. */
  named(name: string): IndexFunc | undefined {
    if (!this.#others.has(name)) {
      const func = indexFuncOf(name);
      this.#others.set(name, func && remembered(func));
    }
    return this.#others.get(name);
  }
}

function remembered(func: IndexFunc): IndexFunc {
  const values = new WeakMap<KubeObject, readonly string[]>();
  return (object) => {
    let known = values.get(object);
    if (!known) values.set(object, (known = func(object)));
    return known;
  };
}
