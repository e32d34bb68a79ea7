import { clip } from './clip.ts';
import { ExpressionError } from './expressionError.ts';

/** Characters that are said of a result that is neither. */
const longestSaid = 80;

/** What comes of a condition. @throws ExpressionError for what is neither true nor false */
export function yesOrNo(result: unknown): boolean {
  if (typeof result === 'boolean') return result;
  throw new ExpressionError({ kind: 'notYesOrNo', result: typeof result === 'object' ? undefined : clip(String(result), longestSaid) });
}
