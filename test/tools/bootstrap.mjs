/**
 * What `npm start` and `npm test` stand on in a fresh clone: the machine's own Node (20 or newer) runs this file,
 * which installs the packages of the lock file where they are missing or old, and then hands over to the Node
 * that came with them. Uses nothing but Node itself.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const ownNode = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Runs `script` (a file beside this one) with the arguments of this process, and ends with its exit status. */
export async function bootstrap(script) {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    endWith(`This needs Node 20 or newer and found ${process.versions.node}: install a newer Node.`);
  }
  const reason = whyInstall();
  if (reason) await install(reason);
  if (spawnSync(ownNode, ['--version'], { stdio: 'ignore' }).status !== 0) {
    endWith('The Node that comes from npm does not run (node_modules/node): delete node_modules, and run this again with install scripts allowed.');
  }
  const bin = path.join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${path.dirname(ownNode)}${path.delimiter}${bin}${path.delimiter}${process.env.PATH ?? ''}` };
  const status = await run(ownNode, [path.join(root, 'test', 'tools', script), ...process.argv.slice(2)], { env });
  process.exit(status);
}

/** Why the packages have to be installed; undefined when what is there is what the lock file asks for. */
function whyInstall() {
  const installed = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return 'Packages are missing';
  const { packages: wanted } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const { packages: present } = JSON.parse(readFileSync(installed, 'utf8'));
  for (const [name, { version, optional, devOptional, link }] of Object.entries(wanted)) {
    // What is optional depends on the platform; what is not there may not have to be.
    if (name === '' || link || ((optional || devOptional) && !present[name])) continue;
    if (present[name]?.version !== version) return `${name.replace(/^.*node_modules\//, '')} ${version} is missing`;
  }
  return existsSync(ownNode) ? undefined : 'The Node for scripts and tests is missing';
}

async function install(reason) {
  console.error(`${reason}: installing with npm ci (a minute or so) …`);
  // npm names its own script to what it runs; without it (`node test/tools/…` called by hand) the one on the PATH is taken.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = [...npm.slice(1), 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const started = Date.now();
  const progress = setInterval(() => console.error(`  still installing, ${Math.round((Date.now() - started) / 1000)} s …`), 10_000);
  const status = await run(npm[0], args, { cwd: root, shell: npm[0] === 'npm' && process.platform === 'win32' });
  clearInterval(progress);
  if (status !== 0) endWith(`npm ci ended with status ${status}: what it says above has to be mended before anything can run.`);
  console.error(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/**
 * The exit status of a command that shares this terminal. Signals are passed on, and its end is waited for. The shell
 * between npm and this process passes none on: that it has gone is taken for one.
 */
function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass).on('SIGHUP', pass);
    const parent = process.ppid;
    const orphaned = setInterval(() => process.ppid !== parent && pass('SIGTERM'), 500);
    child.on('error', (error) => endWith(`${command} could not be started: ${error.message}.`));
    child.on('exit', (code, signal) => {
      clearInterval(orphaned);
      process.off('SIGINT', pass).off('SIGTERM', pass).off('SIGHUP', pass);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

function endWith(sentence) {
  console.error(sentence);
  process.exit(1);
}
