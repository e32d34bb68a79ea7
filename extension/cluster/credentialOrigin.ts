import { type Saying, say } from '../base/saying.ts';
import { CredentialError, type CredentialErrorCode, type CredentialFault } from './credentialError.ts';

/** Where something comes from that says who asks: there it is put right. Neither of the three: it stands in the kubeconfig itself. */
export interface CredentialOrigin {
  /** Name of the user in the kubeconfig. */
  readonly user: string;
  /** Command of the credential plugin that gave it. */
  readonly plugin?: string;
  /** Name of the auth provider that gave it. */
  readonly provider?: string;
  readonly file?: string;
}

/** @param what is wrong with it, as a sentence without its end */
export function unusable(what: Saying, origin: CredentialOrigin, cause?: unknown): CredentialError {
  const { code, whatToDo, data } = remedyOf(origin);
  return new CredentialError(code, say`${what}. ${whatToDo}`, { user: origin.user, ...data }, { cause });
}

function remedyOf({ plugin, provider, file }: CredentialOrigin): { readonly code: CredentialErrorCode; readonly whatToDo: Saying; readonly data?: Partial<CredentialFault> } {
  if (plugin !== undefined) return { code: 'execInvalid', whatToDo: say`Its credential plugin gave it; log in again.`, data: { command: plugin } };
  if (provider !== undefined) return { code: 'providerFailed', whatToDo: say`Its auth provider ${provider} gave it; log in again.` };
  if (file !== undefined) return { code: 'invalid', whatToDo: say`It stands in the file ${file}; correct it there.`, data: { path: file } };
  return { code: 'invalid', whatToDo: say`Correct it in the kubeconfig.` };
}
