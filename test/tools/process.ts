import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Finished {
  /** 0 means success; 128 + the signal's number where a signal ended it. */
  readonly status: number;
  /** Standard output and standard error as they came, where they were not shared with this terminal. */
  readonly output: string;
}

/** Runs a command to its end. Rejects only when it could not be started at all. */
export async function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<Finished> {
  const child = spawn(command, args, options);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { status: code ?? 128, output };
}

/**
 * Ends a child that was started `detached`, and all that it started: asks first, and after `graceMs` insists.
 * Resolves when it has gone.
 */
export async function endGroup(child: ChildProcess, graceMs = 5000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  signalGroup(child, 'SIGTERM');
  await gone;
  clearTimeout(insist);
  // What the child started may outlive it; the group's name stays valid as long as one of them lives.
  signalGroup(child, 'SIGKILL');
}

/** Sends a signal to a child that was started `detached`, and to all that it started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid!, signal);
  } catch (error) {
    // ESRCH: they have all gone, which is what is wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
