import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { ReadSource } from '../registry/readCounts.ts';
import { pollerAgent, readHeader } from './pollerHeaders.ts';

/** Where this very playground is reached, and with what. */
export interface OwnAddress {
  /** `https://127.0.0.1:PORT` */
  readonly server: string;
  readonly ca: string;
  /** Of somebody who may list everything. */
  readonly token: string;
}

export interface PolledList {
  readonly revision: number;
  readonly bytes: number;
  /** Read to answer it, and where. */
  readonly objects: number;
  readonly source: ReadSource;
}

/** The version of a list stands in its beginning. */
const headBytes = 1024;
const patienceMs = 60_000;

/** One poller, with a connection of its own. Bodies are read to their end, and not kept: what they hold is not of interest. */
export class PollingClient {
  readonly #address: OwnAddress;
  readonly #agent: Agent;

  constructor(address: OwnAddress) {
    this.#address = address;
    this.#agent = new Agent({ ca: address.ca, keepAlive: true, maxSockets: 1 });
  }

  /** @throws whatever goes wrong, an answer other than 200 too */
  async list(path: string, signal: AbortSignal): Promise<PolledList> {
    const response = await this.#ask(path, signal);
    let head = '';
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (head.length < headBytes) head += chunk.toString('latin1', 0, headBytes);
      bytes += chunk.length;
    }
    const revision = Number(/"resourceVersion":"(\d+)"/.exec(head)?.[1]);
    const [, source, objects] = /^(cache|snapshot|storage) (\d+)$/.exec(String(response.headers[readHeader])) ?? [];
    if (response.statusCode !== 200 || !Number.isSafeInteger(revision)) throw new Error(`the list was answered with ${response.statusCode}`);
    return { revision, bytes, objects: Number(objects ?? 0), source: (source ?? 'cache') as ReadSource };
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(path: string, signal: AbortSignal): Promise<IncomingMessage> {
    const { server, token } = this.#address;
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': pollerAgent };
      const sending = request(`${server}${path}`, { agent: this.#agent, headers, signal, timeout: patienceMs }, resolve);
      sending.on('timeout', () => void sending.destroy(new Error('the playground does not answer')));
      sending.on('error', reject);
      sending.end();
    });
  }
}
