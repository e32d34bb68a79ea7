import { type Disposable, toDisposable } from '../base/disposable.ts';
import type { Matches } from '../base/pattern.ts';
import type { GateStep } from '../trace/gate.ts';
import type { NextStep } from './decisions.ts';
import { namePattern } from './namePattern.ts';

/** Gates that are closed to some, while nothing is paused: whatever matches is held there until somebody lets it go. */
export class GateHolds {
  readonly #all = new Map<number, { readonly which: NextStep; readonly matches: Matches | undefined }>();
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
    this.#all.set(id, { which, matches: which.key === undefined ? undefined : namePattern(which.key) });
    return toDisposable(() => {
      if (this.#all.delete(id)) this.#onGone(id);
    });
  }

  /** The closed gate before which this step stands. */
  at({ point, owner, key }: GateStep): number | undefined {
    for (const [id, { which, matches }] of this.#all) {
      if (which.point === point && (which.owner === undefined || which.owner === owner) && (!matches || (key !== undefined && matches(key)))) return id;
    }
    return undefined;
  }

  clear(): void {
    this.#all.clear();
  }
}
