import type { Clock } from './clock.ts';

interface Entry<V> {
  readonly value: V;
  readonly expiresAt: number;
}

/** Keeps the `capacity` entries that were used last, each no longer than its time. */
export class LruExpireCache<V> {
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry<V>>();
  readonly #clock: Clock;
  readonly #capacity: number;

  constructor(clock: Clock, capacity: number) {
    this.#clock = clock;
    this.#capacity = capacity;
  }

  set(key: string, value: V, ttlMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, expiresAt: this.#clock.now() + ttlMs });
    if (this.#entries.size <= this.#capacity) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest!);
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (this.#clock.now() > entry.expiresAt) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Least recently used first. */
  keys(): string[] {
    return [...this.#entries.keys()];
  }
}
