import { syntaxTree, visitNodes, type SyntaxNode as Node } from './syntaxTree.ts';

/** The texts of the sayings in a source, as `say` makes them: with `{0}`, `{1}` … where values belong. */
export function sayingTexts(source: string): { readonly text: string; readonly line: number }[] {
  const { root, lineOf } = syntaxTree(source);
  const found: { text: string; line: number }[] = [];
  visitNodes(root, (node) => {
    if (node.type !== 'TaggedTemplateExpression' || (node['tag'] as Node)['value'] !== 'say') return;
    const parts = (node['template'] as Node)['quasis'] as readonly { readonly cooked: string }[];
    found.push({ text: parts.map(({ cooked }, index) => (index === 0 ? cooked : `{${index - 1}}${cooked}`)).join(''), line: lineOf(node) });
  });
  return found;
}
