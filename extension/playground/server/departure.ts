import type { Delivery } from '../api/socketRequest.ts';

/**
 * That the client of a request has gone, or that the server ends; and that its answer is over, one way or the other. A signal is made of it only for who asks for one: most requests
 * are answered in one go, and have nobody who waits.
 */
export class Departure implements Delivery {
  readonly #callbacks = new Set<() => void>();
  #controller: AbortController | undefined;
  #isGone = false;
  /** Undefined when it is over. */
  #atEnd: (() => void)[] | undefined = [];

  get isGone(): boolean {
    return this.#isGone;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isGone) this.#controller.abort();
    return this.#controller.signal;
  }

  /** @returns what takes the callback back */
  onGo(callback: () => void): () => void {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }

  go(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    for (const callback of this.#callbacks) callback();
    this.#controller?.abort();
  }

  onEnd(callback: () => void): void {
    if (this.#atEnd) this.#atEnd.push(callback);
    else callback();
  }

  /** The answer has been written, or never will be. */
  end(): void {
    const callbacks = this.#atEnd ?? [];
    this.#atEnd = undefined;
    for (const callback of callbacks) callback();
  }
}
