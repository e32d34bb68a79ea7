import { CodedError } from '../base/codedError.ts';
import { hasMetadata, type KubeObject } from '../kube/object.ts';
import type { IndexChange } from '../trace/entry.ts';
import type { DeletedFinalStateUnknown } from './eventHandler.ts';
import { IndexBuild } from './indexBuild.ts';

/** Maps an object to the values under which an index finds it (I-16). Pure, and the same for the same object. */
export type IndexFunc = (object: KubeObject) => readonly string[];

/** Name of the index by namespace, present in every informer that a factory makes (I-24, I-25). */
export const namespaceIndex = 'namespace';

/** `MetaNamespaceIndexFunc`: the empty value for cluster-scoped objects. */
export const namespaceIndexFunc: IndexFunc = (object) => [object.metadata.namespace ?? ''];

/** The cache as its readers see it. Objects are shared and must not be changed; lists are snapshots in no promised order. */
export interface ReadonlyIndexer {
  readonly size: number;
  /** Version of the last write, list or bookmark; no maximum is kept (I-12). */
  readonly resourceVersion: string;
  get(key: string): KubeObject | undefined;
  list(): KubeObject[];
  listKeys(): string[];
  /** @throws IndexError for an unknown index, as the next two do */
  byIndex(index: string, value: string): KubeObject[];
  /** Sorted. */
  indexKeys(index: string, value: string): string[];
  /** The same without an order and without a copy: for who looks at the first few, or counts them. */
  keysOf(index: string, value: string): ReadonlySet<string>;
  /** The objects that share at least one value with `object`, each once. */
  index(index: string, object: KubeObject): KubeObject[];
  /** Every value that has a key now; empty for an unknown index. */
  listIndexFuncValues(index: string): string[];
  getIndexers(): Readonly<Record<string, IndexFunc>>;
  /** Adds indexes and fills them from what is there. @throws IndexError on a name that is taken; then none is added */
  addIndexers(indexers: Readonly<Record<string, IndexFunc>>): void;
}

export class IndexError extends CodedError<'UnknownIndex' | 'IndexerConflict' | 'IndexFuncFailed'> {
  override readonly name = 'IndexError';

  static is(error: unknown, code?: IndexError['code']): error is IndexError {
    return error instanceof IndexError && (code === undefined || error.code === code);
  }
}

/** One write of a transaction (I-11). */
export type IndexerWrite =
  | { readonly type: 'put'; readonly key: string; readonly object: KubeObject }
  | { readonly type: 'remove'; readonly key: string; readonly object: KubeObject | DeletedFinalStateUnknown };

/** What a write of a transaction changed in the indexes, or how it failed. */
export interface IndexerWriteResult {
  readonly changes?: readonly IndexChange[] | undefined;
  readonly error?: unknown;
}

interface Index {
  readonly func: IndexFunc;
  /** Keys by value; a value without keys is not here (I-18). */
  readonly keys: Map<string, Set<string>>;
}

/**
 * The local cache: client-go's `threadSafeMap` behind its `Indexer`. Never looks at versions, the last
 * write wins (I-06). Keys are computed by the caller, once for the whole pipeline.
 */
export class Indexer implements ReadonlyIndexer {
  #items = new Map<string, KubeObject>();
  readonly #indices = new Map<string, Index>();
  /** Those that are being made. */
  readonly #builds = new Map<IndexBuild, Index>();
  readonly #onVersion: ((resourceVersion: string) => void) | undefined;
  #onIndexes: ((names: readonly string[]) => void) | undefined;
  #resourceVersion = '';

  /**
   * @param onVersion told of each new version of the store
   * @param onIndexes told of the names of indexes that are added later
   */
  constructor(indexers: Readonly<Record<string, IndexFunc>> = {}, onVersion?: (resourceVersion: string) => void, onIndexes?: (names: readonly string[]) => void) {
    this.#onVersion = onVersion;
    this.addIndexers(indexers);
    this.#onIndexes = onIndexes;
  }

  get size(): number {
    return this.#items.size;
  }

  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  get(key: string): KubeObject | undefined {
    return this.#items.get(key);
  }

