import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { runProgram } from './childProgram.ts';

/** A login shell that takes longer than this to say its PATH is waiting for something. */
const patienceMs = 5000;

/** Bytes that its profile may print around it. */
const maxOutput = 1024 * 1024;

/**
 * Where a bare command is on the PATH of the login shell: an editor that was started from a desktop often
 * has a shorter PATH than the person's terminal (K7). Undefined when it is not there, and on Windows.
 */
export async function findOnLoginPath(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (process.platform === 'win32' || command.includes('/')) return undefined;
  for (const folder of (await loginPath(env, signal)).split(delimiter)) {
    const candidate = join(folder, command);
    if (folder !== '' && (await isExecutable(candidate))) return candidate;
  }
  return undefined;
}

/** Empty when the shell does not say. */
async function loginPath(env: Readonly<Record<string, string | undefined>>, signal: AbortSignal): Promise<string> {
  const marker = '__PATH__';
  const args = ['-lc', `printf '${marker}%s${marker}' "$PATH"`];
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
