/** Where a list or an object came from: the watch cache, its past, or the storage behind it. */
export type ReadSource = 'cache' | 'snapshot' | 'storage';

export interface ReadCount {
  readonly requests: number;
  readonly objects: number;
}

/** What was read of one resource, and where. */
export class ReadCounts {
  readonly #counts: Record<ReadSource, { requests: number; objects: number }> = {
    cache: { requests: 0, objects: 0 },
    snapshot: { requests: 0, objects: 0 },
    storage: { requests: 0, objects: 0 },
  };

  add(source: ReadSource, objects: number): void {
    this.#counts[source].requests++;
    this.#counts[source].objects += objects;
  }

  of(source: ReadSource): ReadCount {
    return { ...this.#counts[source] };
  }
}