  list(): KubeObject[] {
    return [...this.#items.values()];
  }

  listKeys(): string[] {
    return [...this.#items.keys()];
  }

  /** The keys themselves, without a copy. */
  keys(): Iterable<string> {
    return this.#items.keys();
  }

  /** The objects themselves, without a copy. */
  values(): Iterable<KubeObject> {
    return this.#items.values();
  }

  /**
   * Stores the object and updates each index (I-04, I-17).
   * @returns what changed in the indexes; undefined when nothing did
   * @throws IndexError `IndexFuncFailed`; the object is stored and the other indexes are right (I-19)
   */
  put(key: string, object: KubeObject): readonly IndexChange[] | undefined {
    const old = this.#items.get(key);
    this.#items.set(key, object);
    this.#noteVersion(object);
    return this.#updateIndices(key, old, object);
  }

  /**
   * Removes the key; one that is not there is no error (I-05). `object` is the deletion's, for its version;
   * a tombstone has none (I-13).
   */
  remove(key: string, object?: KubeObject | DeletedFinalStateUnknown): readonly IndexChange[] | undefined {
    const old = this.#items.get(key);
    this.#noteVersion(object);
    if (!old) return undefined;
    this.#items.delete(key);
    return this.#updateIndices(key, old, undefined);
  }

  /** Swaps the whole content and rebuilds every index (I-09). The map is kept: hand it over. */
  replace(items: Map<string, KubeObject>, resourceVersion: string): void {
    this.#items = items;
    this.#moveTo(resourceVersion);
    let failure: IndexError | undefined;
    for (const [name, index] of this.#indices) failure = this.#fill(name, index) ?? failure;
    for (const [build, { keys }] of this.#builds) {
      keys.clear();
      build.restart(this.listKeys());
    }
    if (failure) throw failure;
  }

  /**
   * Applies the writes in order; the version becomes that of the last one's object (I-12). One that fails keeps
   * none of the others from being applied (I-11).
   */
  transaction(writes: readonly IndexerWrite[]): IndexerWriteResult[] {
    return writes.map((write) => {
      try {
        const changes = write.type === 'put' ? this.put(write.key, write.object) : this.remove(write.key, write.object);
        return { changes };
      } catch (error) {
        return { error };
      }
    });
  }

  bookmark(resourceVersion: string): void {
    this.#moveTo(resourceVersion);
  }

  /** What in the indexes differs between two states of one object: what a write says that is done by itself. */
  changesBetween(old: KubeObject | undefined, object: KubeObject | undefined): readonly IndexChange[] | undefined {
    let changes: IndexChange[] | undefined;
    for (const [name, { func }] of this.#indices) {
      const change = indexChange(name, old ? knownValues(func, old) : noValues, object ? knownValues(func, object) : noValues);
      if (change) (changes ??= []).push(change);
    }
    return changes;
  }

  byIndex(index: string, value: string): KubeObject[] {
    return this.#objectsOf(this.#index(index).keys.get(value) ?? []);
  }

  indexKeys(index: string, value: string): string[] {
    return [...(this.#index(index).keys.get(value) ?? [])].toSorted();
  }

  keysOf(index: string, value: string): ReadonlySet<string> {
    return this.#index(index).keys.get(value) ?? noKeys;
  }

  index(index: string, object: KubeObject): KubeObject[] {
    const { func, keys } = this.#index(index);
    const found = new Set<string>();
    for (const value of func(object)) for (const key of keys.get(value) ?? []) found.add(key);
    return this.#objectsOf(found);
  }

  listIndexFuncValues(index: string): string[] {
    return [...(this.#indices.get(index)?.keys.keys() ?? [])];
  }

  getIndexers(): Readonly<Record<string, IndexFunc>> {
    return Object.fromEntries(Array.from(this.#indices, ([name, { func }]) => [name, func]));
  }

  addIndexers(indexers: Readonly<Record<string, IndexFunc>>): void {
    for (const name of Object.keys(indexers)) {
      if (this.#indices.has(name)) throw new IndexError('IndexerConflict', `an index named ${JSON.stringify(name)} is there already`, name);
    }
    this.#onIndexes?.(Object.keys(indexers));
    let failure: IndexError | undefined;
    for (const [name, func] of Object.entries(indexers)) {
      const index: Index = { func, keys: new Map() };
      this.#indices.set(name, index);
      failure = this.#fill(name, index) ?? failure;
    }
    if (failure) throw failure;
  }

  /** Begins to make an index without looking at all objects at once. One of that name that is added meanwhile stays; an object on which the function fails stands under no value. */
  buildIndex(name: string, func: IndexFunc): IndexBuild {
    const index: Index = { func, keys: new Map() };
    const build = new IndexBuild({
      keys: this.listKeys(),
      put: (key) => {
        const object = this.#items.get(key);
        if (object) for (const value of knownValues(func, object)) addKey(index, value, key);
      },
      finish: () => {
        if (!this.#builds.delete(build) || this.#indices.has(name)) return;
        this.#onIndexes?.([name]);
        this.#indices.set(name, index);
      },
      forget: () => this.#builds.delete(build),
    });
    this.#builds.set(build, index);
    return build;
  }

  #index(name: string): Index {
    const index = this.#indices.get(name);
    if (!index) throw new IndexError('UnknownIndex', `Index with name ${name} does not exist`, name);
    return index;
  }

  #objectsOf(keys: Iterable<string>): KubeObject[] {
    const objects: KubeObject[] = [];
    for (const key of keys) objects.push(this.#items.get(key)!);
    return objects;
  }

  #noteVersion(object: unknown): void {
    if (hasMetadata(object)) this.#moveTo(object.metadata.resourceVersion ?? '');
  }

  #moveTo(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion;
    this.#onVersion?.(resourceVersion);
  }

  #fill(name: string, index: Index): IndexError | undefined {
    index.keys.clear();
    let failure: IndexError | undefined;
    for (const [key, object] of this.#items) {
      try {
        for (const value of index.func(object)) addKey(index, value, key);
      } catch (error) {
        failure ??= indexFuncFailed(name, key, error);
      }
    }
    return failure;
  }

  #updateIndices(key: string, old: KubeObject | undefined, object: KubeObject | undefined): readonly IndexChange[] | undefined {
    let changes: IndexChange[] | undefined;
    let failure: IndexError | undefined;
    for (const [name, index] of this.#indices) {
      try {
        const change = updateIndex(name, index, key, old, object);
        if (change) (changes ??= []).push(change);
      } catch (error) {
        failure ??= indexFuncFailed(name, key, error);
      }
    }
    for (const { func, keys } of this.#builds.values()) {
      if (old) for (const value of knownValues(func, old)) removeKey({ keys }, value, key);
      if (object) for (const value of knownValues(func, object)) addKey({ keys }, value, key);
    }
    if (failure) throw failure;
    return changes;
  }
}

const noValues: readonly string[] = [];
const noKeys: ReadonlySet<string> = new Set();

function updateIndex(
  name: string,
  index: Index,
  key: string,
  old: KubeObject | undefined,
  object: KubeObject | undefined,
): IndexChange | undefined {
  const before = old ? knownValues(index.func, old) : noValues;
  let after = noValues;
  let failure: { readonly error: unknown } | undefined;
  try {
    if (object) after = index.func(object);
  } catch (error) {
    failure = { error };
  }
  const change = indexChange(name, before, after);
  for (const value of change?.removed ?? noValues) removeKey(index, value, key);
  for (const value of change?.added ?? noValues) addKey(index, value, key);
  if (failure) throw failure.error;
  return change;
}

function indexChange(index: string, before: readonly string[], after: readonly string[]): IndexChange | undefined {
  if (before.length === 1 && after.length === 1 && before[0] === after[0]) return undefined;
  const removed = before.length === 0 ? noValues : before.filter((value) => !after.includes(value));
  const added = before.length === 0 ? after : after.filter((value) => !before.includes(value));
  return removed.length + added.length > 0 ? { index, removed, added } : undefined;
}

/** The values of an object that is indexed; none if its function failed, which was reported when it was. */
function knownValues(func: IndexFunc, object: KubeObject): readonly string[] {
  try {
    return func(object);
  } catch {
    return noValues;
  }
}

function addKey(index: Pick<Index, 'keys'>, value: string, key: string): void {
  const keys = index.keys.get(value);
  if (keys) keys.add(key);
  else index.keys.set(value, new Set([key]));
}

function removeKey(index: Pick<Index, 'keys'>, value: string, key: string): void {
  const keys = index.keys.get(value);
  if (keys?.delete(key) && keys.size === 0) index.keys.delete(value);
}

function indexFuncFailed(name: string, key: string, error: unknown): IndexError {
  const message = `the function of index ${JSON.stringify(name)} failed on ${JSON.stringify(key)}`;
  return new IndexError('IndexFuncFailed', message, { index: name, key }, { cause: error });
}
