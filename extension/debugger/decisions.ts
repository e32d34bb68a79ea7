import { type Disposable, toDisposable } from '../base/disposable.ts';
import { say } from '../base/saying.ts';
import { type DecisionType, type GateDecision, type GatePoint, type GateStep, writeDecisions } from '../trace/gate.ts';
import { DecisionRefused } from './decisionRefused.ts';
import { type NextStep, nextStepMatcher } from './nextStep.ts';

/** What can be decided ahead, where a step does not say by itself what it takes. */
const takenAt: { readonly [Point in GatePoint]?: readonly DecisionType[] } = {
  'watch.event': ['skip', 'duplicate', 'delay', 'swap', 'forge'],
  'queue.add': ['skip', 'duplicate', 'delay', 'forge'],
  'reconcile.start': ['fail'],
  'reconcile.write': writeDecisions,
};

/** @throws DecisionRefused */
export function checkDecision({ type }: GateDecision, { point, takes, allowsWhatIf }: { readonly point: GatePoint; readonly takes?: readonly DecisionType[]; readonly allowsWhatIf: boolean }): void {
  if (point === 'reconcile.write' && writeDecisions.includes(type)) return;
  if (!allowsWhatIf) {
    throw new DecisionRefused('readOnly', say`What a real cluster says is never changed: \`${type}\` can be done on the playground and on a recording only. Open one of them, or let the step go as it is.`, { point, type });
  }
  const taken = takes ?? takenAt[point] ?? [];
  if (taken.includes(type)) return;
  const why = taken.length > 0 ? say`\`${type}\` cannot be done at ${point}: it takes ${taken.join(', ')}.` : say`\`${type}\` cannot be done at ${point}: it can only be let go.`;
  throw new DecisionRefused('notHere', why, { point, type });
}

/** Decisions on steps that are yet to come; each is used once, the oldest first. */
export class NextDecisions {
  readonly #all = new Set<{ readonly isMeant: (step: GateStep) => boolean; readonly decision: GateDecision }>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#all.size;
  }

  add(which: NextStep, decision: GateDecision): Disposable {
    const armed = { isMeant: nextStepMatcher(which), decision };
    this.#all.add(armed);
    this.#onChange();
    return toDisposable(() => {
      if (this.#all.delete(armed)) this.#onChange();
    });
  }

  /** What was decided on the step; undefined when nothing was, or it does not take it now. */
  take(step: GateStep): GateDecision | undefined {
    for (const armed of this.#all) {
      const { isMeant, decision } = armed;
      if (!isMeant(step)) continue;
      if (step.point !== 'reconcile.write' && !step.takes?.includes(decision.type)) continue;
      this.#all.delete(armed);
      this.#onChange();
      return decision;
    }
    return undefined;
  }

  clear(): void {
    this.#all.clear();
  }
}
