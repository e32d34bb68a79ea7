import { parseSync } from '@swc/core';

/** A node of swc's tree, of which each reader knows the shapes that it looks for. */
export interface SyntaxNode {
  readonly type: string;
  readonly span?: { readonly start: number };
  readonly [key: string]: unknown;
}

export interface SyntaxTree {
  readonly root: SyntaxNode;
  /** Counted from 1. */
  lineOf(node: SyntaxNode): number;
}

export function syntaxTree(source: string): SyntaxTree {
  const root = parseSync(source, { syntax: 'typescript', target: 'es2024' }) as unknown as SyntaxNode;
  // swc counts bytes over all sources of the process; the tree of a source begins where that source does.
  const bytes = Buffer.from(source);
  const offset = startOf(root, bytes);
  return { root, lineOf: (node) => bytes.subarray(0, (node.span?.start ?? offset) - offset).toString().split('\n').length };
}

/** swc's module span begins at its first token, behind the comments at the head of the file. */
function startOf(tree: SyntaxNode, bytes: Buffer): number {
  const head = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*/.exec(bytes.toString())?.[0] ?? '';
  return (tree.span?.start ?? 0) - Buffer.byteLength(head);
}

/** @param passes what is not looked into, by the node and the name of its child */
export function visitNodes(value: unknown, enter: (node: SyntaxNode) => void, passes?: (node: SyntaxNode, child: string) => boolean): void {
  if (Array.isArray(value)) {
    for (const element of value) visitNodes(element, enter, passes);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as SyntaxNode;
  if (typeof node.type === 'string') enter(node);
  for (const [key, child] of Object.entries(node)) {
    if (!passes?.(node, key)) visitNodes(child, enter, passes);
  }
}
