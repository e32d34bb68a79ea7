import { type Clock, nextTurn } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import type { KubeObject as StoredObject } from '../../kube/object.ts';
import type { For, Key, KubeObject, ReconcileContext, Reconciler, ReconcileRequest, ReconcileResult, SetupContext, Watches } from '../api.ts';
import { Allowance } from './allowance.ts';
import type { Channel } from './channel.ts';
import { answerCall, type Answer } from './answerCall.ts';
import type { ReconcilerDefinition } from './definition.ts';
import { maxCalls, maxMaps, mutationsPerSecond } from './limits.ts';
import type { FromProcess, SentError } from './messages.ts';
import { receiveError, sendRefusal } from './sentError.ts';
import { sendable } from './sendable.ts';
import { Turnstile } from './turnstile.ts';

/** An attempt to change an object of the cache. */
export interface Mutation {
  /** What was being reconciled, or mapped. */
  readonly key: string;
  readonly path: string;
  readonly at: string;
}

export interface RemoteReconcilerOptions {
  readonly definition: ReconcilerDefinition;
  readonly channel: Channel;
  readonly clock: Clock;
  readonly onMutation: (mutation: Mutation) => void;
  /** What it threw, as it came: with the author's lines of the stack. */
  readonly onThrew?: (key: string, error: SentError) => void;
}

/** Something that the process was asked for, and has not answered yet. */
interface Run {
  readonly key: string;
  readonly context?: SetupContext | ReconcileContext;
  readonly ends: FromProcess['type'];
  readonly resolve: (value: FromProcess) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A reconciler that lives in another process. Whoever runs it cannot tell: its contexts, with all that is held, recorded and refused
 * there, stay on this side, and every read and write of the process comes through the context of the run that it belongs to.
 */
export class RemoteReconciler implements Disposable {
  readonly reconciler: Reconciler;
  readonly #options: RemoteReconcilerOptions;
  readonly #runs = new Map<number, Run>();
  readonly #calls = new Set<number>();
  /** Those of runs, of which many share one. */
  readonly #signals = new WeakSet<AbortSignal>();
  readonly #maps = new Turnstile(maxMaps);
  readonly #mutations: Allowance;
  readonly #owned = new DisposableStore();
  #lastRun = 0;
  #ended: Error | undefined;

