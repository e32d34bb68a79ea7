import { ClientRequest } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { messageOf } from '../base/codedError.ts';
import { hostOf, portOf, proxyAuthorization } from './proxyAddress.ts';
import { socks5Connect } from './socks5.ts';

/** How the certificate of a proxy is checked, and which is shown to it: as those of the server, as in client-go. */
export type ProxyTls = Pick<ConnectionOptions, 'secureContext' | 'servername' | 'checkServerIdentity' | 'rejectUnauthorized' | 'ca'>;

export interface Tunnel {
  readonly proxy: URL;
  readonly tls: ProxyTls;
  /** Where it is to lead; undefined: to the proxy and no further, which sends requests on by itself. */
  readonly target: { readonly host: string; readonly port: number } | undefined;
  /** Told of the socket at once, so that it can be ended while the tunnel is being made. */
  readonly onSocket: (socket: Socket) => void;
}

/** The proxy does not lead on. The message is the rest of a sentence that begins with the proxy. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

/** @throws ProxyError */
export async function openTunnel({ proxy, tls, target, onSocket }: Tunnel): Promise<Socket> {
  let socket: Socket | undefined;
  try {
    socket = await dial(proxy, tls, onSocket);
    if (!target) return socket;
    if (proxy.protocol !== 'socks5:') return await httpConnect(socket, proxy, target);
    await socks5Connect(socket, { ...target, username: decodeURIComponent(proxy.username), password: decodeURIComponent(proxy.password) });
    return socket;
  } catch (error) {
    socket?.destroy();
    throw new ProxyError(messageOf(error), { cause: error });
  }
}

function dial(proxy: URL, tls: ProxyTls, onSocket: (socket: Socket) => void): Promise<Socket> {
  const [host, port] = [hostOf(proxy), portOf(proxy)];
  return new Promise((resolve, reject) => {
    const secure = proxy.protocol === 'https:';
    const servername = tls.servername ?? (isIP(host) ? '' : host);
    const socket = secure ? connectTls({ ...tls, host, port, servername }) : connect({ host, port });
    onSocket(socket);
    const onClose = (): void => reject(new Error('it ended the connection'));
    socket.once('error', reject).once('close', onClose);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject).off('close', onClose);
      resolve(socket);
    });
  });
}

function httpConnect(socket: Socket, proxy: URL, { host, port }: NonNullable<Tunnel['target']>): Promise<Socket> {
  const path = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const authorization = proxyAuthorization(proxy);
  return new Promise((resolve, reject) => {
    const headers = { host: path, ...(authorization !== undefined && { 'proxy-authorization': authorization }) };
    const request = new ClientRequest({ createConnection: () => socket, method: 'CONNECT', path, headers, setHost: false });
    request.once('error', reject);
    request.once('response', ({ statusCode }) => reject(new Error(refusal(statusCode))));
    request.once('connect', ({ statusCode }, _socket, head: Buffer) => {
      if (statusCode !== 200) return reject(new Error(refusal(statusCode)));
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.end();
  });
}

function refusal(status: number | undefined): string {
  return status === 407 ? 'it asks for a user and a password, or refuses those of its address' : `it refuses to connect, with status ${status}`;
}
