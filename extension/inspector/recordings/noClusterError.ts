import { CodedError } from '../../base/codedError.ts';

/** Behind a recording there is no server that could be asked, or written to. */
export class NoClusterError extends CodedError<'noCluster', { readonly asked: string }> {
  override readonly name = 'NoClusterError';

  constructor(asked: string) {
    super('noCluster', `${asked} is not possible: this is a recording, and no cluster is behind it`, { asked });
  }

  static is(error: unknown): error is NoClusterError {
    return error instanceof NoClusterError;
  }
}