  constructor(options: RemoteReconcilerOptions) {
    this.#options = options;
    this.#mutations = new Allowance(() => options.clock.now(), mutationsPerSecond);
    const { hasSetup, watches, ...definition } = options.definition;
    this.reconciler = {
      ...definition,
      ...(watches && { watches: watches.map((watch, index) => this.#mapped(watch, index)) }),
      ...(hasSetup && { setup: (context) => this.#setup(context) }),
      reconcile: (context, request) => this.#reconcile(context, request),
    };
    this.#owned.add(options.channel.onMessage((message) => this.#receive(message)));
  }

  /** What a run is about; undefined when it is over. */
  keyOf(run: number): string | undefined {
    return this.#runs.get(run)?.key;
  }

  /** The process is gone: whatever waits for it fails with `reason`, and so does what comes later. */
  end(reason: Error): void {
    if (this.#ended) return;
    this.#ended = reason;
    this.#owned.dispose();
    const waiting = [...this.#runs.values()];
    this.#runs.clear();
    for (const { reject } of waiting) reject(reason);
  }

  dispose(): void {
    this.end(new Error('the reconciler has been stopped'));
  }

  #mapped({ resource, predicates }: For, index: number): Watches {
    return { resource, ...(predicates && { predicates }), map: (object) => this.#map(index, object) };
  }

  async #setup(context: SetupContext): Promise<void> {
    await this.#ask({ key: 'setup', context, ends: 'done' }, (run) => ({ type: 'setup', run }));
  }

  async #reconcile(context: ReconcileContext, { key, causes }: ReconcileRequest): Promise<ReconcileResult | void> {
    const done = await this.#ask({ key, context, ends: 'done' }, (run) => ({ type: 'reconcile', run, key, causes }));
    return done.type === 'done' ? done.result : undefined;
  }

  /** Objects that come faster than they are mapped wait their turn on this side. */
  async #map(watch: number, object: KubeObject): Promise<readonly Key[]> {
    await this.#maps.enter();
    try {
      const mapped = await this.#ask({ key: metaNamespaceKey(object as StoredObject), ends: 'mapped' }, (run) => ({ type: 'map', run, watch, object: sendable(object) }));
      return mapped.type === 'mapped' ? mapped.keys : [];
    } finally {
      this.#maps.leave();
    }
  }

  #ask(run: Omit<Run, 'resolve' | 'reject'>, message: (run: number) => Parameters<Channel['send']>[0]): Promise<FromProcess> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      const number = ++this.#lastRun;
      this.#runs.set(number, { ...run, resolve, reject });
      if (run.context) this.#watch(run.context.signal);
      this.#options.channel.send(message(number));
    });
  }

  /** A controller that stops leading goes on, and so does its process: only what it was doing is no longer wanted. */
  #watch(signal: AbortSignal): void {
    if (this.#signals.has(signal)) return;
    this.#signals.add(signal);
    const abort = (): void => {
      for (const [run, { context }] of this.#runs) if (context?.signal === signal) this.#options.channel.send({ type: 'abort', run });
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }

  #receive(message: FromProcess): void {
    switch (message.type) {
      case 'done':
      case 'mapped':
      case 'threw':
        return this.#settle(message);
      case 'call':
        return this.#call(message);
      case 'mutation':
        return this.#mutation(message);
      case 'output':
        if (message.run !== undefined) this.#runs.get(message.run)?.context?.log(message.text);
        return;
      default:
      // What concerns the process, and not what it does.
    }
  }

  #settle(message: Extract<FromProcess, { readonly type: 'done' | 'mapped' | 'threw' }>): void {
    const run = this.#runs.get(message.run);
    if (!run || (message.type !== 'threw' && message.type !== run.ends)) return this.#options.channel.ignored(`an answer to run ${message.run}, which waits for none`);
    this.#runs.delete(message.run);
    if (message.type !== 'threw') return run.resolve(message);
    this.#options.onThrew?.(run.key, message.error);
    run.reject(receiveError(message.error));
  }

  #mutation({ run, path, at }: Extract<FromProcess, { readonly type: 'mutation' }>): void {
    const key = this.#runs.get(run)?.key;
    if (key === undefined) return this.#options.channel.ignored(`a change of an object by run ${run}, which is over`);
    if (this.#mutations.take()) this.#options.onMutation({ key, path, at });
  }

  #call({ call, run, does }: Extract<FromProcess, { readonly type: 'call' }>): void {
    const { channel } = this.#options;
    const context = this.#runs.get(run)?.context;
    if (this.#calls.has(call)) return channel.ignored(`call ${call}, which is on its way already`);
    const refuse = (error: unknown): void => channel.send({ type: 'refuse', call, error: sendRefusal(error) });
    if (!context) {
      channel.ignored(`a ${does.verb} of run ${run}, which is over`);
      return refuse(new Error(`${does.verb} ${does.resource} was asked for after the reconcile that it belongs to had ended: await it there`));
    }
    if (this.#calls.size >= maxCalls) {
      channel.ignored(`a ${does.verb} beside ${maxCalls} others`);
      return refuse(new Error(`${does.verb} ${does.resource} was asked for while ${maxCalls} reads and writes were on their way: await some of them first`));
    }
    this.#calls.add(call);
    void this.#answer(call, answerCall(context, does)).catch(refuse).finally(() => this.#calls.delete(call));
  }

  /** A list goes in parts, so that neither a turn of the loop nor what waits to be sent grows with it. */
  async #answer(call: number, answering: Promise<Answer>): Promise<void> {
    const { channel, clock } = this.#options;
    const { value, parts } = await answering;
    for (const objects of parts ?? []) {
      if (this.#ended) return;
      channel.send({ type: 'part', call, objects });
      await (channel.whenRoomy() ?? nextTurn(clock));
    }
    channel.send({ type: 'answer', call, ...(value !== undefined && { value }) });
  }
}
