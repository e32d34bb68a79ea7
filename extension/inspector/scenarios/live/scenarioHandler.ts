import { type Clock, sleep } from '../../../base/clock.ts';
import type { ResourceEventHandler } from '../../../informer/eventHandler.ts';

/** A handler that does nothing, for as long as it is told to: the next call waits for it (C-02). */
export class ScenarioHandler implements ResourceEventHandler {
  readonly #clock: Clock;
  readonly #gone = new AbortController();
  /** Each call takes so long. */
  slowMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  onAdd(): void {
    return this.#call();
  }

  onUpdate(): void {
    return this.#call();
  }

  onDelete(): void {
    return this.#call();
  }

  /** A call that is running returns. */
  dispose(): void {
    this.#gone.abort();
  }

  #call(): void {
    // Whoever calls waits for what is returned, though its type says nothing.
    return (this.slowMs > 0 ? sleep(this.#clock, this.slowMs, this.#gone.signal) : undefined) as undefined;
  }
}
