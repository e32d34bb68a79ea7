import { CodedError } from '../../base/codedError.ts';

export type SnapshotErrorCode =
  | 'unreadable' // the file cannot be read
  | 'notFile' // a device, a pipe, a folder
  | 'notSnapshot' // it is something else, or of a release that is not known
  | 'damaged' // something in it cannot be so
  | 'tooLarge'
  | 'inUse'; // another process keeps its storage there

/** A file that holds no storage that could be taken up. */
export class SnapshotError extends CodedError<SnapshotErrorCode, { readonly file: string }> {
  override readonly name = 'SnapshotError';

  static is(error: unknown, code?: SnapshotErrorCode): error is SnapshotError {
    return error instanceof SnapshotError && (code === undefined || error.code === code);
  }
}
