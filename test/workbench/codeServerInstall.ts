import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sharedCache } from '../tools/project.ts';
import { run } from '../tools/process.ts';

/** This code-server is VS Code 1.139.1: server, extension host and workbench, the workbench in a browser. */
export const codeServerVersion = '4.139.1';

/** The entry file of the installed code-server; undefined when it is not installed. */
export function installedCodeServer(): string | undefined {
  const entry = entryIn(installFolder());
  return existsSync(entry) ? entry : undefined;
}

/**
 * Installs code-server from npm (20 seconds, 0.8 GB) where it is not there yet, and returns its entry file. Made aside
 * and moved in place at the end, so that what is there is whole, whoever else installs it at the same time.
 */
export async function installCodeServer(say: (sentence: string) => void): Promise<string> {
  const present = installedCodeServer();
  if (present) return present;
  const target = installFolder();
  say(`Installing code-server ${codeServerVersion} from npm into ${target} (0.8 GB, once) …`);
  await mkdir(path.dirname(target), { recursive: true });
  const making = await mkdtemp(`${target}.`);
  try {
    await writeFile(path.join(making, 'package.json'), JSON.stringify({ name: 'workbench', private: true }));
    const vscode = path.join(making, 'node_modules', 'code-server', 'lib', 'vscode');
    // Without install scripts: one of them downloads from a host that a closed network does not have, and none is needed.
    await npm(['install', `code-server@${codeServerVersion}`], making);
    say('  installing the packages of VS Code itself …');
    await npm(['install', '--omit=dev'], vscode);
    await symlink('node_modules', path.join(vscode, 'node_modules.asar'), 'dir');
    await npm(['install', '--omit=dev'], path.join(vscode, 'extensions'));
    await copyFile(path.join(import.meta.dirname, 'fileLogger.cjs'), path.join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js'));
    await rename(making, target).catch((error: NodeJS.ErrnoException) => {
      // Someone else was faster: theirs is as good.
      if (!existsSync(entryIn(target))) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  say('  installed.');
  return entryIn(target);
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, output } = await run('npm', [...args, ...flags], { cwd, env: plainNpmEnv(), shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`code-server could not be installed: npm ${args.join(' ')} ended with status ${status}.\n${output}`);
}

/** npm hands its own settings to the scripts that it runs; an npm of another folder must not take those of this project for its own. */
function plainNpmEnv(): NodeJS.ProcessEnv {
  const inherited = /^npm_(package|lifecycle)_|^npm_config_(local_prefix|prefix|omit|global|production)$|^npm_command$|^INIT_CWD$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
}

function installFolder(): string {
  return path.join(sharedCache(), `code-server-${codeServerVersion}`);
}

function entryIn(folder: string): string {
  return path.join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
}
