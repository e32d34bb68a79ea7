/** Asks a playground for what it is told to ask for, and reads it to its end: as far as the server knows, everybody. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';

export type PullerOrder =
  | { readonly do: 'list'; readonly path: string }
  /** So many connections, each a watch of its own; done when all are open. */
  | { readonly do: 'watch'; readonly path: string; readonly watchers: number }
  /** Until each of the watches has been sent so many lines since it was opened. */
  | { readonly do: 'await'; readonly lines: number }
  | { readonly do: 'unwatch' }
  /** Writes one after the other on each connection; every one is a small object of its own. */
  | { readonly do: 'write'; readonly path: string; readonly writes: number; readonly connections: number };

export interface PullerAnswer {
  readonly bytes: number;
  readonly ms: number;
}

const [url = '', ca = ''] = process.argv.slice(2);
const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
const agent = new Agent({ ca, keepAlive: true, maxSockets: 256 });
const newline = 0x0a;

class Watch {
  lines = 0;
  readonly #response: IncomingMessage;

  constructor(response: IncomingMessage) {
    this.#response = response;
    response.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) this.lines++;
      counted();
    });
    response.on('error', () => undefined);
  }

  close(): void {
    this.#response.destroy();
  }
}

let watches: Watch[] = [];
let written = 0;
let counted: () => void = () => undefined;

async function open(method: string, path: string, body?: string): Promise<IncomingMessage> {
  const sending = request(`${url}${path}`, { method, agent, headers });
  sending.end(body);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  return response;
}

async function read(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
  if (response.statusCode! >= 300) throw new Error(`the playground answered ${response.statusCode}`);
  return bytes;
}

async function obey(order: PullerOrder): Promise<number> {
  switch (order.do) {
    case 'list':
      return read(await open('GET', order.path));
    case 'watch':
      watches = (await Promise.all(Array.from({ length: order.watchers }, () => open('GET', order.path)))).map((response) => new Watch(response));
      return 0;
    case 'await':
      await new Promise<void>((resolve) => {
        counted = () => {
          if (watches.every(({ lines }) => lines >= order.lines)) resolve();
        };
        counted();
      });
      return 0;
    case 'unwatch':
      for (const watch of watches) watch.close();
      watches = [];
      return 0;
    case 'write': {
      const last = written + order.writes;
      const write = async (): Promise<void> => {
        while (written < last) {
          const name = `bench-${written++}`;
          await read(await open('POST', order.path, JSON.stringify({ metadata: { name }, data: { key: `value of ${name}` } })));
        }
      };
      await Promise.all(Array.from({ length: order.connections }, write));
      return 0;
    }
  }
}

process.on('message', (order: PullerOrder) => {
  const started = performance.now();
  void obey(order).then((bytes) => process.send!({ bytes, ms: performance.now() - started } satisfies PullerAnswer));
});
process.on('disconnect', () => process.exit());
