import type { Disposable } from '../../../base/disposable.ts';
import type { Stepper } from '../../../debugger/stepper.ts';
import type { GatePoint } from '../../../trace/gate.ts';
import type { ActionOf } from '../scenarioAction.ts';

/** The gates that a scenario has closed. */
export class Gates {
  readonly #stepper: Pick<Stepper, 'holdAt' | 'held' | 'letGo'>;
  readonly #closed = new Map<Disposable, GatePoint>();

  constructor(stepper: Pick<Stepper, 'holdAt' | 'held' | 'letGo'>) {
    this.#stepper = stepper;
  }

  hold({ do: _do, ...which }: ActionOf<'hold'>): () => void {
    const hold = this.#stepper.holdAt(which);
    this.#closed.set(hold, which.point);
    return () => this.#open(hold);
  }

  /** False when nothing stands there. */
  step({ point, key }: ActionOf<'step'>): boolean {
    const held = this.#stepper.held.find((step) => step.point === point && step.reason?.type === 'gate' && (key === undefined || step.key === key));
    return held !== undefined && this.#stepper.letGo(held.id);
  }

  release({ point }: ActionOf<'release'>): void {
    for (const [hold, at] of this.#closed) if (point === undefined || at === point) this.#open(hold);
  }

  #open(hold: Disposable): void {
    this.#closed.delete(hold);
    hold.dispose();
  }
}
