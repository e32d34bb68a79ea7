import type { Session } from './session.ts';

/**
 * The elements of the tree: source → informer → namespace → object, with ranges of names in between where
 * there are too many objects to show at once. A node stays the same object for as long as it is shown, so that whoever
 * shows it can be told that it has changed.
 */
export type TreeNode = SourceNode | InformerNode | NamespaceNode | RangeNode | ObjectNode;

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

export interface NamespaceNode extends Node {
  readonly type: 'namespace';
  readonly parent: InformerNode;
  readonly namespace: string;
}

/** Objects whose names lie next to each other. */
export interface RangeNode extends Node {
  readonly type: 'range';
  readonly parent: InformerNode | NamespaceNode;
  /** The range holds the keys from this one on, up to the next range. */
  readonly from: string;
}

export interface ObjectNode extends Node {
  readonly type: 'object';
  readonly parent: InformerNode | NamespaceNode | RangeNode;
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
