import { hasMetadata, isRecord, type KubeObject } from '../../kube/object.ts';
import type { Storage } from './storage.ts';
import { StoredObject } from './storedObject.ts';
import type { KeyVersion } from './versionHistory.ts';

/**
 * How a storage is written down: a line of JSON that says what comes, then a line for each version of each key; and after
 * these, in a file that is kept up to date, a line for each change since, and for each time that all was set back.
 */

const format = 1;
/** Far beyond any world, and far from what a process can hold. */
const mostRecords = 2_000_000;
/** Of one line: an object as large as a request may be, written at its longest. */
export const mostLineBytes = 16 * 1024 * 1024;

/** A storage at one revision, with the past that it remembers. */
export interface Snapshot {
  readonly revision: number;
  readonly compacted: number;
  /** Of each key in the order of their revisions. */
  readonly versions: readonly KeyVersion[];
}

/** As it is now; what is written later changes nothing of it. */
export function snapshotOf(storage: Storage): Snapshot {
  return { revision: storage.revision, compacted: storage.compacted, versions: [...storage.all()] };
}

export function headerLine({ revision, compacted, versions }: Snapshot): string {
  return `${JSON.stringify({ playgroundStorage: format, revision, compacted, records: versions.length })}\n`;
}

export function versionLine({ key, revision, stored }: KeyVersion): string {
  return `${JSON.stringify({ key, revision, ...(stored && { object: stored.object }) })}\n`;
}

/** Everything was set back to that revision. */
export function rewindLine(revision: number): string {
  return `${JSON.stringify({ rewind: revision })}\n`;
}

/** What is wrong with an object that is stored under that key; undefined when it may be there. */
export type ObjectCheck = (key: string, object: KubeObject) => string | undefined;

/** Reads the lines one by one, and believes none of them. */
export class SnapshotParser {
  readonly #check: ObjectCheck;
  readonly #latest = new Map<string, number>();
  #header: { readonly revision: number; readonly compacted: number; readonly records: number } | undefined;
  #versions: KeyVersion[] = [];
  /** Lines of versions so far. */
  #taken = 0;
  #revision = 0;

  constructor(check: ObjectCheck) {
    this.#check = check;
  }

  /** The lines that the header has promised have all come; what follows are changes since. */
  get isComplete(): boolean {
    return this.#header !== undefined && this.#taken >= this.#header.records;
  }

  /** Undefined while nothing was read, or what was is no header. */
  get hasHeader(): boolean {
    return this.#header !== undefined;
  }

  /** @returns what is wrong with the line; undefined when it was taken */
  take(line: string): string | undefined {
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      return 'it is not JSON';
    }
    if (!isRecord(json)) return 'it is not an object';
    if (!this.#header) return this.#takeHeader(json);
    return json['rewind'] === undefined ? this.#takeVersion(json, this.#header) : this.#takeRewind(json['rewind'], this.#header);
  }

  /** Everything, once it {@link isComplete}. */
  result(): Snapshot {
    return { revision: this.#revision, compacted: this.#header!.compacted, versions: this.#versions };
  }

  #takeHeader({ playgroundStorage, revision, compacted, records }: Readonly<Record<string, unknown>>): string | undefined {
    if (playgroundStorage !== format) return `it does not begin with the header of a storage, of format ${format}`;
    if (!isCount(revision) || !isCount(compacted) || !isCount(records)) return 'its header lacks a count';
    if (revision < 1 || compacted > revision || records > mostRecords) return 'the counts of its header cannot be';
    this.#header = { revision, compacted, records };
    this.#revision = revision;
    return undefined;
  }

  #takeVersion({ key, revision, object }: Readonly<Record<string, unknown>>, header: { readonly revision: number; readonly records: number }): string | undefined {
    if (typeof key !== 'string' || !isStoragePath(key)) return 'its key is no storage path';
    if (!isCount(revision) || revision < 2) return 'its revision is none';
    const isChange = this.#taken >= header.records;
    if (isChange ? revision <= this.#revision : revision > header.revision) return 'its revision is out of order';
    if (revision <= (this.#latest.get(key) ?? 0)) return 'its key had that revision, or a later one, before';
    if (this.#taken >= mostRecords) return `it is more than ${mostRecords} records`;
    if (object !== undefined) {
      if (!hasMetadata(object)) return 'its object has no metadata';
      const fault = this.#check(key, object);
      if (fault !== undefined) return fault;
    }
    this.#versions.push({ key, revision, stored: object === undefined ? undefined : new StoredObject(key, revision, object) });
    this.#taken++;
    this.#latest.set(key, revision);
    if (isChange) this.#revision = revision;
    return undefined;
  }

  #takeRewind(revision: unknown, header: { readonly compacted: number }): string | undefined {
    if (!this.isComplete || !isCount(revision) || revision < Math.max(1, header.compacted) || revision > this.#revision) return 'it cannot be set back to that revision';
    this.#versions = this.#versions.filter((version) => version.revision <= revision);
    this.#latest.clear();
    for (const version of this.#versions) this.#latest.set(version.key, version.revision);
    this.#revision = revision;
    return undefined;
  }
}

/** `/registry/pods/default/web-1`: a prefix, and one to four names without anything odd in them. */
function isStoragePath(text: string): boolean {
  return text.length <= 1024 && /^\/registry(?:\/[A-Za-z0-9][\w.:-]*){2,4}$/.test(text);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
