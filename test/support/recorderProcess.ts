import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const recorderEntry = fileURLToPath(new URL('../../extension/cli/record.ts', import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The recorder as a process of its own, and what it has said so far. */
export interface RecorderProcess {
  readonly child: ChildProcess;
  readonly stdout: string;
  readonly stderr: string;
  readonly finished: Promise<Finished>;
}

export interface StartOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio?: StdioOptions;
}

/** Whoever starts it ends it, by `child.kill('SIGKILL')`. */
export function startRecorder(args: readonly string[], { cwd, env = {}, stdio = ['ignore', 'pipe', 'pipe'] }: StartOptions): RecorderProcess {
  const { INIT_CWD: _init, KUBECONFIG: _config, ...rest } = process.env;
  const child = spawn(process.execPath, [recorderEntry, ...args], { cwd, env: { ...rest, ...env }, stdio });
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const finished = new Promise<Finished>((resolve) => {
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
  return {
    child,
    finished,
    get stdout() {
      return stdout;
    },
    get stderr() {
      return stderr;
    },
  };
}
