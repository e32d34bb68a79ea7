import type { Clock } from '../base/clock.ts';
import { type CompileExpression, variableNames } from '../debugger/expression.ts';
import { compileExpression, jsonOfCel } from './celExpression.ts';

/** Characters of an expression in a breakpoint. */
const longest = 2000;

/** An expression stands in the way of each step: one that takes longer is not waited for. */
const longestMs = 25;

/** Expressions of breakpoints, over all that is known at a gate. */
export function celForBreakpoints(clock: Pick<Clock, 'now'>): CompileExpression {
  const deadline = { now: () => clock.now(), ms: longestMs };
  return (expression) => {
    const compiled = compileExpression(expression, { variables: variableNames, longest, deadline });
    return { uses: compiled.uses, evaluate: (variables) => jsonOfCel(compiled.evaluate(variables)) };
  };
}
