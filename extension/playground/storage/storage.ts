import type { Clock } from '../../base/clock.ts';
import { CodedError } from '../../base/codedError.ts';
import type { Disposable } from '../../base/disposable.ts';
import { type Event, Emitter } from '../../base/emitter.ts';
import { systemClock } from '../../base/systemClock.ts';
import type { KubeObject } from '../../kube/object.ts';
import { DelayLine } from './delayLine.ts';
import { RevisionWaiters } from './revisionWaiters.ts';
import { StoredObject } from './storedObject.ts';
import { type KeyVersion, storedAt, type Version, VersionHistory } from './versionHistory.ts';

/** One committed change. */
export interface StorageEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  readonly revision: number;
  /** After the change; for DELETED the last state, carrying the version of the deletion. */
  readonly current: StoredObject;
  /** Undefined for ADDED. */
  readonly previous: StoredObject | undefined;
  /** Audit id of the request that made it; empty for what happens by itself. */
  readonly origin: string;
}

/** The asked revision is older than what compaction left. `data` is the oldest that can be read. */
export class CompactedError extends CodedError<'CompactedError', number> {
  override readonly name = 'CompactedError';

  static is(error: unknown): error is CompactedError {
    return error instanceof CompactedError;
  }
}

export interface StorageRange {
  readonly items: readonly StoredObject[];
  /** How many more there are after `items`, within the same prefix and revision. */
  readonly remaining: number;
}

export interface StorageOptions {
  /** Goes only where commits take time. */
  readonly clock?: Clock;
  /** How long a write takes until it can be read: etcd's, which writes to a disk and asks its peers. Default 0. */
  readonly commitLatencyMs?: number;
}

/**
 * Keys and values as etcd keeps them: one counter of revisions for everything, every version readable
 * until it is compacted, and changes told in the order of their revisions. Everything here runs to its
 * end without waiting, so a caller that reads and then writes in one go needs no transaction.
 *
 * What is written has its place in the order at once, and is seen by the next writer ({@link get}); readers see it when it
 * is committed ({@link read}, {@link range}).
 */
export class Storage implements Disposable {
  readonly #history = new VersionHistory();
  readonly #committed = new Emitter<StorageEvent>();
  readonly #compactions = new Emitter<number>();
  readonly #rewinds = new Emitter<number>();
  readonly #waiters = new RevisionWaiters();
  readonly #commits: DelayLine<StorageEvent>;
  #head = 1;
  #revision = 1;
  #compacted = 0;

  constructor({ clock = systemClock, commitLatencyMs = 0 }: StorageOptions = {}) {
    this.#commits = new DelayLine(clock, (event) => this.#commit(event), commitLatencyMs);
  }

  /** Told of each change when it can be read, one after the other in the order of their revisions. Without latency that is before the call that made it returns. */
  readonly onCommit: Event<StorageEvent> = this.#committed.event;

  /** Told of the oldest revision that can still be read. */
  readonly onCompact: Event<number> = this.#compactions.event;

  /** Told of the revision that everything was set back to. */
  readonly onRewind: Event<number> = this.#rewinds.event;

  /** The revision of the latest change that can be read. */
  get revision(): number {
    return this.#revision;
  }

  /** That of the latest write, committed or not. */
  get head(): number {
    return this.#head;
  }

  /** Writes that are not committed yet. */
  get pending(): number {
    return this.#commits.waiting;
  }

  /** The oldest revision that can be read; 0 where nothing was compacted yet. */
  get compacted(): number {
    return this.#compacted;
  }

  /** Keys that hold something, or whose deletion is still remembered. */
  get keys(): number {
    return this.#history.keys;
  }

  /** Of all keys together. */
  get versions(): number {
    return this.#history.versions;
  }

  get commitLatencyMs(): number {
    return this.#commits.delayMs;
  }

  set commitLatencyMs(ms: number) {
    this.#commits.delayMs = ms;
  }

  /** As the next writer finds it, committed or not. */
  get(key: string): StoredObject | undefined {
    return this.#history.latest(key);
  }

  /** As a reader finds it. */
  read(key: string): StoredObject | undefined {
    return this.#history.at(key, this.#revision);
  }

