import { type SyntaxNode as Node, syntaxTree, visitNodes } from '../support/syntaxTree.ts';

/** What a story calls to run a command, and which of its arguments is the title. The rest are answers, and rows. */
const runners: Readonly<Record<string, number>> = { runCommand: 0, act: 0, contextMenu: 1, pressTitle: 1, tabMenu: 1, titleMenu: 0, menu: 1 };

/** What finds the button or the link that a command is run by, when it is clicked. */
const finders: ReadonlySet<string> = new Set(['getByRole', 'link', 'button']);

interface StoryFunction {
  readonly name: string;
  readonly parameters: readonly (string | undefined)[];
  readonly body: unknown;
}

/**
 * The titles that a source really runs: those handed to what runs commands, also by a function of the same file that hands its parameter on, and those of buttons and links that are
 * clicked. A title that is only waited for, described or chosen as an answer is none of them.
 */
export function commandRuns(source: string): ReadonlySet<string> {
  const constants = new Map<string, string>();
  const functions: StoryFunction[] = [];
  const calls: Node[] = [];
  visitNodes(syntaxTree(source).root, (node) => {
    if (node.type === 'CallExpression') calls.push(node);
    if (node.type === 'FunctionDeclaration') functions.push({ name: nameOf(node['identifier'])!, parameters: (node['params'] as readonly Node[]).map(({ pat }) => nameOf(pat)), body: node['body'] });
    if (node.type !== 'VariableDeclarator') return;
    const [name, value] = [nameOf(node['id']), node['init'] as Node | undefined];
    if (name === undefined || !value) return;
    if (value.type === 'StringLiteral') constants.set(name, String(value['value']));
    if (value.type === 'ArrowFunctionExpression') functions.push({ name, parameters: (value['params'] as readonly Node[]).map(nameOf), body: value['body'] });
  });
  const titleOf = titlePlaces(functions);
  const found = new Set<string>();
  const note = (handed: unknown): void => {
    for (const text of textsIn(handed)) found.add(text);
    for (const name of namesIn(handed)) if (constants.has(name)) found.add(constants.get(name)!);
  };
  for (const call of calls) {
    const title = handedTitle(call, titleOf);
    if (title) note(title);
    if (calledName(call) !== 'click') continue;
    visitNodes(call['callee'], (node) => {
      if (node.type === 'CallExpression' && finders.has(calledName(node) ?? '')) note(node['arguments']);
    });
  }
  return found;
}

/** Which argument is the title, by the name of what is called: of what runs commands, and of functions that hand a parameter on to such, also by way of one another. */
function titlePlaces(functions: readonly StoryFunction[]): ReadonlyMap<string, number> {
  const places = new Map(Object.entries(runners));
  for (let before = -1; before !== places.size; ) {
    before = places.size;
    for (const { name, parameters, body } of functions) {
      visitNodes(body, (node) => {
        const title = node.type === 'CallExpression' ? handedTitle(node, places) : undefined;
        if (!title || places.has(name)) return;
        const names = namesIn(title);
        const at = parameters.findIndex((parameter) => parameter !== undefined && names.includes(parameter));
        if (at >= 0) places.set(name, at);
      });
    }
  }
  return places;
}

function handedTitle(call: Node, places: ReadonlyMap<string, number>): unknown {
  const at = places.get(calledName(call) ?? '');
  return at === undefined ? undefined : (call['arguments'] as readonly unknown[])[at];
}

function calledName(call: Node): string | undefined {
  const callee = call['callee'] as Node;
  return nameOf(callee.type === 'MemberExpression' ? callee['property'] : callee);
}

function nameOf(node: unknown): string | undefined {
  const { type, value } = node as Node;
  return type === 'Identifier' ? String(value) : undefined;
}

function textsIn(handed: unknown): readonly string[] {
  const texts: string[] = [];
  visitNodes(handed, (node) => {
    if (node.type === 'StringLiteral') texts.push(String(node['value']));
    if (node.type === 'TemplateElement') texts.push(String(node['cooked']));
  });
  return texts;
}

function namesIn(handed: unknown): readonly string[] {
  const names: string[] = [];
  visitNodes(handed, (node) => {
    const name = nameOf(node);
    if (name !== undefined) names.push(name);
  });
  return names;
}
