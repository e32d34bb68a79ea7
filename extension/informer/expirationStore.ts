import type { Clock } from '../base/clock.ts';
import type { KubeObject } from '../kube/object.ts';
import { deltaKey, type KeyFunc } from './delta.ts';

interface Stamped {
  readonly object: KubeObject;
  readonly storedAt: number;
}

/** A store whose entries grow old: one that is older than `ttlMs` is dropped when it is looked at (client-go `ExpirationCache`, I-31). */
export class ExpirationStore {
  readonly #entries = new Map<string, Stamped>();
  readonly #clock: Clock;
  readonly #ttlMs: number;
  readonly #keyFunc: KeyFunc | undefined;

  /** @param ttlMs 0: never */
  constructor(clock: Clock, ttlMs: number, keyFunc?: KeyFunc) {
    this.#clock = clock;
    this.#ttlMs = ttlMs;
    this.#keyFunc = keyFunc;
  }

  add(object: KubeObject): void {
    this.#entries.set(deltaKey(object, this.#keyFunc), { object, storedAt: this.#clock.now() });
  }

  update(object: KubeObject): void {
    this.add(object);
  }

  delete(object: KubeObject): void {
    this.#entries.delete(deltaKey(object, this.#keyFunc));
  }

  replace(objects: readonly KubeObject[]): void {
    const keys = objects.map((object) => deltaKey(object, this.#keyFunc));
    this.#entries.clear();
    const storedAt = this.#clock.now();
    for (const [index, object] of objects.entries()) this.#entries.set(keys[index]!, { object, storedAt });
  }

  get(key: string): KubeObject | undefined {
    const entry = this.#entries.get(key);
    if (!entry || !this.#isExpired(entry)) return entry?.object;
    this.#entries.delete(key);
    return undefined;
  }

  list(): KubeObject[] {
    return this.listKeys().flatMap((key) => this.get(key) ?? []);
  }

  /** Also those that have expired and were not looked at since. */
  listKeys(): string[] {
    return [...this.#entries.keys()];
  }

  #isExpired({ storedAt }: Stamped): boolean {
    return this.#ttlMs > 0 && this.#clock.now() - storedAt > this.#ttlMs;
  }
}
