import type { Stepper } from '../debugger/stepper.ts';
import { deltaPoints } from './deltaPoints.ts';
import type { Milestones } from './milestones.ts';

/** Step, Step Over or Step Out of a person, by a command or in the panel. A delta that went on by it is what the walkthrough ends with. */
export function stepByHand(stepper: Pick<Stepper, 'chosen' | 'step' | 'stepOver' | 'stepOut'>, how: 'step' | 'stepOver' | 'stepOut', milestones: Pick<Milestones, 'reach'>): void {
  const point = stepper.chosen?.point;
  if (stepper[how]() && point !== undefined && deltaPoints.has(point)) milestones.reach('steppedDelta');
}
