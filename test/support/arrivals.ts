import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type TestProxy, startHttpProxy, startSocksProxy } from './proxies.ts';
import { type KeyPair, TestAuthority } from './testCertificates.ts';

/** What one question told the server of who asks, and which way it came. */
export interface Arrival {
  readonly server: 'http' | 'https';
  readonly authorization: string | undefined;
  /** Names in small letters, as servers compare them, with each value. */
  readonly impersonate: readonly (readonly [name: string, value: string])[];
  /** Common name in the client's certificate. */
  readonly certificate: string | undefined;
  /** The name that the client asked for in the handshake. */
  readonly servername: string | undefined;
  readonly proxies: readonly string[];
}

/**
 * An API server over TLS and one over plain http, with a proxy of each kind before them, and what arrives at them. `api.example` is a name that only the
 * proxies know.
 */
export class Arrivals {
  readonly authority: TestAuthority;
  readonly proxies: Readonly<Record<'http' | 'https' | 'socks5', TestProxy>>;
  readonly #servers: readonly Server[];
  #arrived: Omit<Arrival, 'proxies'> | undefined;

  private constructor(authority: TestAuthority, pair: KeyPair, proxies: Arrivals['proxies']) {
    this.authority = authority;
    this.proxies = proxies;
    this.#servers = [
      createTlsServer({ ...pair, ca: authority.cert, requestCert: true, rejectUnauthorized: false }, this.#answer('https')),
      createServer(this.#answer('http')),
    ];
  }

  static async start(): Promise<Arrivals> {
    const authority = await TestAuthority.create();
    const pair = await authority.server(['api.example']);
    const arrivals = new Arrivals(authority, pair, { http: await startHttpProxy(), https: await startHttpProxy({ tls: pair }), socks5: await startSocksProxy() });
    await Promise.all(arrivals.#servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))));
    return arrivals;
  }

  port(scheme: 'http' | 'https'): number {
    return (this.#servers[scheme === 'https' ? 0 : 1]!.address() as AddressInfo).port;
  }

  /** What arrives while `ask` asks; undefined when nothing does. */
  async during(ask: () => Promise<unknown>): Promise<Arrival | undefined> {
    this.#arrived = undefined;
    for (const { asked } of Object.values(this.proxies)) asked.length = 0;
    await ask();
    const asked = Object.entries(this.proxies).flatMap(([kind, proxy]) => proxy.asked.map((one) => `${kind}: ${one.replace(/\?.*/, '')}`));
    return this.#arrived && { ...(this.#arrived as Omit<Arrival, 'proxies'>), proxies: [...new Set(asked)] };
  }

  async close(): Promise<void> {
    for (const server of this.#servers) (server as Server & { closeAllConnections(): void }).closeAllConnections();
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
    await Promise.all(Object.values(this.proxies).map((proxy) => proxy.close()));
  }

  #answer(server: Arrival['server']): RequestListener {
    return (request, response) => {
      // Some builds of kubectl ask for the version of the server before they begin, under another name.
      if (!request.headers['user-agent']?.startsWith('kubectl-dispatcher')) this.#arrived = { server, ...describe(request) };
      response.setHeader('content-type', 'application/json');
      response.end('{"gitVersion":"v1.32.0"}');
    };
  }
}

function describe({ rawHeaders, headers, socket }: IncomingMessage): Pick<Arrival, 'authorization' | 'impersonate' | 'certificate' | 'servername'> {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_one, index) => [rawHeaders[2 * index]!.toLowerCase(), rawHeaders[2 * index + 1]!] as const);
  const tls = socket as Partial<TLSSocket> & { readonly servername?: string | false };
  return {
    authorization: headers.authorization,
    // The order among names means nothing, that of the values of one name does.
    impersonate: pairs.filter(([name]) => name.startsWith('impersonate-')).toSorted(([one], [other]) => (one < other ? -1 : Number(one > other))),
    certificate: tls.getPeerCertificate?.().subject?.CN as string | undefined,
    servername: tls.servername || undefined,
  };
}
