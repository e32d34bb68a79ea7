/**
 * Leaves the words of log lines alone, so that no test has to repeat them. That a line is logged, and when, counts like
 * everything else; so do the texts of errors, several of which are client-go's own.
 */

/** The parts of Babel's nodes and paths that are looked at here. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface NodePath {
  readonly node: Node;
  readonly parentPath: NodePath | null;
}

const levels = new Set(['trace', 'info', 'warn', 'error']);

/** Why the mutants of a piece of code are left out; undefined: they count. */
export function reasonToIgnore(path: NodePath): string | undefined {
  if (path.node.type !== 'StringLiteral' && path.node.type !== 'TemplateLiteral') return undefined;
  for (let { parentPath: around } = path; around; around = around.parentPath) {
    if (isLogCall(around.node)) return 'the words of a log line';
  }
  return undefined;
}

/** `logger.warn(…)`, `this.#options.logger.warn(…)`. */
function isLogCall({ type, callee }: Node): boolean {
  if (type !== 'CallExpression') return false;
  const { object, property } = callee as Node;
  return nameOf(object) === 'logger' && levels.has(nameOf(property) ?? '');
}

/** Of `logger`, `#logger`, `options.logger` and `this.#logger`: `logger`. */
function nameOf(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const { name, id, property } = node as { readonly [field: string]: unknown };
  return typeof name === 'string' ? name : nameOf(id ?? property);
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'wording', value: { shouldIgnore: reasonToIgnore } }];
