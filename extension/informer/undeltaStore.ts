import type { KubeObject } from '../kube/object.ts';
import { deltaKey, type KeyFunc } from './delta.ts';
import { Indexer } from './indexer.ts';

/** A store that hands on its whole content after each write that succeeds (client-go `UndeltaStore`, I-32). Reading hands on nothing. */
export class UndeltaStore {
  readonly #store = new Indexer();
  readonly #push: (objects: readonly KubeObject[]) => void;
  readonly #keyFunc: KeyFunc | undefined;

  constructor(push: (objects: readonly KubeObject[]) => void, keyFunc?: KeyFunc) {
    this.#push = push;
    this.#keyFunc = keyFunc;
  }

  /** @throws KeyError; then nothing is handed on. As the next three. */
  add(object: KubeObject): void {
    this.#store.put(deltaKey(object, this.#keyFunc), object);
    this.#push(this.list());
  }

  update(object: KubeObject): void {
    this.add(object);
  }

  delete(object: KubeObject): void {
    this.#store.remove(deltaKey(object, this.#keyFunc), object);
    this.#push(this.list());
  }

  replace(objects: readonly KubeObject[], resourceVersion: string): void {
    this.#store.replace(new Map(objects.map((object) => [deltaKey(object, this.#keyFunc), object])), resourceVersion);
    this.#push(this.list());
  }

  get(key: string): KubeObject | undefined {
    return this.#store.get(key);
  }

  list(): KubeObject[] {
    return this.#store.list();
  }

  listKeys(): string[] {
    return this.#store.listKeys();
  }
}
