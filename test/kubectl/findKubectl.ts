import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const program = process.platform === 'win32' ? 'kubectl.exe' : 'kubectl';

/** The kubectl of KUBEBUILDER_ASSETS, or else the first on the PATH; undefined where there is none. */
export function findKubectl(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return allKubectls(env)[0];
}

/** Of all that are there the one of the latest release. @throws when there is none */
export function newestKubectl(): { readonly program: string; readonly minor: number } {
  const found = allKubectls(process.env).map((one) => ({ program: one, minor: minorOf(one) }));
  return found.toSorted((one, other) => other.minor - one.minor)[0]!;
}

function allKubectls(env: NodeJS.ProcessEnv): string[] {
  const folders = [env['KUBEBUILDER_ASSETS'] ?? '', ...(env['PATH'] ?? '').split(path.delimiter)].filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, program)).filter(isExecutable);
}

function minorOf(kubectl: string): number {
  const { stdout } = spawnSync(kubectl, ['version', '--client'], { encoding: 'utf8' });
  return Number(/v1\.(\d+)\.|Minor:"(\d+)/.exec(stdout)?.slice(1).find(Boolean) ?? 0);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not for us: the next folder
  }
}
