/**
 * Ownership: whoever creates a resource disposes of it, once. Structurally the same as VS Code's
 * `Disposable`, so that the layers below `ui/` need not know VS Code.
 */
export interface Disposable {
  dispose(): void;
}

/** A disposable that runs `release` the first time it is disposed of, and never again. */
export function toDisposable(release: () => void): Disposable {
  let released = false;
  return {
    dispose() {
      if (released) return;
      released = true;
      release();
    },
  };
}

/**
 * Owns disposables and releases them in reverse order. What is added after the store was disposed
 * of is released at once, so that a late arrival cannot leak.
 */
export class DisposableStore implements Disposable {
  readonly #owned = new Set<Disposable>();
  #disposed = false;

  get isDisposed(): boolean {
    return this.#disposed;
  }

  add<T extends Disposable>(disposable: T): T {
    if (this.#disposed) disposable.dispose();
    else this.#owned.add(disposable);
    return disposable;
  }

  /** Stops owning `disposable` and releases it. */
  release(disposable: Disposable): void {
    if (this.#owned.delete(disposable)) disposable.dispose();
  }

  /** Every owned disposable is released, even when one of them throws; the first error is thrown at the end. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    let failure: { readonly error: unknown } | undefined;
    for (const disposable of [...this.#owned].toReversed()) {
      try {
        disposable.dispose();
      } catch (error) {
        failure ??= { error };
      }
    }
    this.#owned.clear();
    if (failure) throw failure.error;
  }
}
