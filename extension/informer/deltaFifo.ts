import { GrowingRing } from '../base/growingRing.ts';
import type { KubeObject } from '../kube/object.ts';
import type { DeltaType, Rule, Seq } from '../trace/entry.ts';
import { type DeltaObject, deltaVersion, type KeyedDelta, transformed } from './delta.ts';
import { addEntry } from './queueEntries.ts';
import {
  type DeltaQueue,
  type DeltaQueueOptions,
  type DeltaQueueSnapshot,
  type DeltaQueueState,
  type PopCandidate,
  type PopProcess,
  QueueClosedError,
  type QueueSteps,
} from './deltaQueue.ts';
import { DeltaQueueBase } from './deltaQueueBase.ts';
import { DeletedFinalStateUnknown } from './eventHandler.ts';

export interface DeltaFifoOptions extends DeltaQueueOptions {
  /** How objects of a list are queued (D-19). Default `Replaced`. */
  readonly listed?: 'Replaced' | 'Sync' | 'Added';
  /** Whether two adjacent deletions of a key become one (D-09). Default true. */
  readonly mergeDeletions?: boolean;
  /** Whether a resync queues also what has deltas in the queue already (D-28). Default false. */
  readonly resyncsQueued?: boolean;
}

/** What is queued for one key: its deltas, oldest first, and the entries that brought or merged them. */
interface Queued {
  readonly key: string;
  readonly deltas: KeyedDelta[];
  readonly adds: Seq[];
}

/** One shared list for each type: nearly every pop takes a single delta. */
const single: { readonly [Type in KeyedDelta['type']]: readonly DeltaType[] } = {
  Added: ['Added'],
  Updated: ['Updated'],
  Deleted: ['Deleted'],
  Replaced: ['Replaced'],
  Sync: ['Sync'],
};

/**
 * The classic delta queue (client-go ≤ 1.32, `delta_fifo.go`): a list of deltas for each key, keys in the
 * order in which they arrived; a key that gains deltas while it waits does not move (D-31).
 */
export class DeltaFifo extends DeltaQueueBase<DeltaFifoOptions> implements DeltaQueue {
  readonly #items = new Map<string, Queued>();
  readonly #queue = new GrowingRing<Queued>();
  #deltas = 0;

