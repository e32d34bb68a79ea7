import { isIPv4, isIPv6, type Socket } from 'node:net';
import { readExactly } from './readExactly.ts';

/** Whom a SOCKS proxy is to connect to, and as whom it is asked. */
export interface SocksRequest {
  /** A name is looked up by the proxy, as Go has it done: it may be one that only the proxy knows. */
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

const version = 5;
const noAuthentication = 0;
const passwordAuthentication = 2;
const ipv4 = 1;
const name = 3;
const ipv6 = 4;

/** RFC 1928, section 6. */
const refusals = ['', 'general failure', 'not allowed by its rules', 'network unreachable', 'host unreachable', 'connection refused', 'it took too long', 'command not supported', 'address type not supported'];

/**
 * Asks a SOCKS 5 proxy (RFC 1928, with the passwords of RFC 1929) for a connection; after that what is written to the socket goes there.
 * @throws Error, whose message is the rest of a sentence that begins with the proxy
 */
export async function socks5Connect(socket: Socket, request: SocksRequest): Promise<void> {
  const methods = request.username === '' ? [noAuthentication] : [noAuthentication, passwordAuthentication];
  socket.write(Buffer.from([version, methods.length, ...methods]));
  const [spoken, method] = await readExactly(socket, 2);
  if (spoken !== version) throw new Error('it does not speak SOCKS 5');
  if (method === passwordAuthentication) await authenticate(socket, request);
  else if (method !== noAuthentication) throw new Error('it asks for a user and a password. Add them to its address');
  socket.write(Buffer.concat([Buffer.from([version, 1, 0]), address(request.host), portBytes(request.port)]));
  const [, code = 1, , kind = ipv4] = await readExactly(socket, 4);
  if (code !== 0) throw new Error(`it cannot connect to ${request.host}:${request.port}: ${refusals[code] ?? `code ${code}`}`);
  const length = kind === name ? (await readExactly(socket, 1))[0]! : kind === ipv6 ? 16 : 4;
  await readExactly(socket, length + 2);
}

async function authenticate(socket: Socket, { username, password }: SocksRequest): Promise<void> {
  socket.write(Buffer.concat([Buffer.from([1]), counted(username), counted(password)]));
  const [, status] = await readExactly(socket, 2);
  if (status !== 0) throw new Error('it refuses the user and the password of its address');
}

function address(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([ipv4, ...host.split('.').map(Number)]);
  if (isIPv6(host)) return Buffer.concat([Buffer.from([ipv6]), ipv6Bytes(host)]);
  return Buffer.concat([Buffer.from([name]), counted(host)]);
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length > 255) throw new Error('what it has to be told is too long for SOCKS 5');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function portBytes(port: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(port);
  return bytes;
}

/** `URL` writes an address in its shortest form, without IPv4 in it: what `::` leaves out is all that has to be put back. */
function ipv6Bytes(host: string): Buffer {
  const [before = '', after] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean).map((group) => Number.parseInt(group, 16)));
  const groups = [...head!, ...Array.from({ length: 8 - head!.length - tail!.length }, () => 0), ...tail!];
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
