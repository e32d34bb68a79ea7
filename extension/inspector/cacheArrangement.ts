import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { type IndexFunc, namespaceIndex, namespaceIndexFunc } from '../informer/indexer.ts';
import { indexFuncOf } from '../informer/namedIndexes.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { IndexInSlices } from './indexInSlices.ts';
import { allKeys, type ShownKeys } from './shownKeys.ts';
import { FilteredKeys } from './treeFilter/filteredKeys.ts';
import type { TreeFilter } from './treeFilter/treeFilter.ts';

/** What somebody has asked to see of a cache. */
interface Asked {
  /** Name of the index by whose values objects are grouped. */
  readonly index: string;
  readonly filter: TreeFilter | undefined;
}

/** What is seen of it: what was asked for, as a whole. */
export interface Picture extends Asked {
  readonly valuesOf: IndexFunc;
  readonly keys: ShownKeys;
  /** The same keys where there is a filter. */
  readonly filtered: FilteredKeys | undefined;
}

export interface CacheArrangementOptions {
  readonly informer: SharedInformer;
  readonly clock: Clock;
  /** Told when another picture is shown. @param before name of the index of the one until now */
  readonly shown: (before: string) => void;
  /** Told of a key that the filter lets through under other values than before: of none before, or of none now. */
  readonly moved: (key: string, before: readonly string[], after: readonly string[]) => void;
  /** Told each time when a filter has looked at some more objects. */
  readonly looked: () => void;
}

/**
 * Which keys of a cache are shown, and under which values. Where a filter or a grouping has to look at all objects, it does so in slices, and what was
 * shown stays, and is kept up, until the new picture is whole.
 */
export class CacheArrangement implements Disposable {
  readonly #options: CacheArrangementOptions;
  #asked: Asked = { index: namespaceIndex, filter: undefined };
  #picture: Picture;
  /** What leads to the picture that was asked for; undefined: it is what is shown. */
  #making: FilteredKeys | IndexInSlices | undefined;

  constructor(options: CacheArrangementOptions) {
    this.#options = options;
    this.#picture = { ...this.#asked, valuesOf: namespaceIndexFunc, keys: allKeys(options.informer.indexer, namespaceIndex), filtered: undefined };
  }

  /** What is shown. */
  get picture(): Picture {
    return this.#picture;
  }

  /** Name of the index of the next one, as soon as that can be shown; undefined: it is that of this one. */
  get nextIndex(): string | undefined {
    return this.#asked.index === this.#picture.index ? undefined : this.#asked.index;
  }

  /** What the filter that was asked for has let through, and what it has not looked at yet; undefined: there is none. */
  get filtered(): Pick<FilteredKeys, 'size' | 'pending' | 'failed' | 'failure'> | undefined {
    if (!this.#asked.filter) return undefined;
    return this.#making instanceof FilteredKeys ? this.#making : this.#picture.filtered;
  }

  /** Groups by another index, which the cache is given if it has none of that name. False where it changes nothing: it is asked for already, or unknown. */
  groupBy(index: string): boolean {
    if (index === this.#asked.index || !this.#funcOf(index)) return false;
    this.#ask({ ...this.#asked, index });
    return true;
  }

  /** Shows what it lets through; undefined: everything. */
  filterBy(filter: TreeFilter | undefined): void {
    this.#ask({ ...this.#asked, filter });
  }

  /** Has the filters look at a key that has changed or gone, that of what is shown and that of what is to come. */
  changed(key: string): void {
    this.#picture.filtered?.changed(key);
    if (this.#making instanceof FilteredKeys) this.#making.changed(key);
  }

  dispose(): void {
    this.#making?.dispose();
    this.#picture.filtered?.dispose();
  }

  #funcOf(index: string): IndexFunc | undefined {
    const present = this.#options.informer.indexer.getIndexers();
    return Object.hasOwn(present, index) ? present[index] : indexFuncOf(index);
  }

  /** Whatever was asked for before and is not shown yet is not wanted any more. */
  #ask(asked: Asked): void {
    this.#making?.dispose();
    this.#making = undefined;
    this.#asked = asked;
    if (asked.index !== this.#picture.index || asked.filter !== this.#picture.filter) this.#make(asked);
  }

  #make({ index, filter }: Asked): void {
    const { informer, clock, moved, looked } = this.#options;
    const { indexer } = informer;
    const valuesOf = this.#funcOf(index)!;
    if (filter) {
      const keys: FilteredKeys = new FilteredKeys({ indexer, filter, clock, valuesOf, whole: () => this.#show({ index, filter, valuesOf, keys, filtered: keys }), moved, looked });
      this.#making = keys;
      return;
    }
    const show = (): void => this.#show({ index, filter, valuesOf, keys: allKeys(indexer, index), filtered: undefined });
    if (Object.hasOwn(indexer.getIndexers(), index)) return show();
    const inSlices = new IndexInSlices(clock, informer.buildIndex(index, valuesOf), show);
    this.#making = inSlices;
    inSlices.start();
  }

  #show(picture: Picture): void {
    const { index, filtered } = this.#picture;
    this.#making = undefined;
    this.#picture = picture;
    filtered?.dispose();
    this.#options.shown(index);
  }
}
