import { CodedError } from '../../base/codedError.ts';
import type { ExpressionFault } from '../../base/expressionError.ts';
import type { SelectorFault } from '../../kube/labelSelector.ts';

export type TreeFilterFault =
  | { readonly kind: 'tooLong' | 'noSelector' | 'noExpression' }
  | { readonly kind: 'notASelector'; readonly why: SelectorFault }
  | { readonly kind: 'notAnExpression'; readonly why: ExpressionFault };

/** A text is no filter of the tree. */
export class TreeFilterError extends CodedError<TreeFilterFault['kind'], TreeFilterFault> {
  override readonly name = 'TreeFilterError';

  static is(error: unknown): error is TreeFilterError {
    return error instanceof TreeFilterError;
  }
}
