import { silentLogger } from '../../base/logger.ts';
import { createDeltaQueue } from '../../informer/createDeltaQueue.ts';
import { deltaKey, type TransformFunc } from '../../informer/delta.ts';
import type { DeltaQueue, DeltaQueueSnapshot, QueueSteps } from '../../informer/deltaQueue.ts';
import { Indexer, type IndexFunc } from '../../informer/indexer.ts';
import { Notification } from '../../informer/notification.ts';
import { DeltaProcessor } from '../../informer/processDeltas.ts';
import { profiles } from '../../informer/profile.ts';
import type { SharedInformerState } from '../../informer/sharedInformer.ts';
import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import type { Happening } from '../../trace/happening.ts';
import type { Probe } from '../../trace/probe.ts';
import { HandlerReplica } from './handlerReplica.ts';
import type { InformerCheckpoint, RecordedInformer, RecordedInput } from './recorded.ts';
import { ReflectorCursor } from './reflectorCursor.ts';
import type { RebuiltClock } from './rebuiltClock.ts';

/** Where the replay stands. */
export interface ReplayProbe extends Probe {
  /** The newest entry that was made again. */
  readonly seq: Seq;
  /** It has come to where it was to go: what is still under way changes nothing more. */
  readonly isHalted: boolean;
}

export interface InformerReplicaOptions {
  readonly probe: ReplayProbe;
  readonly clock: RebuiltClock;
  /** Those of every cache. */
  readonly indexers: Readonly<Record<string, IndexFunc>>;
  /** Of an index that a cache was given later. */
  readonly indexFunc: (name: string) => IndexFunc | undefined;
  readonly transform?: TransformFunc;
  /** The entry that was recorded under this number. */
  readonly entryAt: (seq: Seq) => TraceEntry | undefined;
}

/** Rules of what a resync queues; whatever else has a rule is of a list. */
const ofResync = new Set(['D-28', 'F-17', 'F-21']);

/** How far ahead it is looked for what a resync came of. */
const maxLookAhead = 5000;

/**
 * An informer without its loops: the very queue, Indexer and processing of the engine, driven by the entries that were recorded. The Reflector is followed, not
 * run: its requests were answered then, and its delays are over.
 */
export class InformerReplica {
  recorded: RecordedInformer;
  readonly indexer: Indexer;
  readonly cursor = new ReflectorCursor();
  readonly #options: InformerReplicaOptions;
  readonly #queue: DeltaQueue;
  readonly #processor: DeltaProcessor;
  readonly #handlers = new Map<number, HandlerReplica>();
  #replacing: QueueSteps | undefined;
  #resyncing: QueueSteps | undefined;
  #hasSynced = false;
  /** Nothing of it shows any more: it is being stopped. */
  isGone = false;

