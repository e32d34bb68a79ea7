import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import { articleRows } from '../../../extension/informer/articleRows.ts';
import { zhCn } from '../../../extension/ui/panelTexts/zhCn.ts';
import { panelHtml } from '../../../extension/protocol/panelHtml.ts';
import { filesIn } from '../../support/filesIn.ts';
import { builtPanel } from './buildPanel.ts';
import { type ThemeName, themeScript } from './theme.ts';

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };

/** Serves the panel's page with its real Content-Security-Policy, and the fake host before the panel's script. */
export class PanelServer {
  readonly #server: Server;
  readonly #files: ReadonlyMap<string, Buffer | string>;

  private constructor(files: ReadonlyMap<string, Buffer | string>) {
    this.#files = files;
    this.#server = createServer((request, response) => {
      const url = new URL(request.url!, this.origin);
      const file = this.#files.get(url.pathname.slice(1));
      const content = file ?? this.#page(url);
      response.writeHead(200, { 'content-type': types[path.extname(url.pathname)] ?? 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      response.end(content);
    });
  }

  static async start(): Promise<PanelServer> {
    const files = new Map<string, Buffer | string>(filesIn(builtPanel));
    const fakeHost = await build({
      entryPoints: ['test/panel/support/fakeHost.ts'],
      bundle: true,
      format: 'iife',
      write: false,
      tsconfigRaw: {},
    });
    files.set('fakeHost.js', fakeHost.outputFiles[0]!.text);
    const server = new PanelServer(files);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #page(url: URL): string {
    const nonce = randomBytes(16).toString('base64');
    const page = panelHtml({
      nonce,
      cspSource: this.origin,
      scriptUri: `${this.origin}/panel.js`,
      styleUri: `${this.origin}/panel.css`,
      title: 'Informer Inspector',
      language: url.searchParams.get('language') ?? 'en',
      ...(url.searchParams.get('language') === 'zh-CN' && { strings: zhCn }),
      article: articleRows,
    });
    const theme = themeScript((url.searchParams.get('theme') ?? 'dark-modern') as ThemeName);
    return page.replace(
      '<div id="panel"',
      `<script nonce="${nonce}">${theme}</script><script nonce="${nonce}" src="${this.origin}/fakeHost.js"></script>$&`,
    );
  }
}
