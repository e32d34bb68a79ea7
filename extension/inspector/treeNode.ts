import type { Session } from './session.ts';

/**
 * The elements of the tree: source → informer → value of an index, the namespace unless another was chosen → object, with ranges in between where
 * there are too many objects, values or ranges to show at once. A node stays the same object for as long as it is shown, so that whoever
 * shows it can be told that it has changed.
 */
export type TreeNode = SourceNode | InformerNode | GroupNode | RangeNode | ObjectNode | OwnedRangeNode;

interface Node {
  /** The same for the same thing, whatever it is called: see {@link nodeId}. */
  readonly id: string;
}

export interface SourceNode extends Node {
  readonly type: 'source';
  readonly session: Session;
}

export interface InformerNode extends Node {
  readonly type: 'informer';
  readonly parent: SourceNode;
  /** As in the trace. */
  readonly name: string;
}

/** Objects that have the same value in the index by which their informer is grouped. */
export interface GroupNode extends Node {
  readonly type: 'group';
  readonly parent: InformerNode | RangeNode;
  /** Name of the index. */
  readonly index: string;
  /** Empty: they have none. */
  readonly value: string;
}

/** Objects whose names lie next to each other, or groups whose values do. */
export interface RangeNode extends Node {
  readonly type: 'range';
  readonly parent: InformerNode | GroupNode | RangeNode;
  readonly of: 'groups' | 'objects';
  /** 0: it holds them themselves; a higher one holds ranges of the level below. */
  readonly level: number;
  /** The range holds the keys, or values, from this one on, up to the next range. */
  readonly from: string;
}

/** An object may stand in several places: in the group of each of its values, and below what owns it. */
export interface ObjectNode extends Node {
  readonly type: 'object';
  readonly parent: InformerNode | GroupNode | RangeNode | ObjectNode | OwnedRangeNode;
  readonly key: string;
  /** Of one below its owner: the informer that has it, which may be another than the owner's. */
  readonly informer?: InformerNode;
}

/** Objects that one owns, where it owns too many to show at once. */
export interface OwnedRangeNode extends Node {
  readonly type: 'ownedRange';
  readonly parent: ObjectNode | OwnedRangeNode;
  /** As of {@link RangeNode}. */
  readonly level: number;
  /** The range holds the objects from this place on, up to the next range. */
  readonly from: string;
}

/** The object that owns it, where it stands below one. */
export function ownerNodeOf({ parent }: Pick<ObjectNode, 'parent'>): ObjectNode | undefined {
  let above = parent;
  while (above.type === 'ownedRange') above = above.parent;
  return above.type === 'object' ? above : undefined;
}

/** Names may hold anything, so the parts are quoted: no two lists of parts have the same id, and lone surrogates survive. */
export function nodeId(type: string, ...parts: readonly string[]): string {
  return JSON.stringify([type, ...parts]);
}

/** Of a range of any kind. */
export function rangeId(type: string, base: string, level: number, from: string): string {
  return nodeId(type, base, ...(level > 0 ? [String(level)] : []), from);
}

/** The informer that has it in its cache; of objects that one owns, that of the owner. */
export function informerNodeOf(node: Exclude<TreeNode, SourceNode>): InformerNode {
  let current: Exclude<TreeNode, SourceNode> = node;
  while (current.type !== 'informer') current = (current.type === 'object' ? current.informer : undefined) ?? current.parent;
  return current;
}

export function sessionOf(node: TreeNode): Session {
  return node.type === 'source' ? node.session : informerNodeOf(node).parent.session;
}
