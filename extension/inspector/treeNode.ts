import type { Session } from './session.ts';

/**
 * The elements of the tree: source → informer → value of an index, the namespace unless another was chosen → object, with ranges of names in between where
 * there are too many objects to show at once. A node stays the same object for as long as it is shown, so that whoever
 * shows it can be told that it has changed.
 */
export type TreeNode = SourceNode | InformerNode | GroupNode | RangeNode | ObjectNode;

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
  readonly parent: InformerNode;
  /** Name of the index. */
  readonly index: string;
  /** Empty: they have none. */
  readonly value: string;
}

/** Objects whose names lie next to each other. */
export interface RangeNode extends Node {
  readonly type: 'range';
  readonly parent: InformerNode | GroupNode;
  /** The range holds the keys from this one on, up to the next range. */
  readonly from: string;
}

export interface ObjectNode extends Node {
  readonly type: 'object';
  readonly parent: InformerNode | GroupNode | RangeNode;
  readonly key: string;
}

/** Names may hold anything, so the parts are quoted: no two lists of parts have the same id, and lone surrogates survive. */
export function nodeId(type: string, ...parts: readonly string[]): string {
  return JSON.stringify([type, ...parts]);
}

export function informerNodeOf(node: Exclude<TreeNode, SourceNode>): InformerNode {
  let current: Exclude<TreeNode, SourceNode> = node;
  while (current.type !== 'informer') current = current.parent;
  return current;
}

export function sessionOf(node: TreeNode): Session {
  return node.type === 'source' ? node.session : informerNodeOf(node).parent.session;
}
