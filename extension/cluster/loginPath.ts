import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { runProgram } from './childProgram.ts';

/** A login shell that takes longer than this to say its PATH is waiting for something. As VS Code gives its own. */
const patienceMs = 10_000;

/** Bytes that its profile may print around it. */
const maxOutput = 1024 * 1024;

export interface FoundProgram {
  /** Its file. */
  readonly command: string;
  /** The PATH of the login shell, on which it may look for programs of its own. */
  readonly path: string;
}

/**
 * Where a bare command is on the PATH of the login shell: an editor that was started from a desktop often
 * has a shorter PATH than the person's terminal (K7). Undefined when it is not there, and on Windows.
 */
export async function findOnLoginPath(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<FoundProgram | undefined> {
  if (process.platform === 'win32' || command.includes('/')) return undefined;
  const path = await loginPath(env, signal);
  const found = await findOnPath(command, path);
  return found === undefined ? undefined : { command: found, path };
}

/** The file of a bare command on a PATH. */
export async function findOnPath(command: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter)) {
    const candidate = join(folder, command);
    if (folder !== '' && (await isExecutable(candidate))) return candidate;
  }
  return undefined;
}

/** Empty when the shell does not say. */
async function loginPath(env: Readonly<Record<string, string | undefined>>, signal: AbortSignal): Promise<string> {
  const marker = '__PATH__';
  // Interactive as well: many set their PATH in what only an interactive shell reads. It has no terminal to ask on.
  const args = ['-ilc', `printf '${marker}%s${marker}' "$PATH"`];
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const { output = '' } = await runProgram({ command: env['SHELL'] || '/bin/sh', args, env, asks: false, maxOutput, onLine: () => undefined }, patience);
    // A profile may print text of its own around it; a failing one has still set the PATH.
    return output.split(marker)[1] ?? '';
  } catch {
    return '';
  }
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
