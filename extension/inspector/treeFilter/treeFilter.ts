import { messageOf } from '../../base/codedError.ts';
import { expressionFaultOf } from '../../base/expressionError.ts';
import { patternInAnyCase } from '../../base/pattern.ts';
import { nameInKey } from '../../kube/key.ts';
import { matchesLabels } from '../../kube/labelSelector.ts';
import type { KubeObject } from '../../kube/object.ts';
import { parseTreeFilter } from './parseTreeFilter.ts';
import { TreeFilterError } from './treeFilterError.ts';

/** What of a cache the tree shows. */
export interface TreeFilter {
  /** As it was typed. */
  readonly text: string;
  /** @throws an Error that says why its expression has no answer for this object; it goes on from "it" */
  accepts(key: string, object: KubeObject): boolean;
}

/** Whether an object is what an expression asks for. @throws as {@link TreeFilter.accepts} */
export type Condition = (object: KubeObject) => boolean;

/** @throws an Error that says what is wrong with the expression */
export type CompileCondition = (expression: string) => Condition;

/**
 * @param loadConditions the language of expressions, which is loaded for a filter that has one
 * @returns undefined for a text that asks for nothing
 * @throws TreeFilterError
 */
export async function treeFilter(text: string, loadConditions: () => Promise<CompileCondition>): Promise<TreeFilter | undefined> {
  const { words, labels, expression } = parseTreeFilter(text);
  if (words.length + labels.length === 0 && expression === undefined) return undefined;
  const tests = words.map(wordTest);
  const condition = expression === undefined ? undefined : compile(expression, await loadConditions());
  return {
    text: text.trim(),
    // The expression last: it is what costs most, and what may fail.
    accepts: (key, object) => tests.every((test) => test(key)) && (labels.length === 0 || matchesLabels(labels, object.metadata.labels)) && (condition?.(object) ?? true),
  };
}

function compile(expression: string, compileCondition: CompileCondition): Condition {
  try {
    return compileCondition(expression);
  } catch (error) {
    throw new TreeFilterError('notAnExpression', messageOf(error), { kind: 'notAnExpression', why: expressionFaultOf(error) }, { cause: error });
  }
}

/** In any case of the letters: a part of `namespace/name`; with a `*` in it a pattern for the name, or with a `/` for all of it. */
function wordTest(word: string): (key: string) => boolean {
  if (!word.includes('*')) {
    const part = word.toLowerCase();
    return (key) => key.toLowerCase().includes(part);
  }
  const matches = patternInAnyCase(word);
  return word.includes('/') ? matches : (key) => matches(nameInKey(key));
}
