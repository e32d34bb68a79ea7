import { WakeUp } from '../base/wakeUp.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Rule, Seq } from '../trace/entry.ts';
import { deltaKey, type DeltaObject, type KeyedDelta, type TransformFunc } from './delta.ts';
import { type DeltaQueueOptions, nobody, type PopCandidate } from './deltaQueue.ts';
import { InitialPopulation } from './initialPopulation.ts';

/** What both delta queues have in common: when they are synced, who waits for them, and that they can be closed. */
export abstract class DeltaQueueBase<Options extends DeltaQueueOptions = DeltaQueueOptions> {
  protected readonly options: Options;
  protected readonly initial: InitialPopulation;
  /** A `replace` is under way: client-go would hold the lock, so nothing can be popped. */
  protected replacing = false;
  readonly #wakeUp = new WakeUp();
  /** Wakes who waits for the queue to become shorter. */
  readonly #room = new WakeUp();
  #closed = false;

  constructor(options: Options) {
    this.options = options;
    this.initial = new InitialPopulation(options.onSynced);
  }

  abstract readonly length: number;
  abstract peek(): PopCandidate | undefined;

  /** Queues one delta; `rule`: of the list or resync that does. @throws TransformError */
  protected abstract append(type: KeyedDelta['type'], key: string, object: DeltaObject, cause: Seq, rule?: Rule): void;

  get transformer(): TransformFunc | undefined {
    return this.options.transformer;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  get isReplacing(): boolean {
    return this.replacing;
  }

  hasSynced(): boolean {
    return this.initial.synced;
  }

  add(object: KubeObject, cause: Seq, key?: string): void {
    this.initial.populate(cause);
    this.append('Added', key ?? this.keyOf(object), object, cause);
  }

  update(object: KubeObject, cause: Seq, key?: string): void {
    this.initial.populate(cause);
    this.append('Updated', key ?? this.keyOf(object), object, cause);
  }

  async whenBelow(limit: number): Promise<void> {
    while (this.length >= limit && !this.#closed) await this.#room.wait();
  }

  whenReady(): Promise<void> {
    return this.peek() || this.#closed ? Promise.resolve() : this.#wakeUp.wait();
  }

  close(): void {
    this.#closed = true;
    this.#wakeUp.wake();
    this.#room.wake();
  }

  /** @throws KeyError */
  protected keyOf(object: DeltaObject): string {
    return deltaKey(object, this.options.keyFunc);
  }

  /** A store that cannot answer has nothing to give (D-22, D-28, F-13, F-17). */
  protected lookUp(key: string): KubeObject | undefined {
    try {
      return this.options.knownObjects?.get(key);
    } catch {
      return undefined;
    }
  }

  /** Something can be popped. */
  protected wakePoppers(): void {
    this.#wakeUp.wake();
  }

  /** Something was taken out. */
  protected wakeProducers(): void {
    this.#room.wake();
  }

  protected recordReplace(replaced: number, deleted: number, rule: Rule, cause: Seq): void {
    this.options.probe.record({ kind: 'queue.replace', informer: this.options.informer, cause: [cause], replaced, deleted, rule });
  }

  protected recordResync(synced: number, passedOver: number, rule: Rule, cause: Seq): void {
    const { probe, informer } = this.options;
    probe.record({ kind: 'queue.resync', informer, synced, passedOver, rule, cause: cause ? [cause] : nobody });
  }

  /** Something was to be queued, or was, and is not any more. */
  protected recordDrop(deltas: number, rule: Rule, cause: Seq, key?: string): void {
    const { probe, informer } = this.options;
    probe.record({ kind: 'queue.drop', informer, cause: [cause], deltas, rule, ...(key === undefined ? undefined : { key }) });
  }
}
