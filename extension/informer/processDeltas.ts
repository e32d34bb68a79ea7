import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import type { KubeObject } from '../kube/object.ts';
import type { IndexChange, Seq, StoreDraft } from '../trace/entry.ts';
import type { Probe } from '../trace/probe.ts';
import { type Delta, deltaKey, deltaVersion, type KeyedDelta, type ReplacedAllInfo } from './delta.ts';
import { DeletedFinalStateUnknown } from './eventHandler.ts';
import type { Indexer, IndexerWrite, IndexerWriteResult } from './indexer.ts';
import { logIfSlow, slowTransactionLimit } from './slowStep.ts';
import { UpdateChanges } from './updateChanges.ts';

/** Told of each change of the store, after it has been written (P-10). `cause` is the store's entry. */
export interface ChangeListener {
  onAdd(key: string, object: KubeObject, isInInitialList: boolean, cause: Seq): void;
  /** `oldObject` is what the store held before, not what the previous delta said (P-14). */
  onUpdate(key: string, oldObject: KubeObject, newObject: KubeObject, cause: Seq): void;
  onDelete(key: string, object: KubeObject | DeletedFinalStateUnknown, cause: Seq): void;
}

export interface DeltaProcessorOptions {
  /** Name of the informer in the trace. */
  readonly informer: string;
  readonly indexer: Indexer;
  readonly listener: ChangeListener;
  readonly probe: Probe;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Applies popped deltas to the store and tells of them: client-go's `processDeltas`. Runs within the pop. */
export class DeltaProcessor {
  readonly #informer: string;
  readonly #indexer: Indexer;
  readonly #listener: ChangeListener;
  readonly #probe: Probe;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor({ informer, indexer, listener, probe, clock, logger }: DeltaProcessorOptions) {
    this.#informer = informer;
    this.#indexer = indexer;
    this.#listener = listener;
    this.#probe = probe;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Oldest first; a store that fails stops the list at that delta (P-09). @throws IndexError */
  process(deltas: readonly Delta[], isInInitialList: boolean, cause: Seq): void {
    for (const delta of deltas) {
      switch (delta.type) {
        case 'ReplacedAll':
          this.#replaceAll(delta.object, isInInitialList, cause);
          break;
        case 'SyncAll':
          this.#syncAll(cause);
          return; // Skips whatever else the list holds (P-07).
        case 'Bookmark':
          this.#indexer.bookmark(delta.object.resourceVersion);
          break;
        case 'Deleted':
          this.#delete(delta, cause);
          break;
        default:
          this.#put(delta, isInInitialList, cause);
      }
    }
  }

  /**
   * A batch of entries of different keys: the store takes them all before the first is told of (P-11). Of one that
   * fails nobody is told; the others are not affected.
   * @throws AggregateError after all that could be done
   */
  processBatch(deltas: readonly KeyedDelta[], isInInitialList: boolean, causes: readonly Seq[]): void {
    const before = deltas.map(({ key }) => this.#indexer.get(key));
    const results = this.#transaction(deltas.map(toWrite));
    const seqs = deltas.map((delta, index) => {
      const { changes, error } = results[index]!;
      if (error !== undefined) return undefined;
      const because = [causes[index]!, delta.seq];
      if (delta.type === 'Deleted') return this.#recordDelete(delta.key, delta.object, changes, because);
      return this.#recordPut(delta.key, before[index], delta.object as KubeObject, changes, because);
    });
    for (const [index, { type, key, object }] of deltas.entries()) {
      const old = before[index];
      const seq = seqs[index];
      if (seq === undefined) continue;
      if (type === 'Deleted') this.#listener.onDelete(key, object, seq);
      else if (old) this.#listener.onUpdate(key, old, object as KubeObject, seq);
      else this.#listener.onAdd(key, object as KubeObject, isInInitialList, seq);
    }
    const failures = results.flatMap(({ error }) => (error === undefined ? [] : [error]));
    if (failures.length > 0) throw new AggregateError(failures, failures.map(messageOf).join('; '));
  }

  #transaction(writes: readonly IndexerWrite[]): readonly IndexerWriteResult[] {
    const started = this.#clock.now();
    const results = this.#indexer.transaction(writes);
    const took = this.#clock.now() - started;
    logIfSlow(this.#logger, 'store', `${this.#informer}: a transaction`, took, slowTransactionLimit(writes.length), { Size: writes.length });
    return results;
  }

  /** The type of the delta does not decide between add and update; the store does (P-05). */
  #put({ key, object, seq: add }: KeyedDelta, isInInitialList: boolean, pop: Seq): void {
    const current = object as KubeObject;
    const old = this.#indexer.get(key);
    const indexes = this.#indexer.put(key, current);
    const seq = this.#recordPut(key, old, current, indexes, [pop, add]);
    if (old) this.#listener.onUpdate(key, old, current, seq);
    else this.#listener.onAdd(key, current, isInInitialList, seq);
  }

