import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const program = process.platform === 'win32' ? 'kubectl.exe' : 'kubectl';

/** The kubectl of KUBEBUILDER_ASSETS, or else the first on the PATH; undefined where there is none. */
export function findKubectl(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [env['KUBEBUILDER_ASSETS'] ?? '', ...(env['PATH'] ?? '').split(path.delimiter)].filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, program)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not for us: the next folder
  }
}
