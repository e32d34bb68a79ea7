import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { readExactly } from '../../extension/cluster/readExactly.ts';

/** What one proxy was asked for. Every name leads to loopback, as a proxy may know names that nobody else does. */
export interface TestProxy {
  readonly url: string;
  /** `CONNECT host:port`, `GET http://host:port/path`, `SOCKS host:port`, in the order of their coming. */
  readonly asked: string[];
  /** What each said of who asks. */
  readonly credentials: (string | undefined)[];
  readonly openSockets: () => number;
  close(): Promise<void>;
}

export interface TestProxyOptions {
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Of user and password, with a colon between them; asked for when given. */
  readonly login?: string;
  /** Takes connections and says nothing. */
  readonly stalls?: boolean;
}

type Seen = Pick<TestProxy, 'asked' | 'credentials'>;

/** Tunnels with CONNECT, and forwards plain http. */
export async function startHttpProxy({ tls, login, stalls }: TestProxyOptions = {}): Promise<TestProxy> {
  const seen: Seen = { asked: [], credentials: [] };
  const admits = ({ headers }: IncomingMessage): boolean => {
    const given = headers['proxy-authorization'];
    seen.credentials.push(given === undefined ? undefined : Buffer.from(given.replace(/^Basic /, ''), 'base64').toString());
    return login === undefined || seen.credentials.at(-1) === login;
  };
  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    seen.asked.push(`${incoming.method} ${incoming.url}`);
    if (!admits(incoming)) return void response.writeHead(407).end();
    const { port, pathname, search } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _kept, ...headers } = incoming.headers;
    const onward = request({ host: '127.0.0.1', port, path: pathname + search, method: incoming.method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    incoming.pipe(onward);
  };
  const server = tls ? createTlsServer(tls, forward) : createServer(forward);
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    seen.asked.push(`CONNECT ${incoming.url}`);
    if (stalls) return void socket.resume().once('end', () => socket.end());
    if (!admits(incoming)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    join(socket, Number(new URL(`http://${incoming.url}`).port), () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
  });
  return listen(server, tls ? 'https' : 'http', login, seen);
}

export async function startSocksProxy({ login }: TestProxyOptions = {}): Promise<TestProxy> {
  const seen: Seen = { asked: [], credentials: [] };
  const server = createSocketServer((socket) => {
    serveSocks(socket, login, seen).catch(() => socket.destroy());
  });
  return listen(server, 'socks5', login, seen);
}

async function serveSocks(socket: Socket, login: string | undefined, { asked, credentials }: Seen): Promise<void> {
  const [, count = 0] = await readExactly(socket, 2);
  const methods = await readExactly(socket, count);
  const method = login === undefined ? 0 : 2;
  if (!methods.includes(method)) return void socket.end(Buffer.from([5, 0xff]));
  socket.write(Buffer.from([5, method]));
  if (method === 2) {
    await readExactly(socket, 1);
    credentials.push(`${await counted(socket)}:${await counted(socket)}`);
    socket.write(Buffer.from([1, credentials.at(-1) === login ? 0 : 1]));
  } else {
    credentials.push(undefined);
  }
  const [, , , kind] = await readExactly(socket, 4);
  const host = kind === 3 ? await counted(socket) : kind === 1 ? [...(await readExactly(socket, 4))].join('.') : (await readExactly(socket, 16)).toString('hex');
  const port = (await readExactly(socket, 2)).readUInt16BE();
  asked.push(`SOCKS ${host}:${port}`);
  const answer = (code: number): Buffer => Buffer.from([5, code, 0, 1, 127, 0, 0, 1, 0, 0]);
  join(socket, port, () => socket.write(answer(0)), () => socket.end(answer(5)));
}

async function counted(socket: Socket): Promise<string> {
  const [length = 0] = await readExactly(socket, 1);
  return length === 0 ? '' : (await readExactly(socket, length)).toString();
}

function join(socket: Socket, port: number, onConnected: () => void, onRefused: () => void = () => socket.destroy()): void {
  const upstream = connect(port, '127.0.0.1', () => {
    onConnected();
    upstream.off('error', onRefused);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.once('error', onRefused).on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
}

async function listen(server: Server, scheme: string, login: string | undefined, seen: Seen): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const user = login === undefined ? '' : `${login.split(':').map(encodeURIComponent).join(':')}@`;
  return {
    ...seen,
    url: `${scheme}://${user}127.0.0.1:${(server.address() as AddressInfo).port}`,
    openSockets: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
