import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { endWithTests } from '../support/endWithTests.ts';
import { run } from '../tools/process.ts';
import type { ClientGo } from './findClientGo.ts';
import type { InformerCall } from './informerCall.ts';

const source = path.join(import.meta.dirname, 'informerProgram.go');

/** The program, compiled. */
export class InformerProgram {
  readonly file: string;
  readonly #folder: string;

  private constructor(folder: string, file: string) {
    this.#folder = folder;
    this.file = file;
  }

  /** The first time that takes minutes; then what Go keeps in its own cache is linked. @throws when it does not compile, which Go says on standard error */
  static async build({ go, goPath }: ClientGo): Promise<InformerProgram> {
    const folder = await mkdtemp(path.join(tmpdir(), 'client-go-test-'));
    const file = path.join(folder, process.platform === 'win32' ? 'informerProgram.exe' : 'informerProgram');
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: goPath, GOFLAGS: '', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };
    const { status } = await run(go, ['build', '-ldflags=-s -w', '-o', file, source], { cwd: folder, env, stdio: 'inherit' });
    if (status === 0) return new InformerProgram(folder, file);
    await rm(folder, { recursive: true });
    throw new Error(`the informer program could not be compiled with the client-go of ${goPath}: go build ended with status ${status}; what it wrote is above.`);
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }
}

/** By name, of those that this client-go knows: whether it is on. */
export type Gates = Readonly<Record<string, boolean>>;

export interface Stores {
  /** By resource `KEY UID VERSION` of each object, sorted. */
  readonly stores: Readonly<Record<string, readonly string[]>>;
  readonly synced: Readonly<Record<string, boolean>>;
}

export interface ClientGoInformerOptions {
  readonly program: InformerProgram;
  readonly kubeconfig: string;
  readonly userAgent: string;
  readonly resources: readonly string[];
  readonly protobuf?: boolean;
  /** Set otherwise than the release has them. */
  readonly gates?: Gates;
}

type Line = InformerCall | Stores | { readonly gates: Gates };

/** The informers of one SharedInformerFactory of client-go, in a process of their own. */
export class ClientGoInformer {
  readonly calls: InformerCall[] = [];
  readonly gates: Promise<Gates>;
  /** Resolves when it has gone. */
  readonly end: () => Promise<void>;
  readonly #child: ChildProcess;
  readonly #asked: ((stores: Stores) => void)[] = [];
  readonly #said = Promise.withResolvers<Gates>();
  #stderr = '';

  /** Starts at once. Whoever makes one ends it. */
  constructor({ program, kubeconfig, userAgent, resources, protobuf = false, gates = {} }: ClientGoInformerOptions) {
    const features = Object.fromEntries(Object.entries(gates).map(([name, on]) => [`KUBE_FEATURE_${name}`, String(on)]));
    const args = ['-kubeconfig', kubeconfig, '-user-agent', userAgent, ...(protobuf ? ['-protobuf'] : []), ...resources];
    this.#child = spawn(program.file, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...features } });
    this.end = endWithTests(this.#child);
    this.gates = this.#said.promise;
    this.gates.catch(() => undefined); // whoever asks for them is told
    this.#child.on('error', (error) => this.#said.reject(error));
    this.#child.on('exit', (code, signal) => this.#said.reject(new Error(`the informer program ended with ${signal ?? `status ${code}`}: ${this.#stderr}`)));
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    createInterface(this.#child.stdout!).on('line', (line) => this.#read(JSON.parse(line) as Line));
  }

  /** What it wrote to standard error: client-go's log, and why it has ended. */
  get log(): string {
    return this.#stderr;
  }

  stores(): Promise<Stores> {
    return new Promise((resolve, reject) => {
      if (this.#child.exitCode !== null) return reject(new Error(`the informer program ended with status ${this.#child.exitCode}: ${this.#stderr}`));
      this.#asked.push(resolve);
      this.#child.stdin!.write('\n');
    });
  }

  #read(line: Line): void {
    if ('gates' in line) this.#said.resolve(line.gates);
    else if ('stores' in line) this.#asked.shift()?.(line);
    else this.calls.push(line);
  }
}
