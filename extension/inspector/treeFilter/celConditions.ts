import { yesOrNo } from '../../base/yesOrNo.ts';
import { CelBudget } from '../../cel/celValue.ts';
import { compileExpression } from '../../cel/celExpression.ts';
import { longestFilter } from './parseTreeFilter.ts';
import type { CompileCondition } from './treeFilter.ts';

/** Values that it may look at in each object: it is asked of all that are cached, and of each again when it changes. */
const maxSteps = 5000;

/** Conditions over `object`. Bounded in steps and not in time: an object is judged alike on each machine, however busy. */
export const celConditions: CompileCondition = (expression) => {
  const compiled = compileExpression(expression, { variables: ['object'], longest: longestFilter });
  return (object) => yesOrNo(compiled.evaluate({ object }, new CelBudget(undefined, maxSteps)));
};
