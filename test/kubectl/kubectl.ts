import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '../../extension/base/systemClock.ts';
import { IntrospectionClient } from '../../extension/inspector/introspection/introspectionClient.ts';
import { readIntrospectionAddress } from '../../extension/inspector/introspection/introspectionTransport.ts';
import { PlaygroundProgram } from '../support/playgroundProgram.ts';
import { findKubectl } from './findKubectl.ts';

export interface RunOptions {
  /** Its standard input. */
  readonly input?: string;
  /** Arguments that are not split at spaces. */
  readonly apart?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

export interface Following {
  readonly lines: AsyncIterator<string>;
  /** Resolves when a line with that text has come on standard error. */
  untilSaid(text: string): Promise<void>;
  stop(): void;
}

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** kubectl on a playground of its own, with nothing of the person's own configuration. */
export class Kubectl {
  readonly #directory: string;
  readonly #program: PlaygroundProgram;
  readonly #kubeconfig: string;
  readonly #introspection: unknown;
  #inside: IntrospectionClient | undefined;

  private constructor(directory: string, program: PlaygroundProgram, kubeconfig: string, introspection: unknown) {
    this.#directory = directory;
    this.#program = program;
    this.#kubeconfig = kubeconfig;
    this.#introspection = introspection;
  }

  static async start(args: readonly string[]): Promise<Kubectl> {
    const directory = await mkdtemp(path.join(tmpdir(), 'kubectl-test-'));
    const program = new PlaygroundProgram(args);
    const { kubeconfig, introspection } = (await program.ready()) as Awaited<ReturnType<PlaygroundProgram['ready']>> & { readonly introspection?: unknown };
    return new Kubectl(directory, program, kubeconfig, introspection);
  }

  /** Of a playground that was started with `--introspection`. */
  get inside(): IntrospectionClient {
    this.#inside ??= new IntrospectionClient(readIntrospectionAddress(this.#introspection)!, systemClock);
    return this.#inside;
  }

  /** That of its playground. */
  get kubeconfig(): string {
    return this.#kubeconfig;
  }

  /** What the playground wrote to standard error: nothing, when all is well. */
  get complaints(): string {
    return this.#program.err;
  }

  async stop(): Promise<void> {
    this.#inside?.dispose();
    await this.#program.stop();
    await rm(this.#directory, { recursive: true });
  }

  /** Runs `kubectl WORDS`, split at spaces; `{}` stands for an argument that is given apart, in order. */
  async run(words: string, { input = '', apart = [], env = {} }: RunOptions = {}): Promise<Ran> {
    const rest = [...apart];
    const child = this.#spawn(words.split(' ').map((word) => (word === '{}' ? rest.shift()! : word)), env);
    child.stdin.end(input);
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    return { status, out, err };
  }

  /** The output of a command that must succeed. */
  async ok(words: string, options?: RunOptions): Promise<string> {
    const { status, out, err } = await this.run(words, options);
    if (status !== 0) throw new Error(`kubectl ${words} ended with status ${status}: ${err}${out}`);
    return out;
  }

  /** Fields of the object, by a JSON path. */
  async field(words: string, jsonPath: string): Promise<string> {
    return this.ok(`get ${words} -o {}`, { apart: [`jsonpath=${jsonPath}`] });
  }

  /** Starts a command that goes on, and gives its lines as they come. */
  follow(words: string): Following {
    const child = this.#spawn(words.split(' '), {});
    child.stdin.end();
    const errors = createInterface({ input: child.stderr });
    // At once: lines that nobody listens for are lost.
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      lines,
      untilSaid: (text) => new Promise((resolve) => errors.on('line', (line) => line.includes(text) && resolve())),
      stop: () => child.kill(),
    };
  }

  #spawn(args: readonly string[], env: NodeJS.ProcessEnv): ReturnType<typeof spawnPiped> {
    return spawnPiped(args, { ...process.env, HOME: this.#directory, KUBECONFIG: this.#kubeconfig, KUBECACHEDIR: path.join(this.#directory, 'cache'), ...env });
  }
}

function spawnPiped(args: readonly string[], env: NodeJS.ProcessEnv) {
  return spawn(findKubectl()!, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
}
