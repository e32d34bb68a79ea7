import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import { messageOf } from '../base/codedError.ts';
import { heard, say } from '../base/saying.ts';
import { CredentialError } from './credentialError.ts';
import type { RequestSecurity } from './requestSecurity.ts';
import { sendableHeaders } from './sendableHeaders.ts';

export interface ClientNodeOptions {
  readonly server: URL;
  readonly user: string;
  readonly authProvider: { readonly name: string; readonly config: Readonly<Record<string, string>> };
}

/**
 * What client-node knows and we do not: the auth providers (OIDC with its refresh, GCP, Azure). It is given one cluster and one user, already
 * read, so that none of its kubeconfig reading is in play, and it is loaded when the first request needs it.
 */
export class ClientNodeSecurity {
  readonly #options: ClientNodeOptions;
  #config: Promise<KubeConfig> | undefined;

  constructor(options: ClientNodeOptions) {
    this.#options = options;
  }

  /** @throws CredentialError `providerFailed` */
  async complete(own: RequestSecurity): Promise<RequestSecurity> {
    const config = await (this.#config ??= this.#load());
    const { user, authProvider } = this.#options;
    const headers: Record<string, string> = {};
    const options: RequestOptions = { ...own.tls, headers };
    try {
      await config.applyToHTTPSOptions(options);
    } catch (error) {
      throw new CredentialError(
        'providerFailed',
        say`The auth provider ${authProvider.name} of the user "${user}" failed: ${heard(messageOf(error))}. Log in again, or correct the kubeconfig.`,
        { user },
        { cause: error },
      );
    }
    const authorization = headers['Authorization'];
    const provided = authorization === undefined ? {} : sendableHeaders({ authorization }, { user, provider: authProvider.name });
    // What stands in the kubeconfig itself goes before what a provider gives.
    return { ...own, headers: { ...provided, ...own.headers } };
  }

  async #load(): Promise<KubeConfig> {
    const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
    const { server, user, authProvider } = this.#options;
    const config = new KubeConfig();
    config.loadFromOptions({
      clusters: [{ name: 'cluster', server: server.href, skipTLSVerify: false }],
      users: [{ name: user, authProvider: { name: authProvider.name, config: { ...authProvider.config } } }],
      contexts: [{ name: 'context', cluster: 'cluster', user }],
      currentContext: 'context',
    });
    return config;
  }
}
