import type { Disposable } from '../base/disposable.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../informer/eventHandler.ts';
import { namespaceIndex } from '../informer/indexer.ts';
import type { HandlerRegistration, SharedInformer } from '../informer/sharedInformer.ts';
import { metaNamespaceKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import { keysInRange, rangeOf, rangeStarts } from './nameRanges.ts';
import { type InformerNode, type NamespaceNode, nodeId, type ObjectNode, type RangeNode, type TreeNode } from './treeNode.ts';

/** What the objects of one namespace look like in the tree. */
interface Group {
  readonly parent: InformerNode | NamespaceNode;
  /** Sorted; undefined when a key has come or gone since. */
  keys: readonly string[] | undefined;
  starts: readonly string[];
  ranges: ReadonlyMap<string, RangeNode>;
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
  readonly #groups = new Map<string, Group>();
  /** Namespaces that whoever shows the tree knows of. */
  #shown: ReadonlySet<string> = new Set();
  /** Those that have been shown. */
  readonly #objects = new Map<string, ObjectNode>();

  /** @param changed told of each node that looks different now, or has other children */
  constructor(node: InformerNode, informer: SharedInformer, changed: (node: TreeNode) => void) {
    this.node = node;
    this.informer = informer;
    this.#changed = changed;
    this.#registration = informer.addEventHandler(this.#handler(), { name: 'tree' });
  }

  /** Objects under a node. */
  count(node: InformerNode | NamespaceNode | RangeNode): number {
    if (node.type === 'informer') return this.informer.indexer.size;
    if (node.type === 'namespace') return this.#keys(this.#group(node.namespace)).length;
    return this.#keysOfRange(node).length;
  }

  /** The first and the last key of a range, as they are now. */
  bounds(node: RangeNode): readonly [string, string] {
    const keys = this.#keysOfRange(node);
    return [keys[0] ?? '', keys.at(-1) ?? ''];
  }

  children(node: InformerNode | NamespaceNode | RangeNode): readonly TreeNode[] {
    if (node.type === 'informer') return this.#namespaces();
    if (node.type === 'namespace') return this.#objectsOrRanges(this.#group(node.namespace));
    return this.#keysOfRange(node).map((key) => this.#object(key, node));
  }

  /** Namespaces that have an object. */
  namespaces(): ReadonlySet<string> {
    return new Set(this.informer.indexer.listIndexFuncValues(namespaceIndex));
  }

  /** The node of an object, with everything that it hangs on; undefined when it is not in the cache. */
  find(key: string): ObjectNode | undefined {
    const object = this.informer.indexer.get(key);
    if (!object) return undefined;
    const group = this.#group(object.metadata.namespace ?? '');
    this.#objectsOrRanges(group);
    const start = rangeOf(group.starts, key);
    return this.#object(key, start === undefined ? group.parent : group.ranges.get(start)!);
  }

  dispose(): void {
    this.informer.removeEventHandler(this.#registration);
    this.#groups.clear();
    this.#objects.clear();
  }

  #handler(): ResourceEventHandler {
    return {
      onAdd: (object) => this.#cameOrWent(object.metadata.namespace ?? ''),
      onUpdate: (_old, object) => {
        const shown = this.#objects.get(metaNamespaceKey(object));
        if (shown) this.#changed(shown);
      },
      onDelete: (object) => {
        const key = object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object);
        this.#objects.delete(key);
        this.#cameOrWent(namespaceOf(object, key));
      },
    };
  }

  #cameOrWent(namespace: string): void {
    const group = this.#groups.get(namespace);
    if (group) group.keys = undefined;
    this.#changed(group?.parent.type === 'namespace' && this.#shown.has(namespace) ? group.parent : this.node);
  }

  #namespaces(): readonly TreeNode[] {
    const present = this.namespaces();
    for (const known of this.#groups.keys()) if (!present.has(known)) this.#groups.delete(known);
    this.#shown = present;
    return [...present].toSorted().flatMap((namespace): readonly TreeNode[] => {
      const group = this.#group(namespace);
      return group.parent.type === 'namespace' ? [group.parent] : this.#objectsOrRanges(group);
    });
  }

  #objectsOrRanges(group: Group): readonly TreeNode[] {
    const keys = this.#keys(group);
    if (group.starts.length === 0) return keys.map((key) => this.#object(key, group.parent));
    return [...group.ranges.values()];
  }

  #group(namespace: string): Group {
    let group = this.#groups.get(namespace);
    if (!group) {
      group = { parent: namespace === '' ? this.node : this.#namespaceNode(namespace), keys: undefined, starts: [], ranges: new Map() };
      this.#groups.set(namespace, group);
    }
    return group;
  }

  #namespaceNode(namespace: string): NamespaceNode {
    const { parent: source, name } = this.node;
    return { type: 'namespace', id: nodeId('namespace', source.id, name, namespace), parent: this.node, namespace };
  }

  #keys(group: Group): readonly string[] {
    if (group.keys) return group.keys;
    const namespace = group.parent.type === 'namespace' ? group.parent.namespace : '';
    const keys = this.informer.indexer.indexKeys(namespaceIndex, namespace);
    group.keys = keys;
    group.starts = rangeStarts(group.starts, keys);
    group.ranges = new Map(group.starts.map((start) => [start, group.ranges.get(start) ?? rangeNode(group.parent, start)]));
    return keys;
  }

  #keysOfRange(node: RangeNode): readonly string[] {
    const group = this.#group(node.parent.type === 'namespace' ? node.parent.namespace : '');
    const keys = this.#keys(group);
    return group.ranges.get(node.from) === node ? keysInRange(group.starts, node.from, keys) : [];
  }

  #object(key: string, parent: ObjectNode['parent']): ObjectNode {
    let node = this.#objects.get(key);
    if (!node || node.parent !== parent) {
      const { parent: source, name } = this.node;
      node = { type: 'object', id: nodeId('object', source.id, name, key), parent, key };
      this.#objects.set(key, node);
    }
    return node;
  }
}

function rangeNode(parent: InformerNode | NamespaceNode, from: string): RangeNode {
  return { type: 'range', id: nodeId('range', parent.id, from), parent, from };
}

/** A tombstone may hold no object: then the key tells. */
function namespaceOf(object: KubeObject | DeletedFinalStateUnknown, key: string): string {
  if (!(object instanceof DeletedFinalStateUnknown)) return object.metadata.namespace ?? '';
  return object.object?.metadata.namespace ?? key.slice(0, Math.max(key.indexOf('/'), 0));
}
