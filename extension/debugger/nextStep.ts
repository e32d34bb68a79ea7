import type { GatePoint, GateStep } from '../trace/gate.ts';
import { namePattern } from './namePattern.ts';

/** A step that is yet to come. */
export interface NextStep {
  readonly point: GatePoint;
  /** Of this informer, queue or controller. */
  readonly owner?: string;
  /** Of a key that matches: `*` stands for anything. */
  readonly key?: string;
}

/** Whether a step that comes is meant. */
export function nextStepMatcher({ point, owner, key }: NextStep): (step: GateStep) => boolean {
  const matches = key === undefined ? undefined : namePattern(key);
  return (step) => step.point === point && (owner === undefined || step.owner === owner) && (!matches || (step.key !== undefined && matches(step.key)));
}
