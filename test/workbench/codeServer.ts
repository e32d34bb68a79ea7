import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endGroup, run, signalGroup } from '../tools/process.ts';

export interface CodeServerOptions {
  /** code-server's entry file. */
  readonly entry: string;
  readonly userDataDir: string;
  readonly extensionsDir: string;
  /** The folder or workspace file that the workbench opens. */
  readonly folder: string;
  /** User settings, written before the start. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: NodeJS.ProcessEnv;
  /** 0, the default, picks a free one. */
  readonly port?: number;
  /** False: the window opens in Restricted Mode until its folder is trusted. */
  readonly trusted?: boolean;
  /** Its display language, `zh-cn`. What VS Code itself says stays English: a language pack of its own would have to be downloaded. */
  readonly language?: string;
  /** Receives what the server prints, line by line or in larger pieces. */
  readonly onOutput?: (text: string) => void;
}

/** What keeps a fresh VS Code from showing anything of its own. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  // Or a built-in extension tries to reach a host, and says that it could not.
  'telemetry.telemetryLevel': 'off',
  'chat.disableAIFeatures': true,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.tips.enabled': false,
  'extensions.ignoreRecommendations': true,
  'window.commandCenter': false,
  // What was asked for earlier may take the focus late on a busy machine; a box that a test types into is not closed by that.
  'workbench.quickOpen.closeOnFocusLost': false,
  // And what moves cannot be clicked.
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
};

/**
 * A VS Code server with its own user data and extensions, on loopback. Does not end by itself, not even when its last
 * browser has gone: whoever starts it calls `stop`, which returns when it and its extension host have ended.
 */
export class CodeServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly folder: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, origin: string, folder: string) {
    this.#child = child;
    process.once('exit', this.#onExit);
    this.origin = origin;
    this.folder = folder;
  }

  /** The page of the workbench. */
  get url(): string {
    return `${this.origin}/?folder=${encodeURIComponent(this.folder)}`;
  }

  static async start(options: CodeServerOptions): Promise<CodeServer> {
    await prepare(options);
    if (options.language !== undefined) await writeLanguagePack(options.userDataDir, options.language);
    const child = spawn(
      process.execPath,
      [
        options.entry,
        '--auth=none',
        `--bind-addr=127.0.0.1:${options.port ?? 0}`,
        ...folders(options),
        '--disable-telemetry',
        '--disable-update-check',
        ...(options.language === undefined ? [] : [`--locale=${options.language}`]),
        ...((options.trusted ?? true) ? ['--disable-workspace-trust'] : []),
        options.folder,
      ],
      // A group of its own, so that its extension host ends with it.
      { env: serverEnv(options), stdio: ['ignore', 'pipe', 'pipe'], detached: true },
    );
    const origin = await listening(child, options);
    return new CodeServer(child, origin, options.folder);
  }

  /** The processes of this server whose command line has `text`: extension hosts, and what extensions have started. */
  async processes(text: string): Promise<readonly number[]> {
    const { output } = await run('ps', ['-A', '-ww', '-o', 'pid=,pgid=,args=']);
    return output.split('\n').flatMap((line) => {
      const [, pid, group, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return Number(group) === this.#child.pid && command!.includes(text) ? [Number(pid)] : [];
    });
  }

  /** As a crash would: without a chance to clean up. */
  async killExtensionHost(): Promise<void> {
    for (const pid of await this.processes('--type=extensionHost')) process.kill(pid, 'SIGKILL');
  }

  /** Resolves when the server has ended, whatever ended it. */
  async ended(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }

  stop(): Promise<void> {
    process.off('exit', this.#onExit);
    return endGroup(this.#child);
  }

  /** Whoever started it is ended before it could stop it: a group of its own would live on. */
  readonly #onExit = (): void => signalGroup(this.#child, 'SIGKILL');
}

/** Installs a packaged extension the way a user does. */
export async function installExtension(options: CodeServerOptions, vsix: string): Promise<void> {
  await prepare(options);
  const { status, output } = await run(process.execPath, [options.entry, ...folders(options), '--install-extension', vsix, '--force'], {
    env: serverEnv(options),
  });
  if (status !== 0 || !/successfully installed/i.test(output)) throw new Error(`${vsix} could not be installed (status ${status}):\n${output}`);
}

function folders(options: CodeServerOptions): string[] {
  return [`--user-data-dir=${options.userDataDir}`, `--extensions-dir=${options.extensionsDir}`];
}

/** Both folders have to exist before the first start, or an extension under development is not loaded. */
async function prepare(options: CodeServerOptions): Promise<void> {
  await mkdir(path.join(options.userDataDir, 'User'), { recursive: true });
  await mkdir(options.extensionsDir, { recursive: true });
  await mkdir(path.extname(options.folder) ? path.dirname(options.folder) : options.folder, { recursive: true });
  const settings = path.join(options.userDataDir, 'User', 'settings.json');
  if (options.settings || !existsSync(settings)) await writeFile(settings, JSON.stringify({ ...quietSettings, ...options.settings }, null, 2));
}

/** VS Code takes a language only where a pack for it is installed: this is what it notes of one, and a pack that translates nothing. */
async function writeLanguagePack(userDataDir: string, language: string): Promise<void> {
  const translations = path.join(userDataDir, 'languagePack.json');
  await writeFile(translations, JSON.stringify({ contents: {} }));
  const extensions = [{ extensionIdentifier: { id: 'test.empty-language-pack' }, version: '1.0.0' }];
  const packs = { [language]: { hash: 'empty', extensions, translations: { vscode: translations }, label: language } };
  await writeFile(path.join(userDataDir, 'languagepacks.json'), JSON.stringify(packs));
}

/** Without what a VS Code leaves in the environment of its own terminals: it would take the server for a client. */
function serverEnv(options: CodeServerOptions): NodeJS.ProcessEnv {
  const env = { ...process.env, ...options.env };
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^VSCODE_|^ELECTRON_|^NODE_OPTIONS$|^VITEST/.test(name)));
}

async function listening(child: ChildProcess, options: CodeServerOptions): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (text: string): void => {
      options.onOutput?.(text);
      output += text;
      const found = /HTTP server listening on (http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout!.setEncoding('utf8').on('data', read);
    child.stderr!.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => {
      const inUse = output.includes('EADDRINUSE');
      reject(new Error(inUse ? `Port ${options.port} is in use: choose another one, or none, and a free one is taken.` : `code-server ended with status ${code} before it listened:\n${output}`));
    });
  });
}
