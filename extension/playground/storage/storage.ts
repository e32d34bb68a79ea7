import { CodedError } from '../../base/codedError.ts';
import { type Event, Emitter } from '../../base/emitter.ts';
import type { KubeObject } from '../../kube/object.ts';
import { SortedMap } from './sortedMap.ts';
import { StoredObject } from './storedObject.ts';

/** One committed change. */
export interface StorageEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  readonly revision: number;
  /** After the change; for DELETED the last state, carrying the version of the deletion. */
  readonly current: StoredObject;
  /** Undefined for ADDED. */
  readonly previous: StoredObject | undefined;
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

/** What a key held from `revision` on; nothing when it was deleted. */
interface Version {
  readonly revision: number;
  readonly stored: StoredObject | undefined;
}

/**
 * Keys and values as etcd keeps them: one counter of revisions for everything, every version readable
 * until it is compacted, and changes told in the order of their revisions. Everything here runs to its
 * end without waiting, so a caller that reads and then writes in one go needs no transaction.
 */
export class Storage {
  readonly #history = new SortedMap<Version[]>();
  /** Keys with something to compact: more than one version, or only a deletion. */
  readonly #superseded = new Set<string>();
  readonly #committed = new Emitter<StorageEvent>();
  #revision = 1;
  #compacted = 0;

  /** Told of each change after it can be read, before the call that made it returns. */
  readonly onCommit: Event<StorageEvent> = this.#committed.event;

  /** The revision of the latest change. */
  get revision(): number {
    return this.#revision;
  }

  get(key: string): StoredObject | undefined {
    return this.#history.get(key)?.at(-1)?.stored;
  }

  /** Stores `object` under `key` with the next revision stamped on it. */
  put(key: string, object: KubeObject): StoredObject {
    const previous = this.get(key);
    const current = new StoredObject(key, ++this.#revision, object);
    this.#append(key, current.revision, current);
    this.#announce(previous ? 'MODIFIED' : 'ADDED', current, previous);
    return current;
  }

  /** Removes what is under `key`: the last state, carrying the version of the deletion; undefined when there is nothing. */
  delete(key: string): StoredObject | undefined {
    const previous = this.get(key);
    if (!previous) return undefined;
    const current = new StoredObject(key, ++this.#revision, previous.object);
    this.#append(key, current.revision, undefined);
    this.#announce('DELETED', current, previous);
    return current;
  }

  /**
   * The objects under `prefix` as they were at `revision`, in key order, from after the key `after` on.
   * @throws CompactedError
   */
  range(prefix: string, options: { readonly revision?: number; readonly after?: string; readonly limit?: number } = {}): StorageRange {
    const { revision = this.#revision, after = '', limit = Infinity } = options;
    if (revision < this.#compacted) {
      throw new CompactedError('CompactedError', `revision ${revision} has been compacted`, this.#compacted);
    }
    const items: StoredObject[] = [];
    let remaining = 0;
    for (const versions of this.#history.range(prefix, after)) {
      const stored = versions.findLast((version) => version.revision <= revision)?.stored;
      if (!stored) continue;
      if (items.length < limit) items.push(stored);
      else remaining++;
    }
    return { items, remaining };
  }

  /** Forgets every version that cannot be read at `revision` or later. */
  compact(revision: number): void {
    this.#compacted = Math.max(this.#compacted, Math.min(revision, this.#revision));
    for (const key of this.#superseded) {
      const versions = this.#history.get(key)!;
      const readable = versions.findLastIndex((version) => version.revision <= this.#compacted);
      if (readable > 0) versions.splice(0, readable);
      if (versions.length > 1) continue;
      if (!versions[0]!.stored) this.#history.delete(key);
      this.#superseded.delete(key);
    }
  }

  #append(key: string, revision: number, stored: StoredObject | undefined): void {
    const versions = this.#history.get(key);
    if (versions) {
      versions.at(-1)!.stored?.forgetJson();
      versions.push({ revision, stored });
      this.#superseded.add(key);
    } else {
      this.#history.set(key, [{ revision, stored }]);
    }
  }

  #announce(type: StorageEvent['type'], current: StoredObject, previous: StoredObject | undefined): void {
    this.#committed.fire({ type, key: current.key, revision: current.revision, current, previous });
  }
}
