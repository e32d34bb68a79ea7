import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/codedError.ts';
import { isRecord } from '../../kube/object.ts';
import { IntrospectionError } from './introspectionError.ts';

/** Where the playground shows its inside, as it told the process that started it. */
export interface IntrospectionAddress {
  /** `https://127.0.0.1:PORT` */
  readonly server: string;
  readonly token: string;
  /** PEM. */
  readonly ca: string;
}

/** Undefined for anything that is not the address of a place on this machine. */
export function readIntrospectionAddress(value: unknown): IntrospectionAddress | undefined {
  if (!isRecord(value)) return undefined;
  const { server, token, ca } = value;
  if (typeof server !== 'string' || !/^https:\/\/127\.0\.0\.1:\d{1,5}$/.test(server)) return undefined;
  if (typeof token !== 'string' || !/^[\w-]{20,200}$/.test(token)) return undefined;
  return typeof ca === 'string' && ca.length <= 10_000 ? { server, token, ca } : undefined;
}

/** Of one answer. The longest is a page of watchers with long selectors, or one object. */
const mostBytes = 16 * 1024 * 1024;
const patienceMs = 10_000;

/** Asks for one thing at a time, or for a stream; trusts the one certificate, and believes no more than so many bytes. */
export class IntrospectionTransport {
  readonly #address: IntrospectionAddress;
  readonly #clock: Clock;
  readonly #agent: Agent;

  constructor(address: IntrospectionAddress, clock: Clock) {
    this.#address = address;
    this.#clock = clock;
    this.#agent = new Agent({ ca: address.ca, keepAlive: true, maxSockets: 8 });
  }

  /** @throws IntrospectionError */
  async ask(method: 'GET' | 'POST', target: string, body?: object): Promise<unknown> {
    const gone = new AbortController();
    const patience = this.#clock.setTimer(patienceMs, () => gone.abort());
    try {
      const response = await this.#send(method, target, body, gone.signal);
      return parse(await readAll(response, mostBytes), response.statusCode ?? 0);
    } finally {
      patience.dispose();
    }
  }

  /** The body of an answer that goes on, from its head on. @throws IntrospectionError */
  async stream(target: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
    const response = await this.#send('GET', target, undefined, signal);
    if (response.statusCode === 200) return response;
    parse(await readAll(response, mostBytes), response.statusCode ?? 0);
    throw unreadable('the trace cannot be followed');
  }

  dispose(): void {
    this.#agent.destroy();
  }

  async #send(method: string, target: string, body: object | undefined, signal: AbortSignal): Promise<IncomingMessage> {
    const { server, token } = this.#address;
    try {
      return await new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
        const sending = request(`${server}${target}`, { method, headers, agent: this.#agent, signal }, resolve);
        sending.on('error', reject);
        sending.end(body && JSON.stringify(body));
      });
    } catch (error) {
      throw new IntrospectionError('unreachable', messageOf(error), { status: 0 }, { cause: error });
    }
  }
}

/** @throws IntrospectionError */
async function readAll(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most) throw unreadable(`the answer has more than ${most} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw IntrospectionError.is(error) ? error : new IntrospectionError('unreachable', messageOf(error), { status: 0 }, { cause: error });
  }
  return Buffer.concat(chunks).toString();
}

/** @throws IntrospectionError */
function parse(text: string, status: number): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw unreadable('the answer is not JSON', error);
  }
  if (status === 200) return json;
  const message = isRecord(json) && typeof json['message'] === 'string' ? json['message'].slice(0, 500) : `it answered ${status}`;
  throw new IntrospectionError('refused', message, { status });
}

export function unreadable(message: string, cause?: unknown): IntrospectionError {
  return new IntrospectionError('unreadable', message, { status: 0 }, { cause });
}
