import { CodedError } from '../../base/codedError.ts';

export type IntrospectionErrorCode =
  | 'unreachable' // it does not answer: ended, or hangs
  | 'refused' // it answered no; `data.status` says how
  | 'unreadable'; // what it answered is not what was asked for

/** The inside of the playground could not be looked at. */
export class IntrospectionError extends CodedError<IntrospectionErrorCode, { readonly status: number }> {
  override readonly name = 'IntrospectionError';

  static is(error: unknown, code?: IntrospectionErrorCode): error is IntrospectionError {
    return error instanceof IntrospectionError && (code === undefined || error.code === code);
  }
}