  #delete({ key, object, seq: add }: KeyedDelta, pop: Seq): void {
    const indexes = this.#indexer.remove(key, object);
    const seq = this.#recordDelete(key, object, indexes, [pop, add]);
    this.#listener.onDelete(key, object, seq);
  }

  #syncAll(pop: Seq): void {
    for (const object of this.#indexer.list()) this.#listener.onUpdate(deltaKey(object), object, object, pop);
  }

  /**
   * Replaces the store first, then tells of the deletions, then of adds and updates in the order of the list
   * (P-12). A key listed twice is told of twice, while the store keeps the last (P-13).
   * @throws KeyError; then nothing has changed. IndexError; then everything has, and has been told
   */
  #replaceAll({ objects, resourceVersion }: ReplacedAllInfo, isInInitialList: boolean, pop: Seq): void {
    const items = new Map<string, KubeObject>();
    for (const object of objects) items.set(deltaKey(object), object);
    const before = new Map<string, KubeObject>();
    const tombstones: DeletedFinalStateUnknown[] = [];
    for (const key of this.#indexer.keys()) {
      const old = this.#indexer.get(key)!;
      if (items.has(key)) before.set(key, old);
      else tombstones.push(new DeletedFinalStateUnknown(key, old));
    }
    const failure = attempt(() => this.#indexer.replace(items, resourceVersion));
    const replaced = this.#probe.record({
      kind: 'store.replace',
      informer: this.#informer,
      rv: resourceVersion,
      cause: [pop],
      objects: items.size,
      rule: 'P-12',
    });
    for (const tombstone of tombstones) {
      const seq = this.#recordDelete(tombstone.key, tombstone, this.#indexer.changesBetween(tombstone.object, undefined), [replaced]);
      this.#listener.onDelete(tombstone.key, tombstone, seq);
    }
    for (const object of objects) {
      const key = deltaKey(object);
      const old = before.get(key);
      // Of several of one key the last has been stored.
      const indexes = items.get(key) === object ? this.#indexer.changesBetween(old, object) : undefined;
      const seq = this.#recordPut(key, old, object, indexes, [replaced]);
      if (old) this.#listener.onUpdate(key, old, object, seq);
      else this.#listener.onAdd(key, object, isInInitialList, seq);
    }
    if (failure) throw failure.error;
  }

  #recordPut(
    key: string,
    old: KubeObject | undefined,
    object: KubeObject,
    indexes: readonly IndexChange[] | undefined,
    cause: readonly Seq[],
  ): Seq {
    const informer = this.#informer;
    const rv = object.metadata.resourceVersion ?? '';
    if (!old) return this.#record({ kind: 'store.add', informer, key, rv, cause }, indexes);
    const changed = new UpdateChanges(old, object);
    const draft: StoreDraft = { kind: 'store.update', informer, key, rv, cause, old: old.metadata.resourceVersion ?? '', changed };
    return this.#record(old.metadata.uid === object.metadata.uid ? draft : { ...draft, uidChanged: true }, indexes);
  }

  #recordDelete(
    key: string,
    object: KubeObject | DeletedFinalStateUnknown,
    indexes: readonly IndexChange[] | undefined,
    cause: readonly Seq[],
  ): Seq {
    const tombstone = object instanceof DeletedFinalStateUnknown;
    return this.#record({ kind: 'store.delete', informer: this.#informer, key, rv: deltaVersion(object), cause, tombstone }, indexes);
  }

  #record(draft: StoreDraft, indexes: readonly IndexChange[] | undefined): Seq {
    return this.#probe.record(indexes ? ({ ...draft, indexes } as StoreDraft) : draft);
  }
}

function attempt(write: () => void): { readonly error: unknown } | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return { error };
  }
}

function toWrite({ type, key, object }: KeyedDelta): IndexerWrite {
  return type === 'Deleted' ? { type: 'remove', key, object } : { type: 'put', key, object: object as KubeObject };
}
