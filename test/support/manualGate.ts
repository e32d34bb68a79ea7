import type { Gate, GateDecision, GatePoint, GateStep } from '../../extension/trace/gate.ts';

interface Held {
  readonly step: GateStep;
  readonly release: (decision?: GateDecision) => void;
}

/** Holds the steps at chosen points until the test lets them go, one by one. */
export class ManualGate implements Gate {
  /** Every question, also those that were answered at once. */
  readonly asked: GateStep[] = [];
  readonly held: Held[] = [];
  readonly #points: Set<GatePoint>;

  constructor(...points: GatePoint[]) {
    this.#points = new Set(points);
  }

  ask(step: GateStep): Promise<GateDecision | void> | undefined {
    this.asked.push(step);
    if (!this.#points.has(step.point)) return undefined;
    return new Promise((resolve) => {
      this.held.push({ step, release: resolve });
    });
  }

  /** What is held, oldest first: point and key. */
  get steps(): string[] {
    return this.held.map(({ step }) => `${step.point} ${step.key ?? ''}`.trim());
  }

  releaseOne(decision?: GateDecision): GateStep {
    const held = this.held.shift();
    if (!held) throw new Error('nothing is held');
    held.release(decision);
    return held.step;
  }

  /** Holds nothing from now on, and lets go what is held. */
  open(): void {
    this.#points.clear();
    while (this.held.length > 0) this.releaseOne();
  }

  close(...points: GatePoint[]): void {
    for (const point of points) this.#points.add(point);
  }
}
