import { metaNamespaceKey } from '../../kube/key.ts';
import { hasMetadata, type KubeObject } from '../../kube/object.ts';
import type { Checkpoint, Recorded } from './recorded.ts';

export interface RecordedSource {
  /** Everything that is kept, in order. */
  readonly recorded: readonly Recorded[];
  readonly oldestCheckpoint: Checkpoint | undefined;
}

/**
 * Objects as they were at a version, out of what was recorded. Looked through backwards, as far as it takes: what is asked for is nearly always new, and
 * an index of all would cost as much as what it finds.
 */
export class RecordedObjects {
  readonly #source: RecordedSource;

  constructor(source: RecordedSource) {
    this.#source = source;
  }

  objectOf(informer: string, key: string, rv: string): KubeObject | undefined {
    const { recorded, oldestCheckpoint } = this.#source;
    for (let index = recorded.length - 1; index >= 0; index--) {
      const each = recorded[index]!;
      if (each.kind !== 'input' || each.informer !== informer) continue;
      const { line } = each;
      const found = line.kind === 'input.list' ? line.page?.items.find((object) => isOf(object, key, rv)) : line.events?.find(({ object }) => isOf(object, key, rv))?.object;
      if (found) return found as KubeObject;
    }
    const checkpoint = oldestCheckpoint?.informers.find(({ name }) => name === informer);
    const place = checkpoint?.keys.indexOf(key) ?? -1;
    const object = checkpoint?.objects[place];
    return object?.metadata.resourceVersion === rv ? object : undefined;
  }
}

function isOf(object: unknown, key: string, rv: string): boolean {
  return hasMetadata(object) && object.metadata.resourceVersion === rv && metaNamespaceKey(object) === key;
}
