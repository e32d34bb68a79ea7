import { SortedMap } from './sortedMap.ts';
import type { StoredObject } from './storedObject.ts';

/** What a key held from `revision` on; nothing when it was deleted. */
export interface Version {
  readonly revision: number;
  readonly stored: StoredObject | undefined;
}

export interface KeyVersion extends Version {
  readonly key: string;
}

/** Every version of every key, in the order of their revisions, until it is forgotten. */
export class VersionHistory {
  readonly #keys = new SortedMap<Version[]>();
  /** Keys with something to compact: more than one version, or only a deletion. */
  readonly #superseded = new Set<string>();
  #versions = 0;

  /** Keys that hold something, or whose deletion is still remembered. */
  get keys(): number {
    return this.#keys.size;
  }

  /** Of all keys together. */
  get versions(): number {
    return this.#versions;
  }

  latest(key: string): StoredObject | undefined {
    return this.#keys.get(key)?.at(-1)?.stored;
  }

  at(key: string, revision: number): StoredObject | undefined {
    return storedAt(this.#keys.get(key) ?? [], revision);
  }

  /** The versions of each key under `prefix`, in the order of the keys, from after the key `after` on. */
  range(prefix: string, after?: string): Iterable<readonly Version[]> {
    return this.#keys.range(prefix, after);
  }

  append(key: string, version: Version): void {
    this.#versions++;
    const versions = this.#keys.get(key);
    if (versions) {
      versions.push(version);
      this.#superseded.add(key);
    } else {
      this.#keys.set(key, [version]);
    }
  }

  /** Puts another reading of the same in the place of each version under `prefix`. */
  reread(prefix: string, read: (stored: StoredObject) => StoredObject): void {
    for (const versions of this.#keys.range(prefix)) {
      for (const [index, { revision, stored }] of versions.entries()) {
        const reading = stored && read(stored);
        if (reading !== stored) versions[index] = { revision, stored: reading };
      }
    }
  }

  /** Forgets every version that cannot be read at `horizon` or later. */
  compact(horizon: number): void {
    for (const key of this.#superseded) {
      const versions = this.#keys.get(key)!;
      const readable = versions.findLastIndex((version) => version.revision <= horizon);
      if (readable > 0) this.#versions -= versions.splice(0, readable).length;
      if (versions.length > 1) continue;
      if (!versions[0]!.stored) {
        this.#keys.delete(key);
        this.#versions--;
      }
      this.#superseded.delete(key);
    }
  }

  /** Forgets every version after `revision`. */
  rewind(revision: number): void {
    // All first: keys go away while they are walked through.
    const histories = [...this.#keys.range('')];
    for (const versions of histories) this.#takeBack(versions, revision);
  }

  #takeBack(versions: Version[], revision: number): void {
    const kept = versions.findLastIndex((version) => version.revision <= revision) + 1;
    const gone = versions.splice(kept);
    this.#versions -= gone.length;
    if (kept > 0) return;
    // The first that is known of a key is never its deletion, unless that is compacted.
    const { key } = gone[0]!.stored!;
    this.#keys.delete(key);
    this.#superseded.delete(key);
  }
}

/** @param versions of one key */
export function storedAt(versions: readonly Version[], revision: number): StoredObject | undefined {
  return versions.findLast((version) => version.revision <= revision)?.stored;
}
