import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { run } from '../tools/process.ts';
import { artifacts } from '../tools/project.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { CodeServer, type CodeServerOptions, installExtension } from './codeServer.ts';
import { installedCodeServer } from './codeServerInstall.ts';
import { ConsoleWatch } from './consoleWatch.ts';
import { DebugView } from './pages/debugView.ts';
import { Editor } from './pages/editor.ts';
import { Notifications } from './pages/notifications.ts';
import { OutputView } from './pages/outputView.ts';
import { PanelView } from './pages/panelView.ts';
import { QuickInput } from './pages/quickInput.ts';
import { SideBar } from './pages/sideBar.ts';

const screenshots = path.join(artifacts, 'screenshots');

/** One of each kind, the usual one last; and the class that the window has by it. */
const themeClasses = { 'Light Modern': 'vs', 'Dark High Contrast': 'hc-black', 'Light High Contrast': 'hc-light', 'Dark Modern': 'vs-dark' } as const;
export type Theme = keyof typeof themeClasses;
export const themes = Object.keys(themeClasses) as readonly Theme[];

export interface WorkbenchOptions {
  /** Names its screenshots. */
  readonly name: string;
  /** The packaged extension; undefined: a VS Code without it. */
  readonly vsix?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: NodeJS.ProcessEnv;
  /** False: Restricted Mode. */
  readonly trusted?: boolean;
  /** The display language of extensions, `zh-cn`. */
  readonly language?: string;
}

/**
 * A real VS Code with one window open: a server of its own, with fresh user data, and a browser on it. Whoever opens
 * it closes it; everything that it made on disk but the screenshots goes with it.
 */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly sideBar: SideBar;
  readonly panel: PanelView;
  readonly notifications: Notifications;
  readonly editor: Editor;
  readonly output: OutputView;
  readonly debug: DebugView;
  readonly console: ConsoleWatch;
  readonly server: CodeServer;
  readonly #name: string;
  readonly #folder: string;
  readonly #browser: Browser;
  /** Has opened the server and the browser, and ends them. */
  readonly #isFirst: boolean;
  #shots = 0;

  private constructor(name: string, folder: string, server: CodeServer, browser: Browser, page: Page, isFirst = true) {
    this.#name = name;
    this.#folder = folder;
    this.server = server;
    this.#browser = browser;
    this.#isFirst = isFirst;
    this.page = page;
    this.console = new ConsoleWatch(page);
    this.quickInput = new QuickInput(page);
    this.sideBar = new SideBar(page);
    this.panel = new PanelView(page);
    this.notifications = new Notifications(page);
    this.editor = new Editor(page);
    this.output = new OutputView(page);
    this.debug = new DebugView(page);
  }

  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const entry = required(installedCodeServer(), 'code-server is not installed: run the tests by npm test.');
    const chromium = required(findChromium(), 'There is no Chromium: run the tests by npm test.');
    const folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-workbench-'));
    const serverOptions: CodeServerOptions = {
      entry,
      userDataDir: path.join(folder, 'user-data'),
      extensionsDir: path.join(folder, 'extensions'),
      folder: path.join(folder, 'workspace'),
      settings: options.settings ?? {},
      env: { ...options.env },
      trusted: options.trusted ?? true,
      ...(options.language !== undefined && { language: options.language }),
    };
    if (options.vsix) await installExtension(serverOptions, options.vsix);
    const server = await CodeServer.start(serverOptions);
    const browser = await launchChromium(chromium);
    await forgetScreenshots(options.name);
    // Tall, because a tree shows only the rows that fit.
    const context = await browser.newContext({ viewport: { width: 1600, height: 1400 } });
    return new Workbench(options.name, folder, server, browser, await newPage(context)).#load();
  }

  /** A second window on the same server, with the same user and folder, and with an extension host of its own. `close` closes it alone. @param name of its screenshots */
  async openAnother(name: string): Promise<Workbench> {
    await forgetScreenshots(name);
    return new Workbench(name, this.#folder, this.server, this.#browser, await newPage(this.page.context()), false).#load();
  }

  /** Runs a command by its full title in the palette, `Category: Title`, and answers the quick picks that it opens. */
  async runCommand(title: string, ...answers: readonly string[]): Promise<void> {
    await this.quickInput.runCommand(title, ...answers);
  }

  async chooseTheme(theme: Theme): Promise<void> {
    await this.runCommand('Preferences: Color Theme', theme);
    await this.page.locator(`.monaco-workbench.${themeClasses[theme]}`).waitFor();
  }

  async clipboard(): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: this.server.origin });
    return this.page.evaluate('navigator.clipboard.readText()');
  }

  /**
   * The window is reloaded by the command for it: a new extension host, and views and panels restored. A browser that loads the page again by itself brings
   * them as they were some seconds before: VS Code stores them only so often, but for this command.
   */
  async reload(): Promise<void> {
    await this.page.evaluate('globalThis.isLeft = true');
    this.console.leave();
    await this.runCommand('Developer: Reload Window');
    await this.page.waitForFunction('!globalThis.isLeft', undefined, { timeout: 120_000 });
    await this.#ready();
  }

  /** Kept for people to look at, in the order taken. */
  async screenshot(what: string): Promise<void> {
    await mkdir(screenshots, { recursive: true });
    this.#shots += 1;
    await this.page.screenshot({ path: path.join(screenshots, `${this.#name}-${String(this.#shots).padStart(2, '0')}-${what}.png`) });
  }

  /** What a person reads in the side bar and in toasts. */
  async everythingSaid(): Promise<string> {
    return [await this.sideBar.part.innerText(), ...(await this.notifications.texts())].join('\n');
  }

  /** Everything in the log files of the extension, of all windows so far. */
  async extensionLog(): Promise<string> {
    const logs = path.join(this.#folder, 'user-data', 'logs');
    const files = (await readdir(logs, { recursive: true })).filter((file) => /informer-inspector/i.test(file) && file.endsWith('.log'));
    return (await Promise.all(files.map((file) => readFile(path.join(logs, file), 'utf8')))).join('\n');
  }

  /** The processes whose command line has `text` and names this window's own folders: also those that are a group of their own. */
  async processes(text: string): Promise<readonly number[]> {
    const { output } = await run('ps', ['-A', '-ww', '-o', 'pid=,args=']);
    return output.split('\n').flatMap((line) => (line.includes(text) && line.includes(this.#folder) ? [Number.parseInt(line, 10)] : []));
  }

  async close(): Promise<void> {
    if (!this.#isFirst) return this.#leave();
    await this.#browser.close();
    await this.server.stop();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** As one leaves a page: the window says that it goes, and its extension host ends. */
  async #leave(): Promise<void> {
    this.console.leave();
    await this.page.goto('about:blank');
    await this.page.close();
  }

  async #load(): Promise<this> {
    // The workbench is a great many files, and the machine may be busy.
    await this.page.goto(this.server.url, { timeout: 120_000 });
    await this.#ready();
    return this;
  }

  async #ready(): Promise<void> {
    await this.page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    // The status bar is filled when the window has been restored.
    await this.page.locator('.statusbar .statusbar-item').first().waitFor({ timeout: 60_000 });
  }
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}

/** Those of an earlier run would stand among the new ones. */
async function forgetScreenshots(name: string): Promise<void> {
  const old = (existsSync(screenshots) ? await readdir(screenshots) : []).filter((file) => file.startsWith(`${name}-`));
  await Promise.all(old.map((file) => rm(path.join(screenshots, file))));
}

function required<T>(value: T | undefined, sentence: string): T {
  if (value === undefined) throw new Error(sentence);
  return value;
}
