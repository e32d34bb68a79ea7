import { SaidError } from '../base/saying.ts';

export type KubeconfigErrorCode =
  | 'missing' // none of the files is there
  | 'unreadable' // a file is there and cannot be read
  | 'invalid' // a file is not a kubeconfig
  | 'noContext' // no context is chosen, or the chosen one is in no file
  | 'missingCluster' // the context names a cluster that is in no file
  | 'missingUser' // the context names a user that is in no file
  | 'invalidContext' // a field of the context is not what it must be
  | 'invalidCluster' // the cluster has no usable server, or contradicts itself
  | 'invalidUser'; // the user contradicts itself, or names a file that is not there

/** Where a kubeconfig is wrong. `line` counts from 1. */
export interface KubeconfigFault {
  readonly paths: readonly string[];
  readonly line?: number;
  /** The context, cluster or user that is meant. */
  readonly name?: string;
}

/** The kubeconfig cannot be used. The message is a whole sentence: what, where, and what to do. */
export class KubeconfigError extends SaidError<KubeconfigErrorCode, KubeconfigFault> {
  override readonly name = 'KubeconfigError';

  static is(error: unknown, code?: KubeconfigErrorCode): error is KubeconfigError {
    return error instanceof KubeconfigError && (code === undefined || error.code === code);
  }
}
