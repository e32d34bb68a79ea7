import { type SyntaxNode as Node, syntaxTree, visitNodes } from './syntaxTree.ts';

export interface HostText {
  /** What VS Code looks a translation up by: the text, and behind a `/` the comment for translators where there is one. */
  readonly key: string;
  readonly text: string;
  /** How many values are filled in; undefined where that is not seen in the source, or they have names. */
  readonly values: number | undefined;
  readonly line: number;
}

export interface HostTexts {
  readonly texts: readonly HostText[];
  /** Uses of `l10n` whose text no reader of the source can know, so that nobody could translate it. */
  readonly unreadable: readonly { readonly what: string; readonly line: number }[];
}

/** The texts that a source gives to `vscode.l10n.t`. */
export function hostTexts(source: string): HostTexts {
  const { root, lineOf } = syntaxTree(source);
  const texts: HostText[] = [];
  const unreadable: { what: string; line: number }[] = [];
  const called = new Set<Node>();
  visitNodes(root, (node) => {
    const name = node.type === 'CallExpression' ? calledName(node) : undefined;
    if (name !== undefined) {
      called.add(name);
      const text = textOf(node['arguments'] as readonly Argument[]);
      if (text) texts.push({ ...text, line: lineOf(node) });
      else unreadable.push({ what: 'the text is no literal', line: lineOf(node) });
    }
    // By another name it is called where this reader does not see it.
    if (node.type === 'Identifier' && node['value'] === 'l10n' && !called.has(node)) unreadable.push({ what: 'l10n is used otherwise than as vscode.l10n.t(…)', line: lineOf(node) });
  });
  return { texts, unreadable };
}

interface Argument {
  readonly spread: unknown;
  readonly expression: Node;
}

/** The `l10n` of a call of `vscode.l10n.t`. */
function calledName({ callee }: Node): Node | undefined {
  const { type, object, property } = callee as { readonly type: string; readonly object: Node; readonly property: Node };
  if (type !== 'MemberExpression' || property['value'] !== 't' || object.type !== 'MemberExpression') return undefined;
  const name = object['property'] as Node;
  return name['value'] === 'l10n' && (object['object'] as Node)['value'] === 'vscode' ? name : undefined;
}

function textOf([first, ...values]: readonly Argument[]): Omit<HostText, 'line'> | undefined {
  if (first === undefined || first.spread) return undefined;
  const text = literalOf(first.expression);
  if (text !== undefined) {
    const inNames = values.length === 1 && values[0]!.expression.type === 'ObjectExpression';
    return { key: text, text, values: inNames || values.some(({ spread }) => spread) ? undefined : values.length };
  }
  if (first.expression.type !== 'ObjectExpression') return undefined;
  const given = first.expression['properties'] as readonly Node[];
  const valueOf = (name: string): Node | undefined => given.find(({ key }) => (key as Node | undefined)?.['value'] === name)?.['value'] as Node | undefined;
  const message = valueOf('message');
  const comment = valueOf('comment');
  const messageText = message && literalOf(message);
  const parts = comment?.type === 'ArrayExpression' ? (comment['elements'] as readonly Argument[]).map(({ expression }) => literalOf(expression)) : comment ? [literalOf(comment)] : [];
  if (messageText === undefined || parts.includes(undefined)) return undefined;
  const remark = parts.join('');
  return { key: remark ? `${messageText}/${remark}` : messageText, text: messageText, values: undefined };
}

/** The value of a literal, or of a template in which nothing is filled in. */
export function literalOf(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return node['value'] as string;
  if (node.type !== 'TemplateLiteral' || (node['expressions'] as readonly unknown[]).length > 0) return undefined;
  return (node['quasis'] as readonly { readonly cooked: string }[])[0]!.cooked;
}
