import { GrowingRing } from '../base/growingRing.ts';
import type { KubeObject } from '../kube/object.ts';
import type { DeltaType, Rule, Seq } from '../trace/entry.ts';
import {
  BookmarkInfo,
  type Delta,
  type DeltaObject,
  deltaVersion,
  type KeyedDelta,
  ReplacedAllInfo,
  SyncAllInfo,
  transformed,
  type WholeStoreDelta,
} from './delta.ts';
import { addEntry } from './queueEntries.ts';
import {
  type BatchProcess,
  type DeltaQueue,
  type DeltaQueueOptions,
  type DeltaQueueSnapshot,
  type DeltaQueueState,
  type KnownObjects,
  nobody,
  type PopCandidate,
  type PopProcess,
  QueueClosedError,
  type QueueSteps,
} from './deltaQueue.ts';
import { DeltaQueueBase } from './deltaQueueBase.ts';
import { DeletedFinalStateUnknown } from './eventHandler.ts';
import type { DeltaQueueMetrics, InformerIdentifier } from './informerMetrics.ts';
import { KeyCounts } from './keyCounts.ts';

export interface RealFifoOptions extends DeltaQueueOptions {
  /**
   * Atomic: a list is one ReplacedAll entry, a resync one SyncAll, bookmarks are queued, and the consumer infers
   * deletions against its store. Otherwise this queue infers them, and needs `knownObjects` for it (F-03).
   */
  readonly atomic: boolean;
  /** Bookmarks are queued, so that the store learns of their versions (F-09). Atomic only, where it is the default. */
  readonly emitBookmarks?: boolean;
  /** What comes while an entry is processed need not wait until it has been (F-27). Atomic only. */
  readonly unlockWhileProcessing?: boolean;
  /** Its name in errors; the identifier's comes first, unless that is empty (F-04). Default `RealFIFO`. */
  readonly name?: string;
  readonly identifier?: InformerIdentifier;
  readonly metrics?: DeltaQueueMetrics;
}

/** At most so many entries are popped at once (F-30). */
export const batchLimit = 1000;

/**
 * The delta queue of client-go ≥ 1.33 (`the_real_fifo.go`): one entry for each event, in the order of the
 * watch; nothing is gathered by key and nothing merged (F-01).
 */
export class RealFifo extends DeltaQueueBase<RealFifoOptions> implements DeltaQueue {
  readonly #entries = new GrowingRing<Delta>();
  readonly #emitsBookmarks: boolean;
  /** Entries that wait, by key. */
  readonly #waiting = new KeyCounts();
  /** Keys of the batch that is being looked at. */
  #batchKeys = new Set<string | undefined>();

  /** @throws RangeError for combinations that client-go refuses (F-03) */
  constructor(options: RealFifoOptions) {
    super(options);
    const { atomic, knownObjects, unlockWhileProcessing = false, emitBookmarks = atomic } = options;
    if (atomic && knownObjects) throw new RangeError('an atomic RealFIFO must not have known objects');
    if (!atomic && !knownObjects) throw new RangeError('a RealFIFO that is not atomic needs known objects');
    if (!atomic && unlockWhileProcessing) throw new RangeError('only an atomic RealFIFO can be unlocked while it processes');
    if (!atomic && emitBookmarks) throw new RangeError('only an atomic RealFIFO can queue bookmarks');
    this.#emitsBookmarks = emitBookmarks;
  }

  get name(): string {
    return this.options.identifier?.name || (this.options.name ?? 'RealFIFO');
  }

  /** Never ignored, not even for a key that nobody knows (F-07). */
  delete(object: DeltaObject, cause: Seq, key?: string): void {
    this.initial.populate(cause);
    this.append('Deleted', key ?? this.keyOf(object), object, cause);
  }

  get queuesBookmarks(): boolean {
    return this.#emitsBookmarks;
  }

