import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { endWithTests } from '../../support/endWithTests.ts';
import type { Changes } from './changes.ts';
import type { InformerReport, ToldCall } from './informerProgram.ts';
import { variants } from './variants.ts';
import { Witness } from './witness.ts';

const program = fileURLToPath(new URL('informerProgram.ts', import.meta.url));

/** One informer of each kind in a process of its own, whose handlers are witnesses here, and which can be put to sleep. */
export class InformerProcess {
  readonly witnesses: readonly Witness[];
  /** Resolves when it has gone. */
  readonly end: () => Promise<void>;
  readonly #child: ChildProcess;
  readonly #reports: ((report: readonly InformerReport[]) => void)[] = [];
  #told = 0;
  #stderr = '';

  /** Whoever makes one ends it. */
  constructor({ kubeconfig, factor, seed, changes }: { readonly kubeconfig: string; readonly factor: number; readonly seed: number; readonly changes: Changes }) {
    this.witnesses = variants.map(({ scope: { labelSelector } = {} }) => {
      const [label, value] = labelSelector?.split('=') ?? [];
      return new Witness(changes, label === undefined ? undefined : (labels) => labels[label] === value);
    });
    this.#child = spawn(process.execPath, [program, kubeconfig, String(factor), String(seed)], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.end = endWithTests(this.#child);
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    createInterface(this.#child.stdout!).on('line', (line) => this.#read(JSON.parse(line) as ToldCall | readonly InformerReport[]));
  }

  /** How many calls it has told of. */
  get told(): number {
    return this.#told;
  }

  /** What it wrote about its own death, if it has died. */
  get stderr(): string {
    return this.#stderr;
  }

  /** How everything stands there. */
  report(): Promise<readonly InformerReport[]> {
    return new Promise((resolve) => {
      this.#reports.push(resolve);
      this.#child.stdin!.write('\n');
    });
  }

  /** As a machine that goes to sleep: it does nothing at all, and its connections stay as they are. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  wake(): void {
    this.#child.kill('SIGCONT');
  }

  #read(line: ToldCall | readonly InformerReport[]): void {
    if (Array.isArray(line)) return this.#reports.shift()?.(line as readonly InformerReport[]);
    const { informer, call, key = '', object, old } = line as ToldCall;
    const witness = this.witnesses[informer]!;
    this.#told++;
    if (call === 'add') witness.onAdd(object!);
    else if (call === 'update') witness.onUpdate(old!, object!);
    else witness.onDelete(call === 'tombstone' ? new DeletedFinalStateUnknown(key, undefined) : object!);
  }
}
