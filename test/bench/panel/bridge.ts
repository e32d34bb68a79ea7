import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { panelHtml } from '../../../extension/protocol/panelHtml.ts';
import type { HostMessage } from '../../../extension/protocol/messages.ts';
import { themeScript } from '../../panel/support/theme.ts';

/** The built panel, by the names of its files. */
export type PanelFiles = Readonly<Record<string, Buffer>>;

export interface BridgeOptions {
  readonly files: PanelFiles;
  /** Whatever the panel posts, unchecked. */
  readonly onMessage: (message: unknown) => void;
  /** What the bench itself asks for: `?do=NAME`. Its answer is sent as JSON. */
  readonly onControl: (what: string) => unknown;
}

/**
 * Between host and panel as VS Code is: each message is written as JSON once, goes through a socket to another process, is read there, and reaches the page as a
 * copy. Loopback only.
 */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #server: Server;
  #panel: ServerResponse | undefined;
  #number = 0;
  /** Since the beginning. */
  messages = 0;
  bytes = 0;

  private constructor(options: BridgeOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(options: BridgeOptions): Promise<Bridge> {
    const bridge = new Bridge(options);
    await new Promise<void>((resolve) => bridge.#server.listen(0, '127.0.0.1', resolve));
    return bridge;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  post(message: HostMessage): void {
    const text = JSON.stringify({ ...message, number: ++this.#number });
    this.messages++;
    this.bytes += text.length;
    this.#panel?.write(`data: ${text}\n\n`);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    const name = url.pathname.slice(1);
    const file = this.#options.files[name];
    if (file) response.writeHead(200, { 'content-type': typeOf(name) }).end(file);
    else if (name === 'host') this.#openStream(response);
    else if (name === 'panel') {
      this.#options.onMessage(JSON.parse(await textOf(request)));
      response.end();
    } else if (name === 'control') response.end(JSON.stringify((await this.#options.onControl(url.searchParams.get('do') ?? '')) ?? null));
    else if (name === '') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(this.#page());
    else response.writeHead(404).end();
  }

  #openStream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    this.#panel = response;
  }

  #page(): string {
    const nonce = randomBytes(16).toString('base64');
    const { origin } = this;
    const page = panelHtml({ nonce, cspSource: origin, scriptUri: `${origin}/panel.js`, styleUri: `${origin}/panel.css`, title: 'Informer Inspector', language: 'en' });
    // The page's own policy lets nothing be fetched; the stand-in for VS Code must.
    const open = page.replace('default-src &#39;none&#39;;', `default-src &#39;none&#39;; connect-src ${origin};`);
    return open.replace('<div id="panel"', `<script nonce="${nonce}">${themeScript('dark-modern')}${standIn}</script>$&`);
  }
}

/** Stands in for VS Code in the page. What was posted before the stream is open waits for it, so that no answer is lost. */
const standIn = `
{
  const stream = new EventSource('/host');
  const opened = new Promise((resolve) => stream.addEventListener('open', resolve, { once: true }));
  stream.addEventListener('message', ({ data }) => window.postMessage(JSON.parse(data), '*'));
  let order = opened;
  window.acquireVsCodeApi = () => ({
    postMessage(message) {
      const body = JSON.stringify(message);
      order = order.then(() => fetch('/panel', { method: 'POST', body }));
    },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
  });
}`;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function typeOf(name: string): string {
  if (name.endsWith('.js')) return 'text/javascript';
  return name.endsWith('.css') ? 'text/css' : 'font/ttf';
}