  bookmark(resourceVersion: string, cause: Seq): void {
    if (this.#emitsBookmarks) this.#appendWhole('Bookmark', new BookmarkInfo(resourceVersion), cause);
  }

  *replace(objects: readonly KubeObject[], resourceVersion: string, cause: Seq): QueueSteps {
    this.replacing = true;
    try {
      if (this.options.knownObjects) yield* this.#replaceEach(objects, this.options.knownObjects, cause);
      else yield* this.#replaceAll(objects, resourceVersion, cause);
      // Whatever was queued before counts as well (F-16, F-22).
      this.initial.replaced(() => this.#entries.length, cause);
    } finally {
      this.replacing = false;
      this.wakePoppers();
    }
  }

  *#replaceAll(objects: readonly KubeObject[], resourceVersion: string, cause: Seq): QueueSteps {
    yield undefined;
    const { transformer } = this.options;
    const items = transformer ? objects.map((object) => transformed(transformer, '', object) as KubeObject) : objects;
    this.#appendWhole('ReplacedAll', new ReplacedAllInfo(resourceVersion, items), cause, 'F-20');
    this.recordReplace(objects.length, 0, 'F-20', cause);
  }

  /** Deletions first, then what is listed, in its order (F-15). @throws KeyError; then nothing is queued (F-10) */
  *#replaceEach(objects: readonly KubeObject[], known: KnownObjects, cause: Seq): QueueSteps {
    const keys = objects.map((object) => this.keyOf(object));
    const listed = new Set(keys);
    const newest = new Map<string, Delta>();
    for (let index = 0; index < this.#entries.length; index++) {
      const entry = this.#entries.at(index)!;
      if (entry.key !== undefined) newest.set(entry.key, entry);
    }
    let deleted = 0;
    for (const [key, { type, object }] of newest) {
      if (listed.has(key) || type === 'Deleted') continue;
      yield key;
      this.append('Deleted', key, new DeletedFinalStateUnknown(key, object as KubeObject), cause, 'F-12');
      deleted++;
    }
    for (const key of known.keys()) {
      if (listed.has(key) || newest.has(key)) continue;
      yield key;
      this.append('Deleted', key, new DeletedFinalStateUnknown(key, this.lookUp(key)), cause, 'F-13');
      deleted++;
    }
    for (const [index, object] of objects.entries()) {
      const key = keys[index]!;
      yield key;
      this.append('Replaced', key, object, cause, 'F-15');
    }
    this.recordReplace(objects.length, deleted, 'F-15', cause);
  }