  /** Ignored when the key is known nowhere (D-06). */
  delete(object: DeltaObject, cause: Seq, key?: string): void {
    this.initial.populate(cause);
    const known = key ?? this.keyOf(object);
    if (this.#items.has(known) || this.#isStored(known)) this.append('Deleted', known, object, cause);
    else this.recordDrop(1, 'D-06', cause, known);
  }

  get queuesBookmarks(): boolean {
    return false;
  }

  bookmark(): void {
    // DeltaFIFO has no delta for a bookmark; the Reflector keeps the version itself.
  }

  *replace(objects: readonly KubeObject[], _resourceVersion: string, cause: Seq): QueueSteps {
    this.replacing = true;
    try {
      const listed = new Set<string>();
      for (const object of objects) {
        const key = this.keyOf(object);
        yield key;
        this.append(this.options.listed ?? 'Replaced', key, object, cause, 'D-19');
        listed.add(key);
      }
      const deleted = yield* this.#deleteUnlisted(listed, cause);
      this.recordReplace(objects.length, deleted, 'D-19', cause);
      this.initial.replaced(() => listed.size + deleted, cause);
    } finally {
      this.replacing = false;
      this.wakePoppers();
    }
  }

  /** Queues a deletion for each key that is queued or stored but not listed (D-21, D-22); says how many. */
  *#deleteUnlisted(listed: ReadonlySet<string>, cause: Seq): Generator<string, number, void> {
    let deleted = 0;
    // Whatever is listed has just been queued: as many keys in both means that nothing else is queued.
    const others = this.#items.size === listed.size ? [] : this.#items;
    for (const [key, queued] of others) {
      if (listed.has(key)) continue;
      yield key;
      const newest = queued.deltas.at(-1)!.object;
      const object = newest instanceof DeletedFinalStateUnknown ? newest.object : newest;
      this.append('Deleted', key, new DeletedFinalStateUnknown(key, object), cause, 'D-21');
      deleted++;
    }
    const known = this.options.knownObjects;
    if (!known) return deleted;
    for (const key of known.keys()) {
      // What is listed is queued, too.
      if (this.#items.has(key)) continue;
      yield key;
      this.append('Deleted', key, new DeletedFinalStateUnknown(key, this.lookUp(key)), cause, 'D-22');
      deleted++;
    }
    return deleted;
  }

  *resync(cause: Seq): QueueSteps {
    const known = this.options.knownObjects;
    if (!known) return;
    let synced = 0;
    let passedOver = 0;
    for (const key of known.keys()) {
      if (this.#resyncable(key)) yield key;
      // Looked up again: it may have changed while this step was held.
      const object = this.#resyncable(key);
      if (object) {
        this.append('Sync', key, object, cause, 'D-28');
        synced++;
      } else if (this.#items.has(key)) {
        passedOver++;
      }
    }
    this.recordResync(synced, passedOver, 'D-28', cause);
  }

  clear(cause: Seq): void {
    if (this.#deltas > 0) this.recordDrop(this.#deltas, 'row 2', cause);
    this.#items.clear();
    this.#queue.clear();
    this.#deltas = 0;
    this.initial.cleared();
    this.wakeProducers();
  }

  peek(): PopCandidate | undefined {
    const queued = this.#queue.peek();
    if (!queued || this.replacing) return undefined;
    const { key, adds, deltas } = queued;
    return { key, cause: adds[adds.length - 1]!, causes: adds, deltas };
  }

  pop(process: PopProcess): void {
    const queued = this.#queue.shift();
    if (!queued) throw new QueueClosedError('DeltaFIFO', this.isClosed);
    const { key, deltas, adds } = queued;
    this.#items.delete(key);
    this.#deltas -= deltas.length;
    this.wakeProducers();
    const isInInitialList = !this.initial.synced;
    this.initial.popped(1);
    const newest = deltas[deltas.length - 1]!;
    const seq = this.options.probe.record({
      kind: 'queue.pop',
      informer: this.options.informer,
      key,
      rv: deltaVersion(newest.object),
      cause: adds,
      deltas: deltas.length === 1 ? single[newest.type] : deltas.map((delta) => delta.type),
      isInInitialList,
    });
    try {
      process(deltas, isInInitialList, seq);
    } finally {
      this.initial.check(seq);
    }
  }

  peekBatch(): undefined {
    return undefined;
  }

  popBatch(): void {
    throw new RangeError('a DeltaFIFO has no batches');
  }

  get length(): number {
    return this.#deltas;
  }

  get depth(): number {
    return this.#queue.length;
  }

  get locksWhileProcessing(): boolean {
    return true;
  }

  snapshot(limit: number): DeltaQueueSnapshot {
    const queue: string[] = [];
    const items: DeltaQueueSnapshot['items'][number][] = [];
    for (let index = 0; index < Math.min(limit, this.#queue.length); index++) {
      const { key, deltas } = this.#queue.at(index)!;
      queue.push(key);
      items.push({ key, deltas: deltas.map(({ type, object }) => ({ type, rv: deltaVersion(object) })) });
    }
    return { queue, items, keys: this.#queue.length, deltas: this.#deltas };
  }

  save(): DeltaQueueState {
    const waiting = Array.from({ length: this.#queue.length }, (_, index) => {
      const { deltas, adds } = this.#queue.at(index)!;
      return { deltas: [...deltas], adds: [...adds] };
    });
    return { waiting, initial: this.initial.save() };
  }

  restore({ waiting, initial }: DeltaQueueState): void {
    for (const { deltas, adds } of waiting) {
      const queued: Queued = { key: deltas[0]!.key!, deltas: [...deltas] as KeyedDelta[], adds: [...adds] };
      this.#items.set(queued.key, queued);
      this.#queue.push(queued);
      this.#deltas += deltas.length;
    }
    this.initial.restore(initial);
  }

  /** What a resync queues is stored, and with that has been transformed already (D-10). */
  protected append(type: KeyedDelta['type'], key: string, object: DeltaObject, cause: Seq, rule?: Rule): void {
    const stored = rule === 'D-28' ? object : transformed(this.options.transformer, key, object);
    let queued = this.#items.get(key);
    if (!queued) {
      queued = { key, deltas: [], adds: [] };
      this.#items.set(key, queued);
      this.#queue.push(queued);
    }
    const { deltas, adds } = queued;
    const seq = this.options.probe.record(addEntry(this.options.informer, key, type, stored, cause, deltas.length + 1, rule));
    adds.push(seq);
    deltas.push({ type, key, object: stored, seq });
    this.#deltas++;
    if (type === 'Deleted' && deltas.length > 1 && this.options.mergeDeletions !== false) this.#mergeDeletions(key, queued);
    this.wakePoppers();
  }

  /** Two adjacent deletions become one: the older, unless that is a tombstone (D-09). Nothing else is ever merged. */
  #mergeDeletions(key: string, { deltas, adds }: Queued): void {
    const newer = deltas.at(-1)!;
    const older = deltas.at(-2)!;
    if (older.type !== 'Deleted') return;
    deltas.length -= 2;
    deltas.push(older.object instanceof DeletedFinalStateUnknown ? newer : older);
    this.#deltas--;
    const { probe, informer } = this.options;
    // A link of the chain, so that whoever looks back from the pop meets it.
    adds.push(probe.record({ kind: 'queue.coalesced', informer, key, cause: adds.slice(-2), from: newer.type, into: older.type, rule: 'D-09' }));
  }

  /**
   * What a resync queues for the key: the stored object, unless something newer is queued, which will be delivered
   * anyway (D-28). A key that is queued all the same gets its newest state, or a resync would undo an update.
   */
  #resyncable(key: string): KubeObject | undefined {
    const newest = this.#items.get(key)?.deltas.at(-1);
    if (!newest) return this.lookUp(key);
    if (this.options.resyncsQueued !== true || newest.type === 'Deleted') return undefined;
    return newest.object as KubeObject;
  }

  /** A store that cannot answer counts as one that knows (D-06). */
  #isStored(key: string): boolean {
    try {
      return this.options.knownObjects?.get(key) !== undefined;
    } catch {
      return true;
    }
  }
}
