import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../extension/base/systemClock.ts';
import type { Key, KubeObject, ReconcileContext, Reconciler } from '../../extension/controller/api.ts';
import { type Mutation, RemoteReconciler } from '../../extension/controller/process/remoteReconciler.ts';
import type { ReconcilerOutput } from '../../extension/inspector/processOutput.ts';
import { type ReconcilerLimits, ReconcilerProcess, type ReconcilerProgram } from '../../extension/inspector/reconcilerProcess.ts';
import type { ReconcilerError } from '../../extension/inspector/reconcilerError.ts';
import { RecordingLogger } from './recordingLogger.ts';

const controller = path.resolve(import.meta.dirname, '../../extension/controller');

/** The process of the sources, as it is without a build. */
export const reconcilerProgram: ReconcilerProgram = {
  program: path.join(controller, 'child/main.ts'),
  api: path.join(controller, 'api.ts'),
  samples: path.join(controller, 'samples'),
  execPath: process.execPath,
  env: process.env,
};

/** An author's file whose `reconcile` has this body, and before it these lines. */
export function reconcilerSource(body: string, head = '', fields = ''): string {
  return `import { defineReconciler, ApiError, TerminalError } from 'informer-inspector';
${head}
export default defineReconciler({
  name: 'tried',
  for: 'apps/v1/deployments',
  ${fields}
  async reconcile(ctx, request) {
${body}
  },
});
`;
}

/** One file of an author, in its process, with a context that a test fills. */
export class RunningFile {
  readonly process: ReconcilerProcess;
  readonly log = new RecordingLogger();
  readonly output: ReconcilerOutput[] = [];
  readonly mutations: Mutation[] = [];
  /** What `ctx.log` was told. */
  readonly logged: string[] = [];
  readonly abort = new AbortController();
  objects: KubeObject[] = [];
  client: Partial<ReconcileContext['client']> = {};
  #remote: RemoteReconciler | undefined;

  private constructor(file: string, limits: Partial<ReconcilerLimits>, onDebugger?: (port: number) => void) {
    this.process = new ReconcilerProcess({ ...reconcilerProgram, file, limits, ...(onDebugger && { onDebugger }), clock: systemClock, logger: this.log });
    this.process.onOutput((output) => this.output.push(output));
  }

  static async write(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    return path.join(folder, Object.keys(files)[0]!);
  }

  static start(file: string, limits: Partial<ReconcilerLimits> = {}, onDebugger?: (port: number) => void): RunningFile {
    return new RunningFile(file, limits, onDebugger);
  }

  get reconciler(): Reconciler {
    return this.#remote!.reconciler;
  }

  get lines(): string[] {
    return this.output.map(({ text }) => text);
  }

  /** @throws ReconcilerError */
  async ready(): Promise<this> {
    const definition = await this.process.ready;
    const remote = new RemoteReconciler({ definition, channel: this.process, clock: systemClock, onMutation: (mutation) => this.mutations.push(mutation) });
    this.#remote = remote;
    void this.process.ended.then((error) => remote.end(error ?? new Error('stopped')));
    return this;
  }

  get context(): ReconcileContext {
    const list = (): Promise<KubeObject[]> => Promise.resolve(this.objects);
    return {
      cache: { get: (_resource, _namespace, name) => Promise.resolve(this.objects.find(({ metadata }) => metadata.name === name)), list, byIndex: list },
      client: this.client as ReconcileContext['client'],
      log: (message) => this.logged.push(message),
      signal: this.abort.signal,
    };
  }

  async reconcile(key = 'd/web') {
    const [namespace = '', name = ''] = key.split('/');
    return this.reconciler.reconcile(this.context, { key, namespace, name, causes: [1] });
  }

  async map(object: KubeObject): Promise<readonly Key[]> {
    return this.reconciler.watches![0]!.map(object);
  }

  /** How the process ended. */
  get ended(): Promise<ReconcilerError | undefined> {
    return this.process.ended;
  }

  /** Whether anything of its process group is still there. */
  get isAlive(): boolean {
    return isGroupAlive(this.process.pid!);
  }
}

/** What has ended, and is not yet collected by whoever adopted it, is not alive. */
export function isGroupAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,stat='], { encoding: 'utf8' });
  return stdout.split('\n').some((line) => new RegExp(`^\\s*${pid}\\s+[^Z\\s]`).test(line));
}
