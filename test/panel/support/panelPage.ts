import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { PanelState } from '../../../extension/protocol/messages.ts';
import type { QueuesPicture } from '../../../extension/protocol/pages/queues.ts';
import { queuesOf } from '../../support/queuesPictures.ts';
import { findChromium, launchChromium } from '../../workbench/chromium.ts';
import type { FakeHost } from './fakeHost.ts';
import { PanelServer } from './panelServer.ts';
import type { ThemeName } from './theme.ts';

export interface OpenOptions {
  readonly theme?: ThemeName;
  /** Of the panel's texts: `en`, `zh-CN`. */
  readonly language?: string;
  readonly width?: number;
  readonly height?: number;
  /** Entries that have happened before the panel opens. */
  readonly entries?: number;
  /** The panel's own script does not arrive. */
  readonly withoutScript?: boolean;
  /** What is shown first; without one the panel goes on waiting. */
  readonly state?: PanelState;
  /** What the page of the queues shows; default: what goes with the state. */
  readonly queues?: QueuesPicture;
}

/** A browser with the panel in it. */
export class PanelBrowser {
  readonly #browser: Browser;
  readonly #server: PanelServer;
  /** An empty page for whoever opens next: the browser makes it while a test goes on with another. */
  #spare: Promise<Page>;

  private constructor(browser: Browser, server: PanelServer) {
    this.#browser = browser;
    this.#server = server;
    this.#spare = this.#emptyPage();
  }

  static async start(): Promise<PanelBrowser> {
    const server = await PanelServer.start();
    const chromium = findChromium();
    if (!chromium) throw new Error('There is no Chromium on this machine. Install it, or set CHROMIUM to the path of a browser of its kind.');
    // Scroll bars take room, as they do for a person.
    const browser = await launchChromium(chromium, { ignoreDefaultArgs: ['--hide-scrollbars'] });
    return new PanelBrowser(browser, server);
  }

  async open({ language = 'en', theme = 'dark-modern', width = 1400, height = 860, entries = 0, withoutScript = false, state, queues }: OpenOptions = {}): Promise<PanelPage> {
    const page = await this.#spare;
    this.#spare = this.#emptyPage();
    await page.setViewportSize({ width, height });
    const panel = new PanelPage(page.context(), page, queues);
    if (withoutScript) await page.route('**/panel.js', (route) => route.abort());
    await page.goto(`${this.#server.origin}/?theme=${theme}&language=${language}`);
    await panel.host((host, count) => host.grow(count), entries);
    if (state) await panel.show(state);
    return panel;
  }

  async stop(): Promise<void> {
    await this.#spare.catch(() => undefined);
    await this.#browser.close();
    await this.#server.stop();
  }

  #emptyPage(): Promise<Page> {
    const page = this.#browser.newContext().then((context) => context.newPage());
    page.catch(() => undefined); // who takes it is told
    return page;
  }
}

/** The panel in a page, as a person sees it. */
export class PanelPage {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #queues: QueuesPicture | undefined;
  /** Errors and warnings of the console, and exceptions that nobody caught. */
  readonly complaints: string[] = [];

  constructor(context: BrowserContext, page: Page, queues?: QueuesPicture) {
    this.#queues = queues;
    this.#context = context;
    this.page = page;
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  /** Runs `use` in the page, on the fake host. */
  host<Result, Argument>(use: (host: FakeHost, argument: Argument) => Result, argument: Argument): Promise<Result>;
  host<Result>(use: (host: FakeHost) => Result): Promise<Result>;
  host(use: (host: FakeHost, argument: never) => unknown, argument?: unknown): Promise<unknown> {
    return this.page.evaluate(`(${String(use)})(window.fakeHost, ${JSON.stringify(argument)})`);
  }

  /** Shows a picture and waits until it is drawn. */
  async show(state: PanelState): Promise<void> {
    await this.host((host, next) => host.picture('queues', next), this.#queues ?? queuesOf(state));
    await this.host((host, next) => host.show(next), state);
    await this.page.locator('.header').waitFor();
    await this.drawn();
  }

  /** Resolves when everything that was sent has been drawn. */
  async drawn(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          // Behind the messages that are on their way there and back, and the frames that they ask for.
          const channel = new MessageChannel();
          channel.port1.addEventListener('message', () => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
          channel.port1.start();
          setTimeout(() => channel.port2.postMessage(null));
        }),
    );
  }

  /** Everything that must not have happened: violations of the policy, refused messages, faults, complaints of the console. */
  async troubles(): Promise<readonly string[]> {
    const inPage = await this.host((host) => [
      ...host.violations,
      ...host.refused,
      ...host.sentOf('panel/fault').map(({ body }) => body.message),
    ]);
    return [...inPage, ...this.complaints];
  }

  /** Hides the panel and shows it again, as VS Code does: the page is thrown away, what it kept is not. */
  async reload(state: PanelState, entries: number): Promise<void> {
    await this.page.reload();
    await this.host((host, count) => host.grow(count), entries);
    await this.show(state);
    await this.drawn();
  }

  /** Resolves when `condition` holds in the page. */
  async until(condition: (host: FakeHost) => boolean): Promise<void> {
    await this.page.waitForFunction(condition as (host: unknown) => boolean, await this.page.evaluateHandle(() => window.fakeHost));
  }

  /** Presses keys where the focus is, all of them before the panel is drawn again: as on a busy machine, or by a key that is held down. */
  async pressAtOnce(...keys: readonly string[]): Promise<void> {
    await this.page.evaluate((pressed) => {
      for (const key of pressed) document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }, keys);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  get grid(): Locator {
    return this.page.getByRole('grid');
  }

  /** Rows in the document, without the header. */
  get rows(): Locator {
    return this.page.locator('.stream-body .row');
  }

  /** The row of entry `seq`. */
  row(seq: number): Locator {
    return this.page.locator(`.stream-body .row[aria-label^="#${seq},"]`);
  }

  get filter(): Locator {
    return this.page.getByRole('combobox', { name: 'Filter entries' });
  }

  /** Numbers of the entries that are in view, from the top. */
  seqsInView(): Promise<number[]> {
    return this.page.evaluate(() => {
      const view = document.querySelector('.stream-scroller')!.getBoundingClientRect();
      const rows = [...document.querySelectorAll<HTMLElement>('.stream-body .row')];
      const inView = rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > view.top + 1 && top < view.bottom - 1;
      });
      return inView.map((row) => Number(row.querySelector('.cell-number')!.textContent));
    });
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
