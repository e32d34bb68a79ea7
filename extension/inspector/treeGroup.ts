import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { PagedNodes } from './pagedNodes.ts';
import { rangesBelow } from './rangesBelow.ts';
import { SlicedSort } from './slicedSort.ts';
import { isMuchToSort } from './sortSteps.ts';
import { type GroupNode, type InformerNode, nodeId, type ObjectNode, type RangeNode } from './treeNode.ts';

type Pages = PagedNodes<InformerNode | GroupNode, RangeNode>;

export interface TreeGroupOptions {
  readonly informer: InformerNode;
  /** The informer itself where they stand right below it. */
  readonly node: InformerNode | GroupNode;
  /** Tells the same object from itself where it may stand in several groups. */
  readonly place: readonly string[];
  /** Its keys, as they are when it is asked. */
  readonly keys: () => ReadonlySet<string>;
}

/** The objects of one value, as the tree shows them. Nodes stay the same for as long as they are there. */
export class TreeGroup implements Disposable {
  readonly node: InformerNode | GroupNode;
  readonly #options: TreeGroupOptions;
  /** Undefined while nobody has asked for them. */
  #pages: Pages | undefined;
  /** What leads to them, where that takes long. */
  #sorting: SlicedSort | undefined;
  /** Those that have been shown. */
  readonly #objects = new Map<string, ObjectNode>();

  constructor(options: TreeGroupOptions) {
    this.node = options.node;
    this.#options = options;
  }

  /** Undefined while nobody has looked into it. */
  get pages(): Pick<Pages, 'count' | 'bounds' | 'has'> | undefined {
    return this.#pages;
  }

  /** Undefined: what is below it can be had at once. Otherwise so many keys are to be put in order that it is done in slices first: over when they are, or when they are to be read again. */
  whenSorted(clock: Clock): Promise<void> | undefined {
    if (this.#pages) return undefined;
    const keys = this.#options.keys();
    if (!isMuchToSort(keys.size)) return undefined;
    this.#sorting ??= this.#sort(clock, keys);
    return this.#sorting.done;
  }

  /** Right below it, or in a range of it. */
  children(node: InformerNode | GroupNode | RangeNode): readonly (ObjectNode | RangeNode)[] {
    return this.#read().children(node, (key, parent) => this.#object(key, parent));
  }

  /** The node of a key that is there, with everything that it hangs on. */
  find(key: string): ObjectNode {
    return this.#object(key, this.#read().parentOf(key));
  }

  /** The node of a key, where it has been shown. */
  shown(key: string): ObjectNode | undefined {
    return this.#objects.get(key);
  }

  /** Has a key there or not. @returns the node that has other children now, as far as anybody has seen them */
  set(key: string, isThere: boolean): InformerNode | GroupNode | RangeNode {
    if (!isThere) this.#objects.delete(key);
    this.#sorting?.changed(key);
    return this.#pages ? (this.#pages.set(key, isThere) ?? this.#pages.nearest(key)) : this.node;
  }

  /** Puts together what is below its node anew when somebody asks for it. */
  readAgain(): void {
    this.#pages = undefined;
    this.dispose();
  }

  /** Nobody asks for it any more. */
  dispose(): void {
    this.#sorting?.dispose();
    this.#sorting = undefined;
  }

  #read(): Pages {
    return (this.#pages ??= this.#paged([...this.#options.keys()].toSorted()));
  }

  #sort(clock: Clock, keys: ReadonlySet<string>): SlicedSort {
    return new SlicedSort(clock, [...keys], (sorted, changed) => {
      this.#sorting = undefined;
      this.#pages ??= this.#paged(sorted);
      const now = this.#options.keys();
      for (const key of changed) this.#pages.set(key, now.has(key));
    });
  }

  #paged(sortedKeys: readonly string[]): Pages {
    return new PagedNodes(this.node, sortedKeys, rangesBelow(this.node, 'objects'));
  }

  #object(key: string, parent: ObjectNode['parent']): ObjectNode {
    let node = this.#objects.get(key);
    if (node?.parent !== parent) {
      const { informer, place } = this.#options;
      node = { type: 'object', id: nodeId('object', informer.parent.id, informer.name, key, ...place), parent, key };
      this.#objects.set(key, node);
    }
    return node;
  }
}
