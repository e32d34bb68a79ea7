interface Waiter {
  readonly revision: number;
  readonly resolve: () => void;
}

/** Who waits until a revision has come. */
export class RevisionWaiters {
  readonly #waiting = new Set<Waiter>();

  /** Resolves when it has come, or when `signal` aborts. */
  wait(revision: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const onAbort = (): void => {
        this.#waiting.delete(waiter);
        resolve();
      };
      const waiter: Waiter = {
        revision,
        resolve: () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(waiter);
    });
  }

  wake(revision: number): void {
    if (this.#waiting.size === 0) return;
    for (const waiter of this.#waiting) {
      if (waiter.revision > revision) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }
}
