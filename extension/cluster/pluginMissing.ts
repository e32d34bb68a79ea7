import { stat } from 'node:fs/promises';
import { type Saying, say } from '../base/saying.ts';
import { CredentialError } from './credentialError.ts';
import type { ExecConfig } from './kubeconfigEntries.ts';
import { isForeignPath } from './whyUnreadable.ts';
import { plainText } from './terminalText.ts';

/** A hint is a sentence or two. */
const maxHint = 1000;

/** Codes of Node for a program that is not there, or is none. */
const codes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENOEXEC', 'EISDIR']);

/** What stands where a program could not be started; undefined: nothing, or nobody knows where it would be. */
export type Found = 'file' | 'folder' | undefined;

/** Of a command without a slash nobody can tell which of the PATH was meant. */
export async function whatIsThere(command: string): Promise<Found> {
  if (!/[\\/]/.test(command)) return undefined;
  return stat(command).then((there) => (there.isDirectory() ? 'folder' : 'file'), () => undefined);
}

/**
 * Why a plugin could not be started, with what its kubeconfig says about getting it (K7, K11). What is passed to it is not repeated.
 * @param cause what `spawn` gave
 */
export function pluginMissing({ command, installHint }: ExecConfig, user: string, cause: unknown, platform: NodeJS.Platform = process.platform, found?: Found): CredentialError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  const subject = say`The credential plugin ${command} of the user "${user}"`;
  // Node's own complaint about an argument quotes it.
  if (!codes.has(code)) return new CredentialError('execFailed', code ? say`${subject} could not be started (${code}). See that it runs from a terminal.` : say`${subject} could not be started. See that it runs from a terminal.`, { user, command }, { cause });
  const broken = whyNotStarted(code, found, platform);
  if (broken !== undefined) return new CredentialError(code === 'ENOENT' ? 'execFailed' : 'execMissing', say`${subject} ${broken}`, { user, command }, { cause });
  const hint = plainText((installHint ?? '').replace(/\s+/g, ' ')).slice(0, maxHint);
  const whatToDo = isForeignPath(command, platform) ? say`It looks like a path inside WSL: this window runs outside of it.` : hint === '' ? say`Install it, or correct its command in the kubeconfig.` : say`${hint}${/[.!?)]$|https?:\/\/\S+$/.test(hint) ? '' : '.'}`;
  return new CredentialError(
    'execMissing',
    say`${subject} ${whyNot(code, command, platform)}. ${whatToDo}`,
    { user, command, ...(hint && { installHint: hint }) },
    { cause },
  );
}

/** Of a program that is there: to install it is no cure. */
function whyNotStarted(code: string, found: Found, platform: NodeJS.Platform): Saying | undefined {
  if (found === undefined) return undefined;
  if (found === 'folder') return say`is a folder. Correct its command in the kubeconfig.`;
  // Windows looks for a program of that name, with an ending; others run what is there by something else, which a script names in its first line and a program was built for.
  if (code === 'ENOENT' && platform === 'win32') return say`is there, but is not a program that Windows can run. Correct its command in the kubeconfig: a program ends in .exe.`;
  if (code === 'ENOENT') return say`is there, but what runs it is not: what the first line of a script names, or the loader that a program was built for. Install that, or a build for this system.`;
  return code === 'EACCES' || code === 'EPERM' ? say`may not be run. Make it executable, or correct its command in the kubeconfig.` : undefined;
}

function whyNot(code: string, command: string, platform: NodeJS.Platform): Saying {
  if (code === 'ENOEXEC') return say`is not a program that this machine can run`;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') return say`may not be run`;
  if (/[\\/]/.test(command)) return say`was not found`;
  return platform === 'win32' ? say`was not found on the PATH` : say`was not found, neither on the PATH nor on that of the login shell`;
}
