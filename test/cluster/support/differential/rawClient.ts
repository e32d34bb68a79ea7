import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { parse } from 'yaml';
import type { ApiCall, RawAnswer } from './apiCall.ts';

interface Kubeconfig {
  readonly 'current-context': string;
  readonly clusters: readonly { readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string } }[];
  readonly contexts: readonly { readonly name: string; readonly context: { readonly user: string } }[];
  readonly users: readonly { readonly name: string; readonly user: { readonly token?: string } }[];
}

/** Lines of a watch as they come. */
export interface OpenWatch {
  readonly status: number;
  readonly lines: readonly string[];
  /** Resolves when the server has ended the stream, or nothing more is to come. */
  readonly ended: Promise<void>;
  /** Resolves when a line has that text, or the stream has ended. */
  until(text: string): Promise<void>;
  close(): void;
}

/** Sends requests as they stand, to one server, as the user of the current context. */
export class RawClient {
  readonly #server: URL;
  readonly #agent: Agent;
  readonly #token: string;

  private constructor(server: URL, ca: Buffer, token: string) {
    this.#server = server;
    this.#token = token;
    this.#agent = new Agent({ keepAlive: true, ca });
  }

  static async open(kubeconfig: string): Promise<RawClient> {
    const config = parse(await readFile(kubeconfig, 'utf8')) as Kubeconfig;
    const { cluster } = config.clusters[0]!;
    const { context } = config.contexts.find(({ name }) => name === config['current-context'])!;
    const { user } = config.users.find(({ name }) => name === context.user)!;
    return new RawClient(new URL(cluster.server), Buffer.from(cluster['certificate-authority-data'], 'base64'), user.token!);
  }

  async send(call: ApiCall): Promise<RawAnswer> {
    const response = await this.#open(call);
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    const { headers, statusCode = 0 } = response;
    const warnings = headers['warning'];
    return {
      status: statusCode,
      contentType: headers['content-type'] ?? '',
      retryAfter: headers['retry-after'],
      allow: headers['allow'],
      warnings: warnings === undefined ? [] : [warnings].flat(),
      text: Buffer.concat(parts).toString(),
    };
  }

  async watch(call: ApiCall): Promise<OpenWatch> {
    const response = await this.#open(call);
    const lines: string[] = [];
    const waiting = new Set<() => void>();
    let rest = '';
    let isOver = false;
    const wake = (): void => {
      for (const one of waiting) one();
    };
    response.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop()!;
      lines.push(...parts);
      wake();
    });
    const ended = new Promise<void>((resolve) => {
      response.once('close', () => {
        isOver = true;
        if (rest !== '') lines.push(rest);
        wake();
        resolve();
      });
    });
    return {
      status: response.statusCode ?? 0,
      lines,
      ended,
      until: (text) =>
        new Promise((resolve) => {
          const look = (): void => {
            if (!isOver && !lines.some((line) => line.includes(text))) return;
            waiting.delete(look);
            resolve();
          };
          waiting.add(look);
          look();
        }),
      close: () => response.destroy(),
    };
  }

  close(): void {
    this.#agent.destroy();
  }

  #open({ method, path, accept, contentType, body }: ApiCall): Promise<IncomingMessage> {
    const payload = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'user-agent': 'differential/1',
      accept: accept ?? 'application/json',
      ...(payload !== undefined && { 'content-type': contentType ?? 'application/json', 'content-length': payload.length }),
    };
    return new Promise((resolve, reject) => {
      const sent = request({ host: this.#server.hostname, port: this.#server.port, agent: this.#agent, method, path, headers }, resolve);
      sent.on('error', (error) => reject(new Error(`${this.#server.host} gave no answer to ${method} ${path}`, { cause: error })));
      sent.end(payload);
    });
  }
}
