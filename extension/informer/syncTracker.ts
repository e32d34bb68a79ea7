/**
 * When a handler has been told of everything that was there at first: client-go's `synctrack`. Once synced, always
 * synced (S-53).
 */
abstract class SyncTracker {
  readonly #upstreamHasSynced: () => boolean;
  #synced = false;

  /** @param upstreamHasSynced everything of the initial list has been handed in */
  constructor(upstreamHasSynced: () => boolean) {
    this.#upstreamHasSynced = upstreamHasSynced;
  }

  /** Objects of the initial list that were handed in and are not done with. */
  protected abstract get pending(): number;

  hasSynced(): boolean {
    this.#synced ||= this.pending === 0 && this.#upstreamHasSynced();
    return this.#synced;
  }
}

/** For a handler that is called with one object at a time (S-50, S-51). */
export class SingleFileTracker extends SyncTracker {
  #pending = 0;

  protected override get pending(): number {
    return this.#pending;
  }

  start(): void {
    this.#pending++;
  }

  /** @throws RangeError when more are done than were handed in */
  finished(): void {
    if (this.#pending === 0) throw new RangeError('more initial objects are done than were handed in');
    this.#pending--;
  }
}

/** For a handler that works on several objects at once; a key that nobody started may be finished (S-56). */
export class AsyncTracker extends SyncTracker {
  readonly #pending = new Set<string>();

  protected override get pending(): number {
    return this.#pending.size;
  }

  start(key: string): void {
    this.#pending.add(key);
  }

  finished(key: string): void {
    this.#pending.delete(key);
  }
}