  constructor(recorded: RecordedInformer, options: InformerReplicaOptions) {
    const { probe, clock, indexers, transform } = options;
    const { name, settings } = recorded;
    this.recorded = recorded;
    this.#options = options;
    this.indexer = new Indexer(indexers);
    this.#queue = createDeltaQueue(settings.queue, profiles[settings.clientGo], {
      informer: name,
      probe,
      knownObjects: this.indexer,
      onSynced: (cause) => this.#becomeSynced(cause),
      ...(transform && { transformer: transform }),
    });
    const listener = {
      onAdd: (key: string, object: Parameters<typeof Notification.add>[1], isInInitialList: boolean, cause: Seq) => this.#distribute(Notification.add(key, object, isInInitialList, cause)),
      onUpdate: (...of: Parameters<typeof Notification.update>) => this.#distribute(Notification.update(...of)),
      onDelete: (...of: Parameters<typeof Notification.delete>) => this.#distribute(Notification.delete(...of)),
    };
    this.#processor = new DeltaProcessor({ informer: name, indexer: this.indexer, listener, probe, clock, logger: silentLogger });
  }

  /** Goes on from a checkpoint. Of a new replica only. */
  restore({ indexes, keys, objects, storeVersion, held, cursor }: InformerCheckpoint): void {
    this.#addIndexes(indexes);
    this.indexer.replace(new Map(keys.map((key, index) => [key, objects[index]!])), storeVersion);
    this.cursor.restore(cursor);
    this.#hasSynced = held.hasSynced;
    if (held.queue) this.#queue.restore(held.queue);
    for (const handler of held.handlers) this.#handlers.set(handler.id, new HandlerReplica(this.recorded.name, handler));
  }

  /** Others want it than before. */
  wantedBy(recorded: RecordedInformer): void {
    this.recorded = recorded;
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  get handlers(): readonly HandlerReplica[] {
    return [...this.#handlers.values()];
  }

  queueSnapshot(limit: number): DeltaQueueSnapshot {
    return this.#queue.snapshot(limit);
  }

  save(): SharedInformerState {
    return { hasSynced: this.#hasSynced, queue: this.#queue.save(), handlers: this.handlers.map((handler) => handler.save()) };
  }

  arrive(input: RecordedInput): void {
    this.cursor.arrive(input);
  }

  note(happening: Extract<Happening, { readonly informer: string }>): void {
    switch (happening.kind) {
      case 'informer.handler': {
        const { handler: id, name, isSelective, isLate } = happening;
        const replica = new HandlerReplica(this.recorded.name, { id, name, isSelective, isSyncing: true, waiting: [] });
        this.#handlers.set(id, replica);
        if (isLate) for (const object of this.indexer.values()) replica.add(Notification.add(deltaKey(object), object, true, 0));
        return;
      }
      case 'informer.indexed':
        this.#addIndexes(happening.indexes);
        return;
      case 'informer.handlerGone':
        this.#handlers.delete(happening.handler);
        return;
      case 'informer.resync':
        for (const handler of this.#handlers.values()) handler.isSyncing = happening.handlers.includes(handler.id);
        if (happening.isDue) this.#beginResync();
        return;
      case 'informer.forged':
        this.cursor.forge(happening.event);
    }
  }

  /** Takes note of an entry of this informer, whoever made it. */
  observe(entry: TraceEntry): void {
    this.cursor.note(entry);
    // What was under way has ended with its round, wherever it stood.
    if (entry.kind === 'reflector.list' || entry.kind === 'reflector.watch' || entry.kind === 'reflector.stopped') this.#replacing = undefined;
    if (!this.cursor.isResyncing) this.#resyncing = undefined;
  }

  /** Does what the entry, which comes next, tells of. What it does makes entries of its own; false: nothing is to be done. */
  run(entry: TraceEntry): boolean {
    switch (entry.kind) {
      case 'queue.add':
      case 'queue.drop':
        this.#enqueue(entry);
        return true;
      case 'queue.replace':
        this.#replaceStep(entry);
        return true;
      case 'queue.resync':
        this.#resyncStep();
        return true;
      case 'queue.pop':
        this.#pop(entry);
        return true;
      case 'handler.add':
      case 'handler.update':
      case 'handler.delete':
        return this.#call(entry);
      default:
        return false;
    }
  }

  /** One that is not known by its name is left out; that it was there shows in what it changed. */
  #addIndexes(names: readonly string[]): void {
    const present = this.indexer.getIndexers();
    for (const name of names) {
      const func = Object.hasOwn(present, name) ? undefined : this.#options.indexFunc(name);
      if (func) this.indexer.addIndexers({ [name]: func });
    }
  }

  #enqueue(entry: EntryOf<'queue.add'> | EntryOf<'queue.drop'>): void {
    const { rule, cause, key, rv = '' } = entry;
    const because = cause?.[0] ?? 0;
    if (entry.kind === 'queue.drop' && rule !== 'D-06') return this.#queue.clear(because);
    if (rule !== undefined && ofResync.has(rule)) return this.#resyncStep();
    if (entry.kind === 'queue.add' && rule !== undefined) return this.#replaceStep(entry);
    if (entry.kind === 'queue.add' && entry.delta === 'Bookmark') return this.#queue.bookmark(rv, because);
    const { current } = this.cursor;
    if (!current || current.key !== key) return;
    if (current.type === 'ADDED') this.#queue.add(current.object, because, key);
    else if (current.type === 'MODIFIED') this.#queue.update(current.object, because, key);
    else this.#queue.delete(current.object, because, key);
  }

  /** A list is queued one delta at a time; whatever happened in between has its own entries. */
  #replaceStep({ cause }: TraceEntry): void {
    const { list } = this.cursor;
    if (!list) return;
    const begins = !this.#replacing;
    const steps = (this.#replacing ??= this.#queue.replace(list.items, list.version, cause?.[0] ?? 0));
    // Up to where it stands still before its first delta; an empty list has none.
    if ((begins && steps.next().done) || this.#makesEntry(steps)) this.#replacing = undefined;
  }

  #beginResync(): void {
    this.cursor.resyncBegins();
    this.#resyncing = this.#queue.resync(this.#resyncCause(), this.cursor.version);
    if (this.#resyncing.next().done) this.#resyncing = undefined;
  }

  #resyncStep(): void {
    if (!this.#resyncing || this.#makesEntry(this.#resyncing)) this.#resyncing = undefined;
  }

  /** It stands still also before what then is not queued. True when it is over. */
  #makesEntry(steps: QueueSteps): boolean {
    const { probe } = this.#options;
    const before = probe.seq;
    while (probe.seq === before) if (steps.next().done) return true;
    return false;
  }

  /** The first of its entries names it. */
  #resyncCause(): Seq {
    const { entryAt, probe } = this.#options;
    const from = probe.seq;
    for (let seq = from + 1; seq <= from + maxLookAhead; seq++) {
      const entry = entryAt(seq);
      if (!entry) return 0;
      if (entry.informer !== this.recorded.name) continue;
      if (entry.kind === 'queue.resync' || (entry.kind === 'queue.add' && entry.rule !== undefined && ofResync.has(entry.rule))) return entry.cause?.[0] ?? 0;
    }
    return 0;
  }

  /** A batch is as many pops as follow one another, and as the queue would take at once. */
  #pop({ seq }: EntryOf<'queue.pop'>): void {
    const { name, settings } = this.recorded;
    let size = 1;
    if (profiles[settings.clientGo].batchPop) {
      for (let next = this.#options.entryAt(seq + 1); next?.kind === 'queue.pop' && next.informer === name; next = this.#options.entryAt(seq + size)) {
        if (this.#queue.peekBatch(size)?.key !== next.key || next.key === undefined) break;
        size++;
      }
    }
    if (size === 1) this.#queue.pop((...of) => this.#processor.process(...of));
    else this.#queue.popBatch(size, (...of) => this.#processor.processBatch(...of));
  }

  #call(entry: EntryOf<'handler.add'> | EntryOf<'handler.update'> | EntryOf<'handler.delete'>): boolean {
    const own = this.handlers.filter(({ name }) => name === entry.handler);
    const handler = own.find((each) => each.isNext(entry));
    // A resync of a controller's own hands out what is cached, past the buffers.
    if (!handler) return entry.cause !== undefined && entry.cause.length > 0;
    handler.call(this.#options.probe);
    return true;
  }

  #distribute(notification: Notification): void {
    for (const handler of this.#handlers.values()) if (!notification.isSync || handler.isSyncing) handler.add(notification);
  }

  #becomeSynced(cause: Seq): void {
    if (this.isGone || this.#hasSynced || this.#options.probe.isHalted) return;
    this.#hasSynced = true;
    this.#options.probe.record({ kind: 'reflector.synced', informer: this.recorded.name, cause: [cause] });
  }
}
