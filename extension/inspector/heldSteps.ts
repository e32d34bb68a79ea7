import { pairId } from '../base/pairId.ts';
import type { HeldStep } from '../debugger/heldStep.ts';
import type { Stepper } from '../debugger/stepper.ts';

/** Whose step it is, and of which key. */
export interface HeldKey {
  readonly owner: string;
  readonly key: string;
}

/** What is held of which key. Many steps may come to be held in one turn, so it is looked at only when somebody asks. */
export class HeldSteps {
  readonly #stepper: Pick<Stepper, 'held'>;
  #byKey: ReadonlyMap<string, HeldStep> = new Map();
  #told: ReadonlyMap<string, HeldStep> = new Map();
  #stale = true;

  constructor(stepper: Pick<Stepper, 'held'>) {
    this.#stepper = stepper;
  }

  /** Something else is held than before, perhaps. */
  invalidate(): void {
    this.#stale = true;
  }

  /** The step that has been held longest. */
  of({ owner, key }: HeldKey): HeldStep | undefined {
    return this.#look().get(pairId(owner, key));
  }

  /** Keys of which another step is held than when this was asked the last time, or none any more. */
  takeChanges(): readonly HeldKey[] {
    const [before, now] = [this.#told, this.#look()];
    this.#told = now;
    const others = [...before].filter(([id, { id: step }]) => now.get(id)?.id !== step);
    const added = [...now].filter(([id]) => !before.has(id));
    return [...others, ...added].map(([, { owner, key = '' }]) => ({ owner, key }));
  }

  #look(): ReadonlyMap<string, HeldStep> {
    if (!this.#stale) return this.#byKey;
    const byKey = new Map<string, HeldStep>();
    for (const step of this.#stepper.held) {
      const id = pairId(step.owner, step.key ?? '');
      if (step.key !== undefined && !byKey.has(id)) byKey.set(id, step);
    }
    this.#byKey = byKey;
    this.#stale = false;
    return byKey;
  }
}
