import { CodedError } from '../../base/codedError.ts';

export type TreeFilterFault = 'tooLong' | 'noSelector' | 'notASelector' | 'noExpression' | 'notAnExpression';

/** A text is no filter of the tree. `data`: what is wrong with it, where its code alone does not say it. */
export class TreeFilterError extends CodedError<TreeFilterFault, string> {
  override readonly name = 'TreeFilterError';

  static is(error: unknown): error is TreeFilterError {
    return error instanceof TreeFilterError;
  }
}
