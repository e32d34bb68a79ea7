import { systemClock } from '../../base/systemClock.ts';
import type { Reconciler, ReconcileRequest } from '../api.ts';
import { Allowance } from '../process/allowance.ts';
import { mutationsPerSecond } from '../process/limits.ts';
import type { FromProcess, ToProcess } from '../process/messages.ts';
import { readKeys, readResult } from '../process/readMessage.ts';
import { authorsError } from './authorsError.ts';
import { textOf } from './console.ts';
import { describe } from './describe.ts';
import { frozenView } from '../frozenView.ts';
import type { Output } from './output.ts';
import { PendingCalls } from './pendingCalls.ts';
import { callerPlace } from './place.ts';
import { type Calls, RemoteContext } from './remoteContext.ts';

type Ask = Extract<ToProcess, { readonly type: 'setup' | 'reconcile' | 'map' }>;

/** Runs the author's functions when the extension asks for it, each with a context of its own. Each ask is answered once. */
export class Runs implements Calls {
  readonly #reconciler: Reconciler;
  readonly #output: Output;
  readonly #send: (message: FromProcess) => void;
  readonly #pending: PendingCalls;
  /** Signals that somebody asked for, of runs that are under way. */
  readonly #aborts = new Map<number, AbortController>();
  readonly #mutations = new Allowance(() => systemClock.now(), mutationsPerSecond);
  readonly #underWay = new Set<number>();
  readonly #unwanted = new Set<number>();
  #stopped = false;
  #onIdle: (() => void) | undefined;

  constructor(reconciler: Reconciler, output: Output, send: (message: FromProcess) => void) {
    this.#reconciler = reconciler;
    this.#output = output;
    this.#send = send;
    this.#pending = new PendingCalls(send);
  }

  receive(message: Exclude<ToProcess, { readonly type: 'ping' | 'stop' }>): void {
    switch (message.type) {
      case 'setup':
      case 'reconcile':
      case 'map':
        return void this.#run(message);
      case 'abort':
        if (!this.#underWay.has(message.run)) return;
        this.#unwanted.add(message.run);
        return this.#aborts.get(message.run)?.abort();
      default:
        return this.#pending.receive(message);
    }
  }

  /** Aborts every signal, and resolves when nothing runs any more. */
  stop(): Promise<void> {
    this.#stopped = true;
    for (const abort of this.#aborts.values()) abort.abort();
    return new Promise((resolve) => {
      if (this.#underWay.size === 0) resolve();
      else this.#onIdle = resolve;
    });
  }

  ask: Calls['ask'] = (run, call) => this.#pending.ask(run, call);

  log(run: number, message: unknown): void {
    if (this.#output.admits()) this.#output.write('log', textOf(message), callerPlace(), run);
  }

  mutation(run: number, path: string): void {
    if (this.#mutations.take()) this.#send({ type: 'mutation', run, path: path.slice(0, 512), at: callerPlace().slice(0, 1024) });
  }

  signal(run: number): AbortSignal {
    let abort = this.#aborts.get(run);
    if (!abort) this.#aborts.set(run, (abort = new AbortController()));
    if (this.#stopped || this.#unwanted.has(run)) abort.abort();
    return abort.signal;
  }

  async #run(ask: Ask): Promise<void> {
    const { run } = ask;
    this.#underWay.add(run);
    try {
      this.#send(await this.#answer(ask));
    } catch (error) {
      this.#send({ type: 'threw', run, error: authorsError(error) });
    }
    this.#aborts.delete(run);
    this.#unwanted.delete(run);
    this.#underWay.delete(run);
    if (this.#underWay.size === 0) this.#onIdle?.();
  }

  async #answer(ask: Ask): Promise<FromProcess> {
    const { run } = ask;
    switch (ask.type) {
      case 'setup':
        await this.#reconciler.setup?.(new RemoteContext(this, run));
        return { type: 'done', run };
      case 'map': {
        const object = frozenView(ask.object, (path) => this.mutation(run, path));
        const returned: unknown = await this.#reconciler.watches?.[ask.watch]?.map(object);
        const keys = readKeys(returned);
        if (keys) return { type: 'mapped', run, keys };
        throw new TypeError(`map returned ${describe(returned)}: it must return a list of { namespace, name }`);
      }
      case 'reconcile': {
        const returned: unknown = await this.#reconciler.reconcile(new RemoteContext(this, run), requestOf(ask));
        if (returned === undefined || returned === null) return { type: 'done', run };
        const result = readResult(returned);
        if (result) return { type: 'done', run, result };
        throw new TypeError(`reconcile returned ${describe(returned)}: it must return nothing, { requeue: true } or { requeueAfter: milliseconds }`);
      }
    }
  }
}

function requestOf({ key, causes }: Extract<Ask, { readonly type: 'reconcile' }>): ReconcileRequest {
  const slash = key.indexOf('/');
  return { key, namespace: slash < 0 ? '' : key.slice(0, slash), name: key.slice(slash + 1), causes };
}
