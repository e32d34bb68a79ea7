import { type SyntaxNode as Node, syntaxTree, visitNodes } from '../support/syntaxTree.ts';

export interface Impurity {
  /** `Date.now`, `setTimeout` … */
  readonly what: string;
  readonly line: number;
}

/** Globals that are time, chance, I/O or the host itself: the engine gets these through its ports. */
const globals = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
  'fetch',
  'crypto',
  'performance',
  'require',
  'WebSocket',
  'XMLHttpRequest',
  'localStorage',
  'globalThis',
]);
/** A global object, which is also a good name for a function: client-go's `PopProcessFunc` has the parameter `process`. */
const objects = new Set(['process']);
const members = new Set(['Date.now', 'Math.random', 'AbortSignal.timeout']);

/**
 * Where a source reaches for time, chance or I/O by itself. Works on the syntax tree, so that a comment, a text or a
 * property of the same name is none; a type (`typeof setTimeout`) counts, since nothing in the engine needs it.
 */
export function impurities(source: string): Impurity[] {
  const found: Impurity[] = [];
  const { root, lineOf } = syntaxTree(source);
  const report = (what: string, node: Node): void => {
    found.push({ what, line: lineOf(node) });
  };
  visitNodes(root, (node) => {
    if (node.type === 'Identifier' && globals.has(node['value'] as string)) report(node['value'] as string, node);
    if (node.type === 'MemberExpression') {
      const { object, property } = node as unknown as { object: Node; property: Node };
      const name = `${String(object['value'])}.${String(property['value'])}`;
      if (object.type === 'Identifier' && (members.has(name) || objects.has(String(object['value'])))) report(name, node);
    }
    if (node.type === 'NewExpression') {
      const { callee, arguments: given } = node as unknown as { callee: Node; arguments?: readonly unknown[] };
      if (callee['value'] === 'Date' && !given?.length) report('new Date()', node);
    }
    if (node.type === 'CallExpression' && (node['callee'] as Node)['value'] === 'Date') report('Date()', node);
  }, isName);
  return found;
}

/** Names of properties and of members of types are identifiers to swc too, and reach for nothing. */
const names = new Set(['MemberExpression.property', 'KeyValueProperty.key', 'MethodProperty.key', 'ClassMethod.key', 'ClassProperty.key', 'TsPropertySignature.key', 'TsMethodSignature.key']);

function isName(node: Node, child: string): boolean {
  return names.has(`${node.type}.${child}`) && (node[child] as Node | null)?.type === 'Identifier';
}
