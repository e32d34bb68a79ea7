import { metaNamespaceKey } from '../../kube/key.ts';
import { hasMetadata, type KubeObject } from '../../kube/object.ts';
import type { Checkpoint, Recorded } from './recorded.ts';

/** What is kept, part by part, oldest first. */
export interface RecordedSource {
  readonly parts: readonly { readonly recorded: readonly Recorded[] }[];
  readonly oldestCheckpoint: Checkpoint | undefined;
}

/** Objects as they were at a version, out of what was recorded. What has been looked through is found by its version from then on, and forgotten with its part. */
export class RecordedObjects {
  readonly #source: RecordedSource;
  readonly #indexes = new WeakMap<object, VersionIndex>();
  #oldest: { readonly checkpoint: Checkpoint; readonly index: VersionIndex } | undefined;

  constructor(source: RecordedSource) {
    this.#source = source;
  }

  objectOf(informer: string, key: string, rv: string): KubeObject | undefined {
    const { parts, oldestCheckpoint } = this.#source;
    // What is asked for is nearly always new.
    for (let at = parts.length - 1; at >= 0; at--) {
      const found = this.#indexOf(parts[at]!).get(informer, key, rv);
      if (found) return found;
    }
    return oldestCheckpoint && this.#indexOfOldest(oldestCheckpoint).get(informer, key, rv);
  }

  #indexOf(part: RecordedSource['parts'][number]): VersionIndex {
    let index = this.#indexes.get(part);
    if (!index) this.#indexes.set(part, (index = new VersionIndex()));
    index.readOn(part.recorded);
    return index;
  }

  #indexOfOldest(checkpoint: Checkpoint): VersionIndex {
    if (this.#oldest?.checkpoint !== checkpoint) {
      const index = new VersionIndex();
      for (const { name, objects } of checkpoint.informers) for (const object of objects) index.add(name, object);
      this.#oldest = { checkpoint, index };
    }
    return this.#oldest.index;
  }
}

/** By informer and version, which hardly any two objects share: no key need be put together for each. */
class VersionIndex {
  readonly #informers = new Map<string, Map<string, KubeObject | KubeObject[]>>();
  #read = 0;

  /** @param recorded grows; what has been read is not read again */
  readOn(recorded: readonly Recorded[]): void {
    for (; this.#read < recorded.length; this.#read++) {
      const each = recorded[this.#read]!;
      if (each.kind !== 'input') continue;
      const { informer, line } = each;
      if (line.kind === 'input.list') for (const object of line.page?.items ?? []) this.add(informer, object);
      else for (const { object } of line.events ?? []) this.add(informer, object);
    }
  }

  add(informer: string, object: unknown): void {
    if (!hasMetadata(object)) return;
    const { resourceVersion = '' } = object.metadata;
    let versions = this.#informers.get(informer);
    if (!versions) this.#informers.set(informer, (versions = new Map()));
    const others = versions.get(resourceVersion);
    if (others === undefined) versions.set(resourceVersion, object);
    else if (Array.isArray(others)) others.push(object);
    else versions.set(resourceVersion, [others, object]);
  }

  get(informer: string, key: string, rv: string): KubeObject | undefined {
    const found = this.#informers.get(informer)?.get(rv) ?? [];
    return (Array.isArray(found) ? found : [found]).find((object) => metaNamespaceKey(object) === key);
  }
}
