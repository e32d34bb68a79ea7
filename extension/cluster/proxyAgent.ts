import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { openTunnel, type ProxyTls } from './proxyTunnel.ts';

type OnConnection = (error: Error | null, socket: Duplex) => void;

export interface ProxyAgentOptions {
  readonly proxy: URL;
  readonly tls: ProxyTls;
  /** A tunnel that takes longer than this does not come about. */
  readonly patienceMs: number;
  readonly settings: AgentOptions;
}

/**
 * An agent whose connections go through a proxy, as Go's transport has them go: over TLS, and through SOCKS, in a tunnel; over plain http to
 * an http proxy, which is sent whole addresses. (client-node's agents look up names by themselves before they ask a SOCKS proxy, and trust for a
 * proxy no CA of the kubeconfig.)
 */
export function proxyAgent(scheme: string, options: ProxyAgentOptions): HttpAgent {
  return scheme === 'https:' ? new ProxiedHttpsAgent(options) : new ProxiedHttpAgent(options);
}

/** Plain http is not sent through a tunnel by such a proxy, but told to it with the whole address. */
export function forwardsPlainHttp(proxy: URL): boolean {
  return proxy.protocol !== 'socks5:';
}

class ProxiedHttpAgent extends HttpAgent {
  readonly #tunnels: Tunnels;

  constructor(options: ProxyAgentOptions) {
    super(options.settings);
    this.#tunnels = new Tunnels(options);
  }

  override createConnection(request: ClientRequestArgs, onConnection: OnConnection): undefined {
    const target = forwardsPlainHttp(this.#tunnels.proxy) ? undefined : targetOf(request);
    this.#tunnels.open(target).then((socket) => onConnection(null, socket), (error: Error) => onConnection(error, undefined as never));
  }

  override destroy(): void {
    super.destroy();
    this.#tunnels.destroy();
  }
}

class ProxiedHttpsAgent extends HttpsAgent {
  readonly #tunnels: Tunnels;

  constructor(options: ProxyAgentOptions) {
    super(options.settings);
    this.#tunnels = new Tunnels(options);
  }

  override createConnection(request: ClientRequestArgs, onConnection: OnConnection): undefined {
    this.#tunnels
      .open(targetOf(request))
      .then((socket) => super.createConnection({ ...request, socket } as ClientRequestArgs)!)
      .then((secured) => onConnection(null, secured), (error: Error) => onConnection(error, undefined as never));
  }

  override destroy(): void {
    super.destroy();
    this.#tunnels.destroy();
  }
}

/** The connections to one proxy: none is left when the agent is destroyed, also of those that are being made. */
class Tunnels {
  readonly #options: ProxyAgentOptions;
  readonly #sockets = new Set<Socket>();

  constructor(options: ProxyAgentOptions) {
    this.#options = options;
  }

  get proxy(): URL {
    return this.#options.proxy;
  }

  async open(target: { readonly host: string; readonly port: number } | undefined): Promise<Socket> {
    const { proxy, tls, patienceMs } = this.#options;
    function onTimeout(this: Socket): void {
      this.destroy(Object.assign(new Error(`it does not answer within ${patienceMs / 1000} s`), { code: 'ETIMEDOUT' }));
    }
    const onSocket = (socket: Socket): void => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      // Whoever waits for the socket is told.
      socket.on('error', () => undefined);
      socket.setTimeout(patienceMs, onTimeout);
    };
    const socket = await openTunnel({ proxy, tls, target, onSocket });
    return socket.setTimeout(0, onTimeout);
  }

  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

function targetOf({ host, port }: ClientRequestArgs): { readonly host: string; readonly port: number } {
  return { host: host ?? '', port: Number(port) };
}
