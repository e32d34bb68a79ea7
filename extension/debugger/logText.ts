import { clip } from '../base/clip.ts';
import { messageOf } from '../base/codedError.ts';
import { ExpressionError } from '../base/expressionError.ts';
import { OverrunError } from '../base/overrunError.ts';
import type { CompileExpression, Expression, VariableName, Variables } from './expression.ts';

/** Characters that are written of one value, and in all. */
const longestValue = 200;
const longestText = 2000;

/** A text with `{expression}`s in it, ready to be written. */
export interface LogText {
  readonly uses: ReadonlySet<VariableName>;
  /** A value that there is not is said to be none. @throws OverrunError */
  write(variables: Variables): string;
}

/** `{{` and `}}` stand for braces. @throws ExpressionError; what `compile` throws */
export function parseLogText(text: string, compile: CompileExpression | undefined): LogText {
  if (text.length > longestText) throw new ExpressionError({ kind: 'tooLong', length: text.length, most: longestText });
  const parts = partsOf(text).map((part) => (part.type === 'text' ? part.text : compile?.(part.text)));
  const uses = new Set<VariableName>();
  for (const part of parts) if (typeof part === 'object') for (const name of part.uses) uses.add(name);
  return {
    uses,
    write: (variables) => clip(parts.map((part) => (typeof part === 'object' ? valueOf(part, variables) : (part ?? ''))).join(''), longestText),
  };
}

export function hasExpressions(text: string): boolean {
  return /\{/.test(text.replaceAll('{{', ''));
}

type Part = { readonly type: 'text' | 'expression'; readonly text: string };

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if ((character === '{' || character === '}') && text[at + 1] === character) {
      plain += character;
      at++;
    } else if (character === '{') {
      const end = endOf(text, at + 1);
      if (plain) parts.push({ type: 'text', text: plain });
      plain = '';
      parts.push({ type: 'expression', text: text.slice(at + 1, end) });
      at = end;
    } else {
      plain += character;
    }
  }
  if (plain) parts.push({ type: 'text', text: plain });
  return parts;
}

/** Where the expression that begins here ends: braces inside of it, and in its strings, are its own. */
function endOf(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if (quote) {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === '{') {
      depth++;
    } else if (character === '}' && depth-- === 0) {
      return at;
    }
  }
  throw new ExpressionError({ kind: 'openBrace' });
}

function valueOf(expression: Expression, variables: Variables): string {
  try {
    const value = expression.evaluate(variables);
    return clip(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'), longestValue);
  } catch (error) {
    if (OverrunError.is(error)) throw error;
    return `‹${clip(messageOf(error), longestValue)}›`;
  }
}
