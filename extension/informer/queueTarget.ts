import type { KubeObject } from '../kube/object.ts';
import type { Seq } from '../trace/entry.ts';
import type { DeltaQueue } from './deltaQueue.ts';
import type { SyncVersion } from './syncVersion.ts';
import type { WatchTarget } from './watchStream.ts';

/** The delta queue as the target of a watch. */
export class QueueTarget implements WatchTarget {
  readonly isQueue = true;
  readonly #queue: DeltaQueue;
  readonly #version: SyncVersion;

  constructor(queue: DeltaQueue, version: SyncVersion) {
    this.#queue = queue;
    this.#version = version;
  }

  get queuesBookmarks(): boolean {
    return this.#queue.queuesBookmarks;
  }

  add(object: KubeObject, cause: Seq, key: string): void {
    this.#queue.add(object, cause, key);
  }

  update(object: KubeObject, cause: Seq, key: string): void {
    this.#queue.update(object, cause, key);
  }

  delete(object: KubeObject, cause: Seq, key: string): void {
    this.#queue.delete(object, cause, key);
  }

  bookmark(version: string, cause: Seq): void {
    this.#queue.bookmark(version, cause);
  }

  moveTo(version: string): void {
    this.#version.moveTo(version);
  }
}
