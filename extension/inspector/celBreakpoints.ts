import type { Clock } from '../base/clock.ts';
import { OverrunError } from '../base/overrunError.ts';
import { type CompileExpression, variableNames, type Variables } from '../debugger/expression.ts';
import { type CelExpression, compileExpression, jsonOfCel } from '../cel/celExpression.ts';

/** Characters of an expression in a breakpoint. */
const longest = 2000;

/** An expression stands in the way of each step: one that takes longer is not waited for. */
const longestMs = 25;

/** Where the machine is busy, or code runs for the first time, a cheap expression takes longer too: it is tried so often before it counts as slow. */
const tries = 3;

/** It is tried once only where it took so long that nothing but itself can be why. */
const clearlyMs = 500;

const empty: Variables = { object: {}, oldObject: {}, delta: '', key: '', attempt: 0 };

/** What most conditions are made of. */
const familiar = 'key.matches("a.*") || object.list.exists(each, each.name.startsWith("a") && each.size > 2) || has(object.map.a) && "a" in object.map && object.map == oldObject.map';
const subject = { list: [{ name: 'b', size: 1 }], map: { b: '1' } };

/** Expressions of breakpoints, over all that is known at a gate. */
export function celForBreakpoints(clock: Pick<Clock, 'now'>): CompileExpression {
  const deadline = { now: () => clock.now(), ms: longestMs };
  warmUp(compileExpression(familiar, { variables: variableNames, longest }), { ...empty, object: subject, oldObject: subject });
  return (expression) => {
    const compiled = compileExpression(expression, { variables: variableNames, longest, deadline });
    warmUp(compiled, empty);
    return { uses: compiled.uses, evaluate: (variables) => jsonOfCel(evaluate(compiled, variables)) };
  };
}

/** @throws as the expression does; OverrunError when it was too slow each time */
function evaluate(compiled: CelExpression<keyof Variables>, variables: Variables): unknown {
  for (let left = tries - 1; ; left--) {
    try {
      return compiled.evaluate(variables);
    } catch (error) {
      if (left === 0 || !OverrunError.is(error) || error.ms === undefined || error.ms > clearlyMs) throw error;
    }
  }
}

/** So that the code is there when a step waits for it; what comes of it does not matter. */
function warmUp(compiled: CelExpression<keyof Variables>, variables: Variables): void {
  try {
    compiled.evaluate(variables);
  } catch {
    // Fields that it asks for are not there.
  }
}
