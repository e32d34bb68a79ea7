import { yesOrNo } from '../base/yesOrNo.ts';
import { maxExpression } from '../controller/process/definition.ts';
import type { CompileCel } from '../controller/predicates.ts';
import { compileExpression } from '../cel/celExpression.ts';

/** Predicates of controllers: over `object` and `oldObject`, with a yes or a no. */
export const compileCel: CompileCel = (expression) => {
  const compiled = compileExpression(expression, { variables: ['object', 'oldObject'], longest: maxExpression });
  return (variables) => yesOrNo(compiled.evaluate({ ...variables }));
};
