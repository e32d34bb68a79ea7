import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CodeServer } from '../workbench/codeServer.ts';
import { installCodeServer } from '../workbench/codeServerInstall.ts';
import { type Desktop, findDesktop } from '../workbench/desktop.ts';
import { endGroup, run } from './process.ts';
import { findOnPath, root } from './project.ts';
import { type StartOptions, startOptions } from './startOptions.ts';

/**
 * `npm start`, behind its bootstrap: builds, opens a VS Code of its own with the extension and its companion for
 * development loaded from this checkout, and ends with it, or on Ctrl-C. Exit status 2: wrong arguments.
 */
const companion = path.join(root, 'test', 'workbench', 'companion');
const say = (sentence: string): void => console.error(sentence);

const options = startOptions(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd());
if ('wrong' in options) {
  say(options.wrong);
  process.exit(2);
}

const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});
say('Building …');
const { status } = await run(process.execPath, [path.join(root, 'esbuild.mjs')], { cwd: root, stdio: 'inherit' });
if (status !== 0) {
  say('The extension could not be built: what is wrong is said above.');
  process.exit(1);
}
const folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-'));
try {
  const desktop = findDesktop();
  if (desktop) await openDesktop(desktop, options);
  else await openWorkbench(options);
} catch (error) {
  say((error as Error).message);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();

/** What the companion and the extension find in their environment. */
function environment({ kubeconfig }: StartOptions): NodeJS.ProcessEnv {
  return kubeconfig ? { INFORMER_INSPECTOR_START: 'kubeconfig', KUBECONFIG: kubeconfig } : { INFORMER_INSPECTOR_START: 'playground' };
}

async function openDesktop(desktop: Desktop, given: StartOptions): Promise<void> {
  const args = [
    `--extensionDevelopmentPath=${root}`,
    `--extensionDevelopmentPath=${companion}`,
    // A VS Code of its own: one that runs already would keep its own environment, and would not end with this.
    `--user-data-dir=${path.join(folder, 'user-data')}`,
    `--extensions-dir=${path.join(folder, 'extensions')}`,
    '--new-window',
    '--skip-welcome',
    '--skip-release-notes',
    '--disable-workspace-trust',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    path.join(folder, 'workspace'),
  ];
  for (const name of ['user-data', 'extensions', 'workspace']) await mkdir(path.join(folder, name));
  const child = spawn(desktop.executable, args, { stdio: 'ignore', detached: true, env: { ...process.env, ...environment(given) } });
  say('VS Code opens in a window of its own. Close it, or press Ctrl-C here, to end.');
  await Promise.race([once(child, 'exit'), interrupted]);
  await endGroup(child);
}

async function openWorkbench(given: StartOptions): Promise<void> {
  if (process.platform === 'win32') throw new Error('There is no VS Code on the PATH: install it with its "code" command, and start again.');
  const entry = await installCodeServer(say);
  const extensionsDir = path.join(folder, 'extensions');
  await mkdir(extensionsDir);
  // Loaded from where they are built, so that a reloaded window runs what was built last.
  await symlink(root, path.join(extensionsDir, 'informer-inspector'));
  await symlink(companion, path.join(extensionsDir, 'informer-inspector-companion'));
  const server = await CodeServer.start({
    entry,
    userDataDir: path.join(folder, 'user-data'),
    extensionsDir,
    folder: path.join(folder, 'workspace'),
    env: environment(given),
    port: given.port,
  });
  say('\nInformer Inspector is ready in VS Code at the address below. Ctrl-C ends it.');
  console.log(server.url);
  if (given.open) openBrowser(server.url);
  await Promise.race([server.ended(), interrupted]);
  say('\nEnding …');
  await server.stop();
}

/** Opens the page where there is a browser to open it in; that there is none is no failure, the address is printed. */
function openBrowser(url: string): void {
  const hasScreen = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  if (!hasScreen || !findOnPath([opener])) return;
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true });
  child.on('error', (error) => say(`The browser could not be opened (${error.message}): open the address by hand.`));
  child.unref();
}
