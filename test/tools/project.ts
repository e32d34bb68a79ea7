import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** The checkout that these tools belong to. */
export const root = path.resolve(import.meta.dirname, '..', '..');

/** Git-ignored: what a test run leaves for people to look at. */
export const artifacts = path.join(root, 'test', '.artifacts');

export interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly [key: string]: unknown;
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
}

export function vsixPath(): string {
  const { name, version } = readManifest();
  return path.join(root, `${name}-${version}.vsix`);
}

/**
 * Where large things that many checkouts share are kept (a VS Code server is 0.8 GB). Outside the checkout, so that
 * a fresh clone does not bring them again; `INFORMER_INSPECTOR_CACHE` moves it.
 */
export function sharedCache(env: NodeJS.ProcessEnv = process.env): string {
  if (env['INFORMER_INSPECTOR_CACHE']) return path.resolve(env['INFORMER_INSPECTOR_CACHE']);
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return path.join(env['LOCALAPPDATA'], 'informer-inspector');
  return path.join(env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'informer-inspector');
}

/** The full path of a program on the PATH; undefined when there is none. */
export function findOnPath(names: readonly string[], env: NodeJS.ProcessEnv = process.env): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  for (const name of names) {
    for (const folder of (env['PATH'] ?? '').split(path.delimiter)) {
      for (const ending of endings) {
        const candidate = path.join(folder, name + ending);
        if (folder && existsSync(candidate)) return candidate;
      }
    }
  }
  return undefined;
}