  *resync(cause: Seq, resourceVersion = ''): QueueSteps {
    const known = this.options.knownObjects;
    if (!known) {
      yield undefined;
      this.#appendWhole('SyncAll', new SyncAllInfo(resourceVersion), cause, 'F-21');
      this.recordResync(1, 0, 'F-21', cause);
      return;
    }
    let synced = 0;
    let passedOver = 0;
    for (const key of known.keys()) {
      if (!this.#waiting.has(key)) yield key;
      // What came while this step was held is newer than what is stored.
      const object = this.#waiting.has(key) ? undefined : this.lookUp(key);
      if (object) {
        this.append('Sync', key, object, cause, 'F-17');
        synced++;
      } else if (this.#waiting.has(key)) {
        passedOver++;
      }
    }
    this.recordResync(synced, passedOver, 'F-17', cause);
  }

  clear(cause: Seq): void {
    if (this.#entries.length > 0) this.recordDrop(this.#entries.length, 'row 2', cause);
    this.#entries.clear();
    this.#waiting.clear();
    this.initial.cleared();
    this.#lengthChanged();
    this.wakeProducers();
  }

  peek(): PopCandidate | undefined {
    const entry = this.#entries.peek();
    return entry && !this.replacing ? { key: entry.key, cause: entry.seq, deltas: [entry] } : undefined;
  }

  /**
   * A batch ends before the limit, before initial and later entries would mix, before an entry of the whole store, and
   * before a second entry of a key (F-31). Asked for one place after the other, from 1 on.
   */
  peekBatch(index: number): PopCandidate | undefined {
    if (index <= 1) this.#batchKeys = new Set([this.#entries.peek()?.key]);
    const entry = this.#entries.at(index);
    const { remaining } = this.initial;
    if (!entry || index >= batchLimit || (remaining > 0 && index >= remaining)) return undefined;
    if (entry.key === undefined || this.#batchKeys.has(undefined) || this.#batchKeys.has(entry.key)) return undefined;
    this.#batchKeys.add(entry.key);
    return { key: entry.key, cause: entry.seq, deltas: [entry] };
  }

  popBatch(size: number, process: BatchProcess): void {
    const isInInitialList = !this.initial.synced;
    const deltas: KeyedDelta[] = [];
    const causes: Seq[] = [];
    for (let index = 0; index < size; index++) {
      const entry = this.#take() as KeyedDelta;
      deltas.push(entry);
      causes.push(this.#recordPop(entry, isInInitialList));
    }
    this.#lengthChanged();
    const processed = this.options.metrics?.startProcessing();
    try {
      process(deltas, isInInitialList, causes);
    } finally {
      processed?.();
      this.initial.popped(size);
      this.initial.check(causes.at(-1)!);
    }
  }

  /** The count of initial entries falls only after processing (F-25). */
  pop(process: PopProcess): void {
    const entry = this.#take();
    if (!entry) throw new QueueClosedError(this.name, this.isClosed);
    const isInInitialList = !this.initial.synced;
    const seq = this.#recordPop(entry, isInInitialList);
    this.#lengthChanged();
    const processed = this.options.metrics?.startProcessing();
    try {
      process([entry], isInInitialList, seq);
    } finally {
      processed?.();
      this.initial.popped(1);
      this.initial.check(seq);
    }
  }

  get length(): number {
    return this.#entries.length;
  }

  get depth(): number {
    return this.#entries.length;
  }

  /** Unlocked, producers wait only where two batches are behind (F-27). */
  get locksWhileProcessing(): boolean {
    return this.options.unlockWhileProcessing !== true || this.#entries.length >= 2 * batchLimit;
  }

  /** Entries of one key are shown together, at the place of the first. */
  snapshot(limit: number): DeltaQueueSnapshot {
    const byKey = new Map<string | undefined, { type: DeltaType; rv: string }[]>();
    const entries: { key: string; type: DeltaType; rv: string }[] = [];
    const looked = limit > 0 ? this.#entries.length : 0;
    for (let index = 0; index < looked; index++) {
      const { key, type, object } = this.#entries.at(index)!;
      const shown = byKey.get(key);
      const delta = { type, rv: deltaVersion(object) };
      if (index < limit) entries.push({ key: key ?? '', ...delta });
      if (shown) shown.push(delta);
      else if (byKey.size < limit) byKey.set(key, [delta]);
    }
    const items = Array.from(byKey, ([key = '', deltas]) => ({ key, deltas }));
    return { queue: items.map(({ key }) => key), items, entries, keys: this.#waiting.size, deltas: this.#entries.length };
  }

  save(): DeltaQueueState {
    const waiting = Array.from({ length: this.#entries.length }, (_, index) => ({ deltas: [this.#entries.at(index)!], adds: [] }));
    return { waiting, initial: this.initial.save() };
  }

  restore({ waiting, initial }: DeltaQueueState): void {
    for (const { deltas } of waiting) {
      for (const delta of deltas) {
        this.#waiting.add(delta.key);
        this.#entries.push(delta);
      }
    }
    this.initial.restore(initial);
  }

  /** What a resync queues is stored, and with that has been transformed already (F-08). */
  protected append(type: KeyedDelta['type'], key: string, object: DeltaObject, cause: Seq, rule?: Rule): void {
    const stored = rule === 'F-17' ? object : transformed(this.options.transformer, key, object);
    const seq = this.options.probe.record(addEntry(this.options.informer, key, type, stored, cause, this.#waiting.add(key), rule));
    this.#entries.push({ type, key, object: stored, seq });
    this.#lengthChanged();
    this.wakePoppers();
  }

  #appendWhole<Type extends WholeStoreDelta['type']>(type: Type, object: (WholeStoreDelta & { type: Type })['object'], cause: Seq, rule?: Rule): void {
    const seq = this.options.probe.record({
      kind: 'queue.add',
      informer: this.options.informer,
      rv: deltaVersion(object),
      cause: cause ? [cause] : nobody,
      delta: type,
      waiting: this.#waiting.add(undefined),
      ...(rule === undefined ? undefined : { rule }),
    });
    this.#entries.push({ type, key: undefined, object, seq } as WholeStoreDelta);
    // A bookmark alone is not told (F-09).
    if (type !== 'Bookmark') this.#lengthChanged();
    this.wakePoppers();
  }

  #take(): Delta | undefined {
    const entry = this.#entries.shift();
    if (entry) this.#waiting.remove(entry.key);
    return entry;
  }

  #lengthChanged(): void {
    this.options.metrics?.queued(this.#entries.length);
  }

  #recordPop({ type, key, object, seq }: Delta, isInInitialList: boolean): Seq {
    this.wakeProducers();
    return this.options.probe.record({
      kind: 'queue.pop',
      informer: this.options.informer,
      ...(key === undefined ? undefined : { key }),
      rv: deltaVersion(object),
      cause: [seq],
      deltas: [type],
      isInInitialList,
    });
  }
}
