import { clip } from '../base/clip.ts';
import { ExpressionError } from '../base/expressionError.ts';
import { maxExpression } from '../controller/process/definition.ts';
import type { CompileCel } from '../controller/predicates.ts';
import { compileExpression } from '../cel/celExpression.ts';

/** Predicates of controllers: over `object` and `oldObject`, with a yes or a no. */
export const compileCel: CompileCel = (expression) => {
  const compiled = compileExpression(expression, { variables: ['object', 'oldObject'], longest: maxExpression });
  return (variables) => yesOrNo(compiled.evaluate({ ...variables }));
};

/** Of a result that is none. */
const longestSaid = 80;

/** @throws ExpressionError for what is neither */
export function yesOrNo(result: unknown): boolean {
  if (typeof result === 'boolean') return result;
  throw new ExpressionError({ kind: 'notYesOrNo', result: typeof result === 'object' ? undefined : clip(String(result), longestSaid) });
}
