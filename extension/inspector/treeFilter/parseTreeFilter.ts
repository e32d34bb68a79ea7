import { type LabelRequirement, parseLabelSelector, SelectorError } from '../../kube/labelSelector.ts';
import { TreeFilterError } from './treeFilterError.ts';

/** Characters of a filter: what is longer was pasted by mistake. */
export const longestFilter = 2000;

/** One with each of its parts. */
export const sampleFilter = 'web-* labels: app=web,tier in (a,b) cel: object.status.phase == "Running"';

/** What a filter asks for. All of it holds together. */
export interface TreeFilterParts {
  readonly words: readonly string[];
  readonly labels: readonly LabelRequirement[];
  readonly expression: string | undefined;
}

/**
 * `web-* labels: app=web,tier in (a,b) cel: object.spec.replicas > 3`: words, then a selector, then an expression, each of which may be missing.
 * A selector and an expression may have spaces in them, so each goes on to where the next part begins.
 * @throws TreeFilterError; whether the expression is one is not looked at
 */
export function parseTreeFilter(text: string): TreeFilterParts {
  if (text.length > longestFilter) throw new TreeFilterError('tooLong', `a filter of ${text.length} characters`, { kind: 'tooLong' });
  const [beforeExpression, expression] = splitAt(text, /(?:^|\s)cel:/i);
  const [words, selector] = splitAt(beforeExpression, /(?:^|\s)labels?:/i);
  if (expression === '') throw new TreeFilterError('noExpression', 'no expression', { kind: 'noExpression' });
  return { words: words.split(/\s+/).filter(Boolean), labels: selector === undefined ? [] : parseSelector(selector), expression };
}

function parseSelector(text: string): readonly LabelRequirement[] {
  if (text === '') throw new TreeFilterError('noSelector', 'no selector', { kind: 'noSelector' });
  try {
    return parseLabelSelector(text);
  } catch (error) {
    if (!SelectorError.is(error)) throw error;
    throw new TreeFilterError('notASelector', error.message, { kind: 'notASelector', why: error.data }, { cause: error });
  }
}

/** What is before the first mark and after it, trimmed; undefined: there is no mark. */
function splitAt(text: string, mark: RegExp): readonly [string, string | undefined] {
  const found = mark.exec(text);
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length).trim()] : [text, undefined];
}
