import type { Impersonation } from './kubeconfigEntries.ts';
import type { SelectedContext } from './selectContext.ts';

/** Who asks, as far as a kubeconfig tells. What the server makes of it, a name in a certificate or token, only the server knows. */
export interface Identity {
  /** Name of the user in the kubeconfig; empty: anonymous. */
  readonly user: string;
  /** The server is asked over plain http, where nobody is told who asks (K5). */
  readonly withheld: boolean;
  /** As whom the user asks; that is told over plain http too, as client-go does. */
  readonly impersonated?: Impersonation;
  /** As whom the kubeconfig would have it asked, where somebody else was chosen instead. */
  readonly replaced?: Impersonation;
}

export function identityOf({ user, server, replaced }: SelectedContext): Identity {
  return {
    user: user?.name ?? '',
    withheld: server.protocol !== 'https:',
    ...(user?.impersonate && { impersonated: user.impersonate }),
    ...(replaced && { replaced }),
  };
}