  /** Stores `object` under `key` with the next revision stamped on it. */
  put(key: string, object: KubeObject, origin = ''): StoredObject {
    const previous = this.get(key);
    const current = new StoredObject(key, ++this.#head, object);
    this.#history.append(key, { revision: current.revision, stored: current });
    this.#commits.push({ type: previous ? 'MODIFIED' : 'ADDED', key, revision: current.revision, current, previous, origin });
    return current;
  }

  /** Removes what is under `key`: the last state, carrying the version of the deletion; undefined when there is nothing. */
  delete(key: string, origin = ''): StoredObject | undefined {
    const previous = this.get(key);
    if (!previous) return undefined;
    const current = new StoredObject(key, ++this.#head, previous.object);
    this.#history.append(key, { revision: current.revision, stored: undefined });
    this.#commits.push({ type: 'DELETED', key, revision: current.revision, current, previous, origin });
    return current;
  }

  /** Undefined when `revision` can be read already; else resolves when it can, or when `signal` aborts. */
  whenCommitted(revision: number, signal: AbortSignal): Promise<void> | undefined {
    return revision <= this.#revision ? undefined : this.#waiters.wait(revision, signal);
  }

  /**
   * The objects under `prefix` as they were at `revision`, in key order, from after the key `after` on.
   * @throws CompactedError
   */
  range(prefix: string, options: { readonly revision?: number; readonly after?: string; readonly limit?: number } = {}): StorageRange {
    const { revision = this.#revision, after = '', limit = Infinity } = options;
    this.#requireReadable(revision);
    const items: StoredObject[] = [];
    let remaining = 0;
    for (const versions of this.#history.range(prefix, after)) {
      const stored = storedAt(versions, revision);
      if (!stored) continue;
      if (items.length < limit) items.push(stored);
      else remaining++;
    }
    return { items, remaining };
  }

  /**
   * What has changed under `prefix` after `revision`, in order: where a watch begins that has no cache before it.
   * @throws CompactedError
   */
  since(prefix: string, revision: number): StorageEvent[] {
    this.#requireReadable(revision);
    const events: StorageEvent[] = [];
    for (const versions of this.#history.range(prefix)) {
      for (let index = versions.length - 1; index >= 0 && versions[index]!.revision > revision; index--) {
        const event = eventOf(versions[index]!, versions[index - 1]?.stored);
        if (event && event.revision <= this.#revision) events.push(event);
      }
    }
    return events.toSorted((a, b) => a.revision - b.revision);
  }

  /**
   * What is under `prefix` means something else by now: each of its versions is read anew, and keeps its revision. Nobody is told, since nothing
   * was written: a watch cache that is to know of it begins after this.
   */
  reread(prefix: string, read: (object: KubeObject) => KubeObject): void {
    this.#history.reread(prefix, (stored) => {
      const object = read(stored.object);
      return object === stored.object ? stored : new StoredObject(stored.key, stored.revision, object);
    });
  }

  /** Forgets every version that cannot be read at `revision` or later. */
  compact(revision: number): void {
    const horizon = Math.min(revision, this.#revision);
    if (horizon <= this.#compacted) return;
    this.#compacted = horizon;
    this.#history.compact(horizon);
    this.#compactions.fire(horizon);
  }

  /** Everything that is remembered and committed, in the order of the keys. */
  *all(): Generator<KeyVersion> {
    for (const versions of this.#history.range('')) {
      const key = versions.find(({ stored }) => stored)?.stored?.key;
      if (key === undefined) continue; // only its deletion is left
      for (const version of versions) if (version.revision <= this.#revision) yield { key, ...version };
    }
  }

  /**
   * Takes up what another storage had, before anything else is done with this one.
   * @param versions of each key in the order of their revisions
   */
  restore(versions: Iterable<KeyVersion>, revision: number, compacted: number): void {
    if (this.#head !== 1) throw new Error('only a storage in which nothing was written can take up what another one had');
    for (const { key, ...version } of versions) this.#history.append(key, version);
    this.#head = revision;
    this.#revision = revision;
    this.#compacted = compacted;
  }

  /**
   * Sets everything back to how it was at `revision`, as a backup of etcd does that is restored: what was written since is gone, and its
   * revisions are given away once more. Whoever has seen them knows more than there is, and has to begin anew.
   * @throws CompactedError
   */
  rewind(revision: number): void {
    this.flush();
    this.#requireReadable(revision);
    this.#history.rewind(revision);
    this.#head = Math.min(this.#head, revision);
    this.#revision = this.#head;
    this.#rewinds.fire(this.#revision);
  }

  /** Commits at once what waits for it. */
  flush(): void {
    this.#commits.flush();
  }

  dispose(): void {
    this.#commits.dispose();
    this.#committed.dispose();
    this.#compactions.dispose();
    this.#rewinds.dispose();
  }

  #requireReadable(revision: number): void {
    if (revision < this.#compacted) throw new CompactedError('CompactedError', `revision ${revision} has been compacted`, this.#compacted);
  }

  #commit(event: StorageEvent): void {
    this.#revision = event.revision;
    this.#committed.fire(event);
    this.#waiters.wake(event.revision);
  }
}

/** Undefined for the deletion of what nobody remembers. */
function eventOf({ revision, stored }: Version, previous: StoredObject | undefined): StorageEvent | undefined {
  if (stored) return { type: previous ? 'MODIFIED' : 'ADDED', key: stored.key, revision, current: stored, previous, origin: '' };
  return previous && { type: 'DELETED', key: previous.key, revision, current: new StoredObject(previous.key, revision, previous.object), previous, origin: '' };
}
