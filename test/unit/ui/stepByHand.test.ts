import { expect, it } from 'vitest';
import { Stepper } from '../../../extension/debugger/stepper.ts';
import { gatePoints } from '../../../extension/trace/gate.ts';
import { stepByHand } from '../../../extension/ui/stepByHand.ts';
import type { Milestone } from '../../../extension/ui/milestones.ts';
import { FakeClock } from '../../support/fakeClock.ts';

function paused(): { readonly stepper: Stepper; readonly reached: Milestone[]; readonly milestones: { reach(milestone: Milestone): void } } {
  const stepper = new Stepper(new FakeClock(), { points: gatePoints });
  stepper.pause();
  const reached: Milestone[] = [];
  return { stepper, reached, milestones: { reach: (milestone) => void reached.push(milestone) } };
}

it.each(['step', 'stepOver', 'stepOut'] as const)('%s of a held delta is one that the person has made', async (how) => {
  const { stepper, reached, milestones } = paused();
  const held = stepper.ask({ point: 'queue.pop', owner: 'v1/pods', key: 'default/web' });
  stepByHand(stepper, how, milestones);
  await held;
  expect(reached).toEqual(['steppedDelta']);
});

it.each(['watch.event', 'queue.add', 'queue.pop'] as const)('at %s a delta is held', (point) => {
  const { stepper, reached, milestones } = paused();
  void stepper.ask({ point, owner: 'v1/pods', key: 'default/web' });
  stepByHand(stepper, 'step', milestones);
  expect(reached).toEqual(['steppedDelta']);
});

it.each(gatePoints.filter((point) => !['watch.event', 'queue.add', 'queue.pop'].includes(point)))('at %s none is', (point) => {
  const { stepper, reached, milestones } = paused();
  void stepper.ask({ point, owner: 'v1/pods', key: 'default/web' });
  stepByHand(stepper, 'step', milestones);
  expect(reached).toEqual([]);
});

it('while nothing is held, nothing is stepped', () => {
  const { stepper, reached, milestones } = paused();
  stepByHand(stepper, 'step', milestones);
  expect(reached).toEqual([]);
});
