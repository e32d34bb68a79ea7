import type { Agent, AgentOptions } from 'node:http';
import { messageOf } from '../base/codedError.ts';
import { ConnectionError } from '../kube/status.ts';
import { proxyAuthorization, proxySchemes, withoutPassword } from './proxyAddress.ts';
import { forwardsPlainHttp, proxyAgent } from './proxyAgent.ts';
import type { RequestSecurity } from './requestSecurity.ts';

/** The proxy through which one server is asked. */
export class Proxy {
  /** Its address without password. */
  readonly shown: string;
  readonly #url: URL;
  readonly #server: URL;

  /** @throws ConnectionError for an address that is none */
  constructor(address: string, server: URL) {
    this.shown = withoutPassword(address);
    this.#server = server;
    try {
      if (!proxySchemes.test(address)) throw new Error('it is not an http, https or socks5 address');
      this.#url = new URL(address);
      proxyAuthorization(this.#url); // an escape that is none is said now, and not when it is needed
    } catch (error) {
      throw new ConnectionError('other', `the proxy ${this.shown} cannot be used: ${messageOf(error)}`, { server: server.origin, proxy: this.shown }, { cause: error });
    }
  }

  agent({ tls, secureContext }: RequestSecurity, settings: AgentOptions, patienceMs: number): Agent {
    const { ca: _ca, cert: _cert, key: _key, ...check } = tls;
    return proxyAgent(this.#server.protocol, { proxy: this.#url, tls: { ...(secureContext && { secureContext }), ...check }, patienceMs, settings });
  }

  /** What a request has to say otherwise because it goes through this proxy. */
  request(path: string): { readonly path: string; readonly headers: Readonly<Record<string, string>> } {
    if (this.#server.protocol === 'https:' || !forwardsPlainHttp(this.#url)) return { path, headers: {} };
    const authorization = proxyAuthorization(this.#url);
    return { path: `${this.#server.origin}${path}`, headers: { host: this.#server.host, ...(authorization !== undefined && { 'proxy-authorization': authorization }) } };
  }
}
