import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';

export interface HttpsAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A client with connections and a token of its own. */
export class HttpsClient {
  readonly #server: string;
  readonly #agent: Agent;
  readonly #token: string;

  constructor(server: string, ca: string, token: string, connections = 1) {
    this.#server = server;
    this.#agent = new Agent({ ca, keepAlive: true, maxSockets: connections });
    this.#token = token;
  }

  async ask(method: string, target: string, body?: unknown): Promise<HttpsAnswer> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const sending = request(`${this.#server}${target}`, { method, agent: this.#agent, headers });
    sending.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return { status: response.statusCode!, headers: response.headers, text };
  }

  /** Opens an answer and reads nothing of it. */
  async open(target: string): Promise<IncomingMessage> {
    const sending = request(`${this.#server}${target}`, { agent: this.#agent, headers: { authorization: `Bearer ${this.#token}` } });
    sending.end();
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    return response;
  }

  close(): void {
    this.#agent.destroy();
  }
}
