import { SaidError } from '../base/saying.ts';

export type CredentialErrorCode =
  | 'execForbidden' // a plugin is needed and may not run here
  | 'execMissing' // the plugin is not installed
  | 'execFailed' // it ended with an error
  | 'execInvalid' // what it printed, or how it is configured, is not usable
  | 'execInteractive' // it needs a terminal
  | 'execCancelled' // a person ended it
  | 'execTimeout' // it did not end by itself
  | 'unreadable' // a certificate, key or token file
  | 'invalid' // a certificate or key is not one
  | 'providerFailed'; // an auth provider of the kubeconfig

export interface CredentialFault {
  /** Name of the user in the kubeconfig. */
  readonly user: string;
  readonly command?: string;
  readonly installHint?: string;
  readonly path?: string;
}

/** No credentials to send. The message is a whole sentence and holds nothing secret. */
export class CredentialError extends SaidError<CredentialErrorCode, CredentialFault> {
  override readonly name = 'CredentialError';

  static is(error: unknown, code?: CredentialErrorCode): error is CredentialError {
    return error instanceof CredentialError && (code === undefined || error.code === code);
  }
}

/** What stands in the kubeconfig, or in a file that it names, cannot be used, and will not be of use a moment later. */
export function isKubeconfigFault(error: unknown): boolean {
  return CredentialError.is(error, 'unreadable') || CredentialError.is(error, 'invalid');
}
