import { GrowingRing } from '../base/growingRing.ts';
import type { KubeObject } from '../kube/object.ts';
import { deltaKey, type KeyFunc } from './delta.ts';
import { QueueClosedError } from './deltaQueue.ts';
import { InitialPopulation } from './initialPopulation.ts';

/**
 * client-go's plain `FIFO`, the ancestor of the delta queues: it keeps only the newest object of a key and tells
 * nothing of how it came about (D-40). No informer uses it; it shows what the deltas are for.
 */
export class Fifo {
  readonly #items = new Map<string, KubeObject>();
  readonly #queue = new GrowingRing<string>();
  /** Keys in the queue, also those whose object has been deleted. */
  readonly #queued = new Set<string>();
  readonly #initial = new InitialPopulation(undefined);
  readonly #keyFunc: KeyFunc | undefined;
  #closed = false;

  constructor(keyFunc?: KeyFunc) {
    this.#keyFunc = keyFunc;
  }

  /** Objects that wait. */
  get size(): number {
    return this.#items.size;
  }

  hasSynced(): boolean {
    return this.#initial.synced;
  }

  add(object: KubeObject): void {
    const key = deltaKey(object, this.#keyFunc);
    this.#initial.populate(0);
    this.#items.set(key, object);
    this.#enqueue(key);
  }

  update(object: KubeObject): void {
    this.add(object);
  }

  /** Leaves the key in the queue; its pop passes over it. */
  delete(object: KubeObject): void {
    const key = deltaKey(object, this.#keyFunc);
    this.#initial.populate(0);
    this.#items.delete(key);
  }

  /** Forgets what was queued and begins with the list. */
  replace(objects: readonly KubeObject[]): void {
    const items = new Map(objects.map((object) => [deltaKey(object, this.#keyFunc), object]));
    this.#items.clear();
    this.#queue.clear();
    this.#queued.clear();
    for (const [key, object] of items) {
      this.#items.set(key, object);
      this.#enqueue(key);
    }
    this.#initial.replaced(() => items.size, 0);
  }

  /** Queues again what is kept and not queued. */
  resync(): void {
    for (const key of this.#items.keys()) this.#enqueue(key);
  }

  /**
   * Hands the oldest object to `process`; synced is looked at only afterwards. The object is gone, whatever becomes of it.
   * @throws QueueClosedError when there is none
   */
  pop(process: (object: KubeObject, isInInitialList: boolean) => void): void {
    const isInInitialList = !this.#initial.synced;
    for (let key = this.#queue.shift(); key !== undefined; key = this.#queue.shift()) {
      this.#queued.delete(key);
      this.#initial.popped(1);
      const object = this.#items.get(key);
      if (!object) continue;
      this.#items.delete(key);
      try {
        process(object, isInInitialList);
      } finally {
        this.#initial.check(0);
      }
      return;
    }
    this.#initial.check(0);
    throw new QueueClosedError('FIFO', this.#closed);
  }

  close(): void {
    this.#closed = true;
  }

  #enqueue(key: string): void {
    if (this.#queued.has(key)) return;
    this.#queued.add(key);
    this.#queue.push(key);
  }
}
