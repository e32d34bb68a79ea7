import { type Random, seededRandomFor } from '../../base/random.ts';
import type { FaultSpec, FaultView } from '../../introspection/faults.ts';

/** One switch: how often it has struck, and whether it may strike once more. Its chance comes from its seed alone. */
export class Fault {
  readonly id: number;
  readonly spec: FaultSpec;
  /** On the clock. */
  readonly since: number;
  /** Of the storage, when it was switched on. */
  readonly revision: number;
  /** Resolves when it is switched off. */
  readonly cleared: Promise<void>;
  readonly #random: Random;
  readonly #clear: () => void;
  #struck = 0;
  #held = 0;
  #isCleared = false;

  constructor(id: number, spec: FaultSpec, since: number, revision: number) {
    this.id = id;
    this.spec = spec;
    this.since = since;
    this.revision = revision;
    this.#random = seededRandomFor(spec.seed, spec.kind);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.cleared = promise;
    this.#clear = resolve;
  }

  get isCleared(): boolean {
    return this.#isCleared;
  }

  /** It may strike once more. */
  get isLoaded(): boolean {
    return !this.#isCleared && (this.spec.times === 0 || this.#struck < this.spec.times);
  }

  /** Whether it strikes now, where it might: draws once, unless it strikes each time, and counts. */
  strikes(): boolean {
    if (!this.isLoaded || (this.spec.rate < 1 && this.#random() >= this.spec.rate)) return false;
    this.#struck++;
    return true;
  }

  /** Something is in its hold, until {@link letGo}. */
  hold(): void {
    this.#held++;
  }

  letGo(): void {
    this.#held--;
  }

  clear(): void {
    this.#isCleared = true;
    this.#clear();
  }

  view(now: number): FaultView {
    return { id: this.id, ...this.spec, active: this.isLoaded || (!this.#isCleared && this.#held > 0), struck: this.#struck, sinceMs: now - this.since };
  }
}
