/** A promise for one waiting loop, made only when it really waits (C-04). */
export class WakeUp {
  #waiting: Promise<void> | undefined;
  #wake: (() => void) | undefined;

  /** Resolves at the next `wake`. */
  wait(): Promise<void> {
    this.#waiting ??= new Promise((resolve) => {
      this.#wake = resolve;
    });
    return this.#waiting;
  }

  wake(): void {
    const wake = this.#wake;
    if (!wake) return;
    this.#waiting = undefined;
    this.#wake = undefined;
    wake();
  }
}
