import { type Disposable, toDisposable } from './disposable.ts';

/** Subscribes `listener`; disposing unsubscribes it. Called as VS Code's `Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * One source of events. Listeners are called in the order of subscription; one that throws does not
 * keep the others from being called: its error goes to `onError`.
 */
export class Emitter<T> implements Disposable {
  /** Each with a place of its own, so that the same function may subscribe twice. */
  readonly #listeners = new Set<{ readonly listener: (value: T) => void }>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void = rethrowLater) {
    this.#onError = onError;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  readonly event: Event<T> = (listener) => {
    const place = { listener };
    this.#listeners.add(place);
    return toDisposable(() => this.#listeners.delete(place));
  };

  fire(value: T): void {
    for (const { listener } of this.#listeners) {
      try {
        listener(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
