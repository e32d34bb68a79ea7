import { literalOf } from './hostTexts.ts';
import { type SyntaxNode as Node, syntaxTree, visitNodes } from './syntaxTree.ts';

/** Properties of VS Code's objects, and of this project's picks and rows, whose value a person reads. */
const shown = new Set(['label', 'title', 'placeholder', 'placeHolder', 'detail', 'description', 'prompt', 'tooltip', 'message', 'none', 'openLabel', 'saveLabel', 'text']);
/** Functions whose arguments a person reads. */
const says = /^(show(Information|Warning|Error)Message|appendMarkdown|appendText|MarkdownString|TreeItem|setStatusBarMessage|createOutputChannel|separator)$/;
/** Icons and punctuation are the same in each language. */
const isWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/\$\([\w~-]+\)/g, ''));

/** Words that a person reads and that do not come from `vscode.l10n.t`: as the value of a property, an assignment or an argument. */
export function bareTexts(source: string): { readonly text: string; readonly line: number }[] {
  const { root, lineOf } = syntaxTree(source);
  const found: { text: string; line: number }[] = [];
  const report = (value: Node | undefined): void => {
    for (const text of value ? wordsOf(value) : []) if (isWords(text)) found.push({ text, line: lineOf(value!) });
  };
  visitNodes(root, (node) => {
    if (node.type === 'KeyValueProperty' && shown.has(nameOf(node['key'] as Node))) report(node['value'] as Node);
    if (node.type === 'AssignmentExpression' && shown.has(nameOf(node['left'] as Node))) report(node['right'] as Node);
    if ((node.type === 'CallExpression' || node.type === 'NewExpression') && says.test(nameOf(node['callee'] as Node))) {
      for (const { expression } of (node['arguments'] ?? []) as readonly { readonly expression: Node }[]) report(expression);
    }
  });
  return found;
}

/** The last part of a name: `label` of `item.label`. */
function nameOf(node: Node): string {
  return node.type === 'MemberExpression' ? nameOf(node['property'] as Node) : String(node['value'] ?? '');
}

/** The literals that an expression can come to: of both sides of a condition, of a default, and what stands between the values of a template. */
function wordsOf(node: Node): string[] {
  const literal = literalOf(node);
  if (literal !== undefined) return [literal];
  if (node.type === 'TemplateLiteral') return (node['quasis'] as readonly { readonly cooked: string }[]).map(({ cooked }) => cooked);
  if (node.type === 'ConditionalExpression') return [...wordsOf(node['consequent'] as Node), ...wordsOf(node['alternate'] as Node)];
  if (node.type === 'ParenthesisExpression') return wordsOf(node['expression'] as Node);
  if (node.type === 'BinaryExpression' && ['+', '??', '||', '&&'].includes(node['operator'] as string)) return [...wordsOf(node['left'] as Node), ...wordsOf(node['right'] as Node)];
  return [];
}
