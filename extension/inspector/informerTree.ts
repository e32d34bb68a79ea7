import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../informer/eventHandler.ts';
import { namespaceIndex } from '../informer/indexer.ts';
import type { HandlerRegistration, SharedInformer } from '../informer/sharedInformer.ts';
import { metaNamespaceKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import { CacheArrangement, type Picture } from './cacheArrangement.ts';
import { PagedNodes } from './pagedNodes.ts';
import { rangesBelow } from './rangesBelow.ts';
import { SlicedSort } from './slicedSort.ts';
import { isMuchToSort } from './sortSteps.ts';
import type { TreeFilter } from './treeFilter/treeFilter.ts';
import { TreeGroup } from './treeGroup.ts';
import { treeHandler } from './treeHandler.ts';
import { type GroupNode, type InformerNode, nodeId, type ObjectNode, type RangeNode, type TreeNode } from './treeNode.ts';

type ValuePages = PagedNodes<InformerNode, RangeNode>;

export interface InformerTreeOptions {
  readonly clock: Clock;
  /** Told of each node that looks different now, or has other children. */
  readonly changed: (node: TreeNode) => void;
  /** Told of each node of which only figures are others, which is not as urgent. */
  readonly counted: (node: TreeNode) => void;
  /** Told each time when a filter has looked at some more objects. */
  readonly looked: () => void;
  /** Told of each node whose object has gone from the cache. */
  readonly gone: (node: ObjectNode) => void;
  /** Told of each object that has come since the first list, has changed, or has gone. @param after undefined: gone */
  readonly happened: (key: string, before: KubeObject | undefined, after: KubeObject | undefined) => void;
}

/**
 * The part of the tree under one informer. It listens as a handler of its own ({@link treeHandler}), so it stands still while the pipeline is held. What somebody has looked at is kept up
 * key by key, so that a call costs a small page of keys and no more, however many are cached; what nobody has looked at costs nothing.
 */
export class InformerTree implements Disposable {
  readonly node: InformerNode;
  readonly informer: SharedInformer;
  readonly #options: InformerTreeOptions;
  readonly #registration: HandlerRegistration;
  /** Those that somebody has asked for, by value. */
  readonly #groups = new Map<string, TreeGroup>();
  /** All values but the empty one; undefined while nobody has asked for them. */
  #values: ValuePages | undefined;
  /** What leads to them, where that takes long. */
  #sortingValues: SlicedSort | undefined;
  readonly #arrangement: CacheArrangement;

  constructor(node: InformerNode, informer: SharedInformer, options: InformerTreeOptions) {
    this.node = node;
    this.informer = informer;
    this.#options = options;
    const { clock, looked } = options;
    this.#arrangement = new CacheArrangement({ informer, clock, shown: (before) => this.#rearranged(before), moved: (...change) => this.#moved(...change), looked });
    this.#registration = informer.addEventHandler(this.#handler(), { name: treeHandler });
  }

  /** Name of the index by whose values objects are grouped. */
  get grouping(): string {
    return this.#picture.index;
  }

  /** Name of the index by which they will be grouped as soon as that can be shown; undefined: they are. */
  get nextGrouping(): string | undefined {
    return this.#arrangement.nextIndex;
  }

  /** Groups by another index, which the cache is given if it has none of that name. An unknown one changes nothing. */
  groupBy(index: string): void {
    if (this.#arrangement.groupBy(index)) this.#options.changed(this.node);
  }

  /** What a filter has let through, and what it has not looked at yet; undefined: there is none. */
  get filtered(): CacheArrangement['filtered'] {
    return this.#arrangement.filtered;
  }

  /** Shows what it lets through; undefined: everything. */
  filterBy(filter: TreeFilter | undefined): void {
    this.#arrangement.filterBy(filter);
    this.#options.changed(this.node);
  }

  /** Objects under a node; of a range of groups, groups. */
  count(node: InformerNode | GroupNode | RangeNode): number {
    if (node.type === 'informer') return this.#picture.keys.size;
    if (node.type === 'group') return this.#isOfGrouping(node) ? this.#picture.keys.keysOf(node.value).size : 0;
    return this.#pagesOf(node)?.count(node) ?? 0;
  }

  /** The first and the last key of a range, or value, as they are now. */
  bounds(node: RangeNode): readonly [string, string] {
    return this.#pagesOf(node)?.bounds(node) ?? ['', ''];
  }

  children(node: InformerNode | GroupNode | RangeNode): readonly TreeNode[] {
    if (node.type === 'informer') return [...this.#valuePages().children(node, this.#groupNode), ...this.#withoutValue()];
    if (node.type === 'range') return (node.of === 'groups' ? this.#values?.children(node, this.#groupNode) : this.#groupOf(node)?.children(node)) ?? [];
    if (!this.#isOfGrouping(node)) return [];
    const group = this.#groups.get(node.value) ?? this.#group(node.value, node.parent);
    return group.children(group.node);
  }

  /** Undefined: its children can be had at once. Otherwise over when that may be so: then it is asked again. */
  whenSorted(node: InformerNode | GroupNode | RangeNode): Promise<void> | undefined {
    const { clock } = this.#options;
    if (node.type === 'informer') return this.#whenValuesSorted() ?? (this.#isBare('') && this.#picture.keys.keysOf('').size > 0 ? this.#group('', this.node).whenSorted(clock) : undefined);
    if (node.type === 'range') return node.of === 'objects' ? this.#groupOf(node)?.whenSorted(clock) : undefined;
    return this.#isOfGrouping(node) ? (this.#groups.get(node.value) ?? this.#group(node.value, node.parent)).whenSorted(clock) : undefined;
  }

  /** Its objects are in no namespace; false while it has none that could tell. */
  get isClusterScoped(): boolean {
    const { indexer } = this.informer;
    return indexer.size > 0 && indexer.keysOf(namespaceIndex, '').size === indexer.size;
  }

  /** It is what the tree shows in its place. */
  isPresent(node: GroupNode | RangeNode): boolean {
    if (node.type === 'range') return this.#pagesOf(node)?.has(node) ?? false;
    return this.#groups.get(node.value)?.node === node && this.#picture.keys.keysOf(node.value).size > 0;
  }

  /** The node of an object in its first group, with everything that it hangs on; undefined when it is not in the cache, or a filter does not let it through. */
  find(key: string): ObjectNode | undefined {
    const object = this.#picture.keys.has(key) ? this.informer.indexer.get(key) : undefined;
    if (!object) return undefined;
    const [value] = this.#picture.filtered?.valuesOf(key) ?? this.#picture.valuesOf(object);
    if (value === undefined) return undefined;
    return this.#group(value, value === '' ? this.node : this.#valuePages().parentOf(value)).find(key);
  }

  /** The nodes of an object that have been shown; none is made for it. */
  shown(key: string): readonly ObjectNode[] {
    const object = this.informer.indexer.get(key);
    return object ? this.#picture.valuesOf(object).flatMap((value) => this.#groups.get(value)?.shown(key) ?? []) : [];
  }

  dispose(): void {
    this.informer.removeEventHandler(this.#registration);
    this.#arrangement.dispose();
    this.#forgetGroups();
  }

  get #picture(): Picture {
    return this.#arrangement.picture;
  }

  /** Nodes of what is there before and after it stay the same. @param before name of the index by which objects were grouped until now */
  #rearranged(before: string): void {
    if (before === this.#picture.index) this.#readAgain();
    else {
      this.#forgetGroups();
    }
    this.#options.changed(this.node);
  }

  #handler(): ResourceEventHandler {
    return {
      onAdd: (object, isInInitialList) => {
        const key = metaNamespaceKey(object);
        if (this.#picture.filtered) this.#options.counted(this.node);
        else this.#moved(key, [], this.#picture.valuesOf(object));
        this.#arrangement.changed(key);
        if (!isInInitialList) this.#options.happened(key, undefined, object);
      },
      onUpdate: (old, object) => {
        const key = metaNamespaceKey(object);
        this.#updated(key, old, object);
        this.#options.happened(key, old, object);
      },
      onDelete: (object) => {
        const key = object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object);
        const last = object instanceof DeletedFinalStateUnknown ? object.object : object;
        if (this.#picture.filtered) this.#options.counted(this.node);
        else this.#went(key, last);
        this.#arrangement.changed(key);
        this.#options.happened(key, last, undefined);
      },
    };
  }

  /** It looks different now where it stands, and may stand elsewhere. */
  #updated(key: string, old: KubeObject, object: KubeObject): void {
    this.#arrangement.changed(key);
    const { filtered, index, valuesOf } = this.#picture;
    const after = filtered?.valuesOf(key) ?? valuesOf(object);
    if (!filtered && index !== namespaceIndex) this.#moved(key, valuesOf(old), after);
    for (const value of after) {
      const shown = this.#groups.get(value)?.shown(key);
      if (shown) this.#options.changed(shown);
    }
  }

  /** @param last undefined: a tombstone without it. Then the key tells of its namespace, and of nothing else */
  #went(key: string, last: KubeObject | undefined): void {
    if (last) return this.#moved(key, this.#picture.valuesOf(last), []);
    if (this.#picture.index === namespaceIndex) return this.#moved(key, [key.slice(0, Math.max(key.indexOf('/'), 0))], []);
    this.#readAgain();
    this.#options.changed(this.node);
  }

  #moved(key: string, before: readonly string[], after: readonly string[]): void {
    for (const value of before) if (!after.includes(value)) this.#cameOrWent(value, key);
    for (const value of after) if (!before.includes(value)) this.#cameOrWent(value, key);
  }

  /** Which of both, what is shown by now tells: it may be further than what is told. */
  #cameOrWent(value: string, key: string): void {
    const { changed, counted } = this.#options;
    const keys = this.#picture.keys.keysOf(value);
    const group = this.#groups.get(value);
    const isGroup = keys.size > 0 || this.#isBare(value);
    this.#sortingValues?.changed(value);
    if (value !== '' && this.#values) {
      const other = this.#values.set(value, isGroup);
      if (other) changed(other);
    } else if (!group || !isGroup) changed(this.node);
    if (!isGroup) this.#forgetGroup(value);
    else if (group) this.#keyCameOrWent(group, key, keys.has(key));
    counted(this.node);
  }

  #keyCameOrWent(group: TreeGroup, key: string, isThere: boolean): void {
    const node = isThere ? undefined : group.shown(key);
    if (node && !this.informer.indexer.get(key)) this.#options.gone(node);
    this.#options.changed(group.set(key, isThere));
  }

  /** Nodes stay; what is below them is put together anew when somebody asks for it. */
  #readAgain(): void {
    this.#forgetValues();
    for (const group of this.#groups.values()) group.readAgain();
  }

  /** It is of the index by which objects are grouped now. */
  #isOfGrouping({ index }: GroupNode): boolean {
    return index === this.#picture.index;
  }

  /** What is in no namespace stands under its informer itself. */
  #isBare(value: string): boolean {
    return value === '' && this.#picture.index === namespaceIndex;
  }

  #valuePages(): ValuePages {
    this.#values ??= this.#pagedValues(this.#presentValues().toSorted());
    return this.#values;
  }

  #whenValuesSorted(): Promise<void> | undefined {
    if (this.#values) return undefined;
    if (this.#sortingValues) return this.#sortingValues.done;
    const values = this.#presentValues();
    if (!isMuchToSort(values.length)) return undefined;
    this.#sortingValues = new SlicedSort(this.#options.clock, values, (sorted, changed) => {
      this.#sortingValues = undefined;
      this.#values ??= this.#pagedValues(sorted);
      for (const value of changed) if (value !== '') this.#values.set(value, this.#picture.keys.keysOf(value).size > 0);
    });
    return this.#sortingValues.done;
  }

  #presentValues(): readonly string[] {
    return [...this.#picture.keys.values()].filter((value) => value !== '');
  }

  #pagedValues(sortedValues: readonly string[]): ValuePages {
    return new PagedNodes(this.node, sortedValues, rangesBelow(this.node, 'groups'));
  }

  #forgetGroups(): void {
    for (const value of this.#groups.keys()) this.#forgetGroup(value);
    this.#forgetValues();
  }

  #forgetGroup(value: string): void {
    this.#groups.get(value)?.dispose();
    this.#groups.delete(value);
  }

  #forgetValues(): void {
    this.#values = undefined;
    this.#sortingValues?.dispose();
    this.#sortingValues = undefined;
  }

  /** What has no value comes last. */
  #withoutValue(): readonly TreeNode[] {
    if (this.#picture.keys.keysOf('').size === 0) return [];
    const group = this.#group('', this.node);
    return group.node.type === 'group' ? [group.node] : group.children(group.node);
  }

  readonly #groupNode = (value: string, parent: GroupNode['parent']): TreeNode => this.#group(value, parent).node;

  #pagesOf(node: RangeNode): TreeGroup['pages'] {
    return node.of === 'groups' ? this.#values : this.#groupOf(node)?.pages;
  }

  #groupOf({ parent }: RangeNode): TreeGroup | undefined {
    if (parent.type === 'range') return this.#groupOf(parent);
    if (parent.type === 'informer') return this.#isBare('') ? this.#groups.get('') : undefined;
    return this.#isOfGrouping(parent) ? this.#groups.get(parent.value) : undefined;
  }

  #group(value: string, parent: GroupNode['parent']): TreeGroup {
    const known = this.#groups.get(value);
    const isBare = this.#isBare(value);
    if (known && (isBare || known.node.parent === parent)) return known;
    const { parent: source, name } = this.node;
    const index = this.#picture.index;
    const group = new TreeGroup({
      informer: this.node,
      node: isBare ? this.node : { type: 'group', id: nodeId('group', source.id, name, index, value), parent, index, value },
      // An object has one namespace; of another index it may have several values.
      place: index === namespaceIndex ? [] : [index, value],
      keys: () => this.#picture.keys.keysOf(value),
    });
    this.#groups.set(value, group);
    return group;
  }
}
