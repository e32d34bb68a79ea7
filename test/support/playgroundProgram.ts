import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const program = path.resolve(import.meta.dirname, '../../extension/cli/playground.ts');

/** The playground as a program of its own, as a person or the extension starts it. */
export class PlaygroundProgram {
  readonly child: ChildProcess;
  /** Everything that it wrote to standard output and standard error so far. */
  out = '';
  err = '';
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;

  constructor(args: readonly string[], options: ForkOptions = {}) {
    this.child = fork(program, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [], ...options });
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.err += text));
    // Not its own `close`, which does not come after the channel was disconnected.
    const read = [once(this.child.stdout!, 'close'), once(this.child.stderr!, 'close')];
    this.exited = Promise.all([once(this.child, 'exit'), ...read]).then(([[code, signal]]) => ({ code, signal }));
  }

  /** Its one line, once it is ready. */
  async ready(): Promise<{ readonly server: string; readonly kubeconfig: string }> {
    const lines = createInterface({ input: this.child.stdout! });
    const line = await Promise.race([once(lines, 'line').then(([text]) => text as string), this.exited.then(() => undefined)]);
    if (line === undefined) throw new Error(`the playground ended before it was ready: ${this.err}`);
    return JSON.parse(line) as { server: string; kubeconfig: string };
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.exited;
  }
}
