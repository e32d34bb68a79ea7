import { CodedError } from '../base/codedError.ts';

/** The informer cannot be stopped: these controllers read from it. */
export class InformerInUse extends CodedError<'informerInUse', { readonly informer: string; readonly controllers: readonly string[] }> {
  override readonly name = 'InformerInUse';

  static is(error: unknown): error is InformerInUse {
    return error instanceof InformerInUse;
  }
}
