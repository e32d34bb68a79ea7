import type { KubeObject } from '../kube/object.ts';
import { type TransformFunc, transformed } from './delta.ts';
import type { WatchTarget } from './watchStream.ts';

/**
 * Gathers a streamed list until its end; thrown away when the stream fails. Objects are transformed
 * here, and once more when they are queued.
 */
export class TemporaryStore implements WatchTarget {
  readonly isQueue = false;
  readonly queuesBookmarks = false;
  readonly #transformer: TransformFunc | undefined;
  readonly #objects = new Map<string, KubeObject>();

  constructor(transformer: TransformFunc | undefined) {
    this.#transformer = transformer;
  }

  get size(): number {
    return this.#objects.size;
  }

  list(): KubeObject[] {
    return [...this.#objects.values()];
  }

  add(object: KubeObject, _cause: number, key: string): void {
    this.#objects.set(key, transformed(this.#transformer, key, object) as KubeObject);
  }

  update(object: KubeObject, cause: number, key: string): void {
    this.add(object, cause, key);
  }

  delete(_object: KubeObject, _cause: number, key: string): void {
    this.#objects.delete(key);
  }

  bookmark(): void {
    // Only the last bookmark matters, and the stream ends its reading there.
  }

  moveTo(): void {
    // The version of the list is that of the bookmark at its end.
  }
}
