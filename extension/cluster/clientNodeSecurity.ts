import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import { messageOf } from '../base/codedError.ts';
import { ConnectionError } from '../kube/status.ts';
import { CredentialError } from './credentialError.ts';
import { withoutPassword } from './proxyAddress.ts';
import type { RequestSecurity } from './requestSecurity.ts';

export interface ClientNodeOptions {
  readonly server: URL;
  /** http, https or socks. */
  readonly proxyUrl: string | undefined;
  readonly user: string;
  readonly authProvider: { readonly name: string; readonly config: Readonly<Record<string, string>> } | undefined;
}

/**
 * What client-node knows and we do not: the auth providers (OIDC with its refresh, GCP, Azure) and the
 * agents that go through a proxy. It is given one cluster and one user, already read, so that none of its
 * kubeconfig reading is in play, and it is loaded when the first request needs it.
 */
export class ClientNodeSecurity {
  readonly #options: ClientNodeOptions;
  #config: Promise<KubeConfig> | undefined;
  #certificate: RequestSecurity['tls']['cert'];

  constructor(options: ClientNodeOptions) {
    this.#options = options;
  }

  /** @throws CredentialError `providerFailed`; ConnectionError for a proxy that cannot be used */
  async complete(own: RequestSecurity): Promise<RequestSecurity> {
    // Its agent keeps the first certificate that it was given; a plugin may bring a newer one.
    if (this.#certificate !== own.tls.cert) this.#config = undefined;
    this.#certificate = own.tls.cert;
    const config = await (this.#config ??= this.#load());
    const headers: Record<string, string> = {};
    const options: RequestOptions = { ...own.tls, headers };
    try {
      await config.applyToHTTPSOptions(options);
    } catch (error) {
      throw this.#failure(error);
    }
    const provided = headers['Authorization'];
    return {
      ...own,
      // What stands in the kubeconfig itself goes before what a provider gives.
      headers: { ...(provided !== undefined && { authorization: provided }), ...own.headers },
      ...(this.#proxy !== undefined && typeof options.agent === 'object' && { agent: options.agent, proxy: this.#proxy }),
    };
  }

  get #proxy(): string | undefined {
    const { proxyUrl } = this.#options;
    return proxyUrl === undefined ? undefined : withoutPassword(proxyUrl);
  }

  #failure(error: unknown): CredentialError | ConnectionError {
    const { user, authProvider, server } = this.#options;
    const why = messageOf(error).replace(/\.$/, '');
    if (!authProvider) {
      const proxy = this.#proxy ?? '';
      return new ConnectionError('other', `the proxy ${proxy} cannot be used: ${why}`, { server: server.origin, proxy }, { cause: error });
    }
    return new CredentialError(
      'providerFailed',
      `The auth provider ${authProvider.name} of the user "${user}" failed: ${why}. Log in again, or correct the kubeconfig.`,
      { user },
      { cause: error },
    );
  }

  async #load(): Promise<KubeConfig> {
    const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
    const { server, proxyUrl, user, authProvider } = this.#options;
    const config = new KubeConfig();
    config.loadFromOptions({
      // Credentials over plain http were left out before; the flag only lets the agent be made.
      clusters: [{ name: 'cluster', server: server.href, skipTLSVerify: server.protocol === 'http:', ...(proxyUrl !== undefined && { proxyUrl }) }],
      users: [{ name: user, ...(authProvider && { authProvider: { name: authProvider.name, config: { ...authProvider.config } } }) }],
      contexts: [{ name: 'context', cluster: 'cluster', user }],
      currentContext: 'context',
    });
    return config;
  }
}
