import { systemClock } from '../base/systemClock.ts';
import type { CompileExpression } from '../debugger/expression.ts';

/** The language of expressions, loaded when the first one is written. */
export async function loadExpressions(): Promise<CompileExpression> {
  return (await import('../inspector/celBreakpoints.ts')).celForBreakpoints(systemClock);
}
