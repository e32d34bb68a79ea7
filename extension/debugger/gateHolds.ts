import { type Disposable, toDisposable } from '../base/disposable.ts';
import type { GateStep } from '../trace/gate.ts';
import { type NextStep, nextStepMatcher } from './nextStep.ts';

/** Gates that are closed to some, while nothing is paused: whatever matches is held there until somebody lets it go. */
export class GateHolds {
  readonly #all = new Map<number, (step: GateStep) => boolean>();
  readonly #onGone: (id: number) => void;
  #nextId = 1;

  /** @param onGone a gate is open again */
  constructor(onGone: (id: number) => void) {
    this.#onGone = onGone;
  }

  get size(): number {
    return this.#all.size;
  }

  add(which: NextStep): Disposable {
    const id = this.#nextId++;
    this.#all.set(id, nextStepMatcher(which));
    return toDisposable(() => {
      if (this.#all.delete(id)) this.#onGone(id);
    });
  }

  /** The closed gate before which this step stands. */
  at(step: GateStep): number | undefined {
    for (const [id, isMeant] of this.#all) if (isMeant(step)) return id;
    return undefined;
  }

  clear(): void {
    this.#all.clear();
  }
}
