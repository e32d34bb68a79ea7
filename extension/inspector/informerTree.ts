import type { Disposable } from '../base/disposable.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../informer/eventHandler.ts';
import { type IndexFunc, namespaceIndex, namespaceIndexFunc } from '../informer/indexer.ts';
import { indexFuncOf } from '../informer/namedIndexes.ts';
import type { HandlerRegistration, SharedInformer } from '../informer/sharedInformer.ts';
import { metaNamespaceKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import { keysInRange, rangeOf, rangeStarts } from './nameRanges.ts';
import { type GroupNode, type InformerNode, nodeId, type ObjectNode, type RangeNode, type TreeNode } from './treeNode.ts';

/** What the objects of one value look like in the tree. */
interface Group {
  readonly value: string;
  readonly parent: InformerNode | GroupNode;
  /** Sorted; undefined when a key has come or gone since. */
  keys: readonly string[] | undefined;
  starts: readonly string[];
  ranges: ReadonlyMap<string, RangeNode>;
  /** Those that have been shown. */
  readonly objects: Map<string, ObjectNode>;
}

/**
 * The part of the tree under one informer. It listens as the handler `tree`, so it stands still while the
 * pipeline is held, does a constant amount of work for each call, and reads the Indexer only when it is looked at.
 */
export class InformerTree implements Disposable {
  readonly node: InformerNode;
  readonly informer: SharedInformer;
  readonly #changed: (node: TreeNode) => void;
  readonly #registration: HandlerRegistration;
  /** By value. */
  readonly #groups = new Map<string, Group>();
  /** Values that whoever shows the tree knows of. */
  #shown: ReadonlySet<string> = new Set();
  #grouping = namespaceIndex;
  #valuesOf: IndexFunc = namespaceIndexFunc;

  /** @param changed told of each node that looks different now, or has other children */
  constructor(node: InformerNode, informer: SharedInformer, changed: (node: TreeNode) => void) {
    this.node = node;
    this.informer = informer;
    this.#changed = changed;
    this.#registration = informer.addEventHandler(this.#handler(), { name: 'tree' });
  }

  /** Name of the index by whose values objects are grouped. */
  get grouping(): string {
    return this.#grouping;
  }

  /** Groups by another index, which the cache is given if it has none of that name. An unknown one changes nothing. */
  groupBy(index: string): void {
    const present = this.informer.indexer.getIndexers();
    const isPresent = Object.hasOwn(present, index);
    const func = isPresent ? present[index] : indexFuncOf(index);
    if (!func || index === this.#grouping) return;
    if (!isPresent) this.informer.addIndexers({ [index]: func });
    this.#grouping = index;
    this.#valuesOf = func;
    this.#groups.clear();
    this.#shown = new Set();
    this.#changed(this.node);
  }

  /** Objects under a node. */
  count(node: InformerNode | GroupNode | RangeNode): number {
    if (node.type === 'informer') return this.informer.indexer.size;
    if (node.type === 'group') return this.#isPresent(node) ? this.#keys(this.#group(node.value)).length : 0;
    return this.#keysOfRange(node).length;
  }

  /** The first and the last key of a range, as they are now. */
  bounds(node: RangeNode): readonly [string, string] {
    const keys = this.#keysOfRange(node);
    return [keys[0] ?? '', keys.at(-1) ?? ''];
  }

  children(node: InformerNode | GroupNode | RangeNode): readonly TreeNode[] {
    if (node.type === 'informer') return this.#values();
    if (node.type === 'group') return this.#isPresent(node) ? this.#objectsOrRanges(this.#group(node.value)) : [];
    const group = this.#groupOf(node);
    return this.#keysOfRange(node).map((key) => this.#object(group!, key, node));
  }

  /** Namespaces that have an object. */
  namespaces(): ReadonlySet<string> {
    return new Set(this.informer.indexer.listIndexFuncValues(namespaceIndex));
  }

  /** Values that have an object. */
  values(): ReadonlySet<string> {
    return new Set(this.informer.indexer.listIndexFuncValues(this.#grouping));
  }

  /** The node of an object in its first group, with everything that it hangs on; undefined when it is not in the cache. */
  find(key: string): ObjectNode | undefined {
    const object = this.informer.indexer.get(key);
    if (!object) return undefined;
    const [value] = this.#valuesOf(object);
    if (value === undefined) return undefined;
    const group = this.#group(value);
    this.#objectsOrRanges(group);
    const start = rangeOf(group.starts, key);
    return this.#object(group, key, start === undefined ? group.parent : group.ranges.get(start)!);
  }

  /** The nodes of an object that have been shown; none is made for it. */
  shown(key: string): readonly ObjectNode[] {
    const object = this.informer.indexer.get(key);
    return object ? this.#valuesOf(object).flatMap((value) => this.#groups.get(value)?.objects.get(key) ?? []) : [];
  }

  dispose(): void {
    this.informer.removeEventHandler(this.#registration);
    this.#groups.clear();
  }

  #handler(): ResourceEventHandler {
    return {
      onAdd: (object) => {
        for (const value of this.#valuesOf(object)) this.#cameOrWent(value);
      },
      onUpdate: (old, object) => this.#updated(metaNamespaceKey(object), old, object),
      onDelete: (object) => {
        const key = object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object);
        for (const value of this.#lastValues(object, key)) this.#cameOrWent(value, key);
      },
    };
  }

  /** It looks different now where it stands, and may stand elsewhere. */
  #updated(key: string, old: KubeObject, object: KubeObject): void {
    const after = this.#valuesOf(object);
    if (this.#grouping !== namespaceIndex) {
      const before = this.#valuesOf(old);
      for (const value of before) if (!after.includes(value)) this.#cameOrWent(value, key);
      for (const value of after) if (!before.includes(value)) this.#cameOrWent(value);
    }
    for (const value of after) {
      const shown = this.#groups.get(value)?.objects.get(key);
      if (shown) this.#changed(shown);
    }
  }

  #cameOrWent(value: string, gone?: string): void {
    const group = this.#groups.get(value);
    if (group) {
      group.keys = undefined;
      if (gone !== undefined) group.objects.delete(gone);
    }
    this.#changed(group?.parent.type === 'group' && this.#shown.has(value) ? group.parent : this.node);
  }

  /** A tombstone may hold no object: then the key tells of its namespace, and of nothing else. */
  #lastValues(object: KubeObject | DeletedFinalStateUnknown, key: string): readonly string[] {
    const last = object instanceof DeletedFinalStateUnknown ? object.object : object;
    if (last) return this.#valuesOf(last);
    return this.#grouping === namespaceIndex ? [key.slice(0, Math.max(key.indexOf('/'), 0))] : [...this.#groups.keys()];
  }

  #values(): readonly TreeNode[] {
    const present = this.values();
    for (const known of this.#groups.keys()) if (!present.has(known)) this.#groups.delete(known);
    this.#shown = present;
    return [...present].toSorted(restLast).flatMap((value): readonly TreeNode[] => {
      const group = this.#group(value);
      return group.parent.type === 'group' ? [group.parent] : this.#objectsOrRanges(group);
    });
  }

  /** It is of the index by which objects are grouped now. */
  #isPresent({ index }: GroupNode): boolean {
    return index === this.#grouping;
  }

  #groupOf({ parent }: RangeNode): Group | undefined {
    if (parent.type === 'informer') return this.#grouping === namespaceIndex ? this.#group('') : undefined;
    return this.#isPresent(parent) ? this.#group(parent.value) : undefined;
  }

  #objectsOrRanges(group: Group): readonly TreeNode[] {
    const keys = this.#keys(group);
    if (group.starts.length === 0) return keys.map((key) => this.#object(group, key, group.parent));
    return [...group.ranges.values()];
  }

  #group(value: string): Group {
    let group = this.#groups.get(value);
    if (!group) {
      // What is in no namespace stands under its informer itself.
      const parent = value === '' && this.#grouping === namespaceIndex ? this.node : this.#groupNode(value);
      group = { value, parent, keys: undefined, starts: [], ranges: new Map(), objects: new Map() };
      this.#groups.set(value, group);
    }
    return group;
  }

  #groupNode(value: string): GroupNode {
    const { parent: source, name } = this.node;
    return { type: 'group', id: nodeId('group', source.id, name, this.#grouping, value), parent: this.node, index: this.#grouping, value };
  }

  #keys(group: Group): readonly string[] {
    if (group.keys) return group.keys;
    const keys = this.informer.indexer.indexKeys(this.#grouping, group.value);
    group.keys = keys;
    group.starts = rangeStarts(group.starts, keys);
    group.ranges = new Map(group.starts.map((start) => [start, group.ranges.get(start) ?? rangeNode(group.parent, start)]));
    return keys;
  }

  #keysOfRange(node: RangeNode): readonly string[] {
    const group = this.#groupOf(node);
    if (!group) return [];
    const keys = this.#keys(group);
    return group.ranges.get(node.from) === node ? keysInRange(group.starts, node.from, keys) : [];
  }

  #object(group: Group, key: string, parent: ObjectNode['parent']): ObjectNode {
    let node = group.objects.get(key);
    if (!node || node.parent !== parent) {
      const { parent: source, name } = this.node;
      // An object may have several values: then it stands in several groups.
      const place = this.#grouping === namespaceIndex ? [] : [this.#grouping, group.value];
      node = { type: 'object', id: nodeId('object', source.id, name, key, ...place), parent, key };
      group.objects.set(key, node);
    }
    return node;
  }
}

/** What has no value comes last. */
function restLast(one: string, other: string): number {
  if (one === '' || other === '') return one === other ? 0 : one === '' ? 1 : -1;
  return one < other ? -1 : 1;
}

function rangeNode(parent: InformerNode | GroupNode, from: string): RangeNode {
  return { type: 'range', id: nodeId('range', parent.id, from), parent, from };
}
