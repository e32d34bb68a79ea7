import { CodedError } from '../../base/codedError.ts';

/** A cache cannot be checked, or listed anew, now. */
export class CacheCheckError extends CodedError<'noInformer' | 'noServer' | 'notSynced' | 'listsAlready', { readonly informer: string }> {
  override readonly name = 'CacheCheckError';

  static is(error: unknown, code?: CacheCheckError['code']): error is CacheCheckError {
    return error instanceof CacheCheckError && (code === undefined || error.code === code);
  }
}
