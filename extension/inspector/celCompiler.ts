import { clip } from '../base/clip.ts';
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

/** @throws for what is neither */
export function yesOrNo(result: unknown): boolean {
  if (typeof result === 'boolean') return result;
  const text = typeof result === 'object' ? 'a value' : clip(String(result), longestSaid);
  throw new Error(`it gives ${text}, which is neither true nor false`);
}
