import { limits } from '../protocol/checks.ts';
import type { HeldStepView, PileView, StepperView } from '../protocol/stepping.ts';
import type { SessionPicture } from './sessionPicture.ts';

/** Held steps that are shown; the one that is chosen is always among them. */
const shownHeld = 20;

/** What is held, why, and what gathers meanwhile. */
export function stepperView(session: SessionPicture): StepperView {
  const { stepper } = session;
  const held = stepper.held.slice(0, shownHeld).map(
    (step): HeldStepView => ({
      id: step.id,
      point: step.point,
      owner: clip(step.owner),
      key: clip(step.key ?? ''),
      heldMs: session.msSince(step.since),
    }),
  );
  return {
    paused: stepper.paused,
    held,
    heldCount: stepper.held.length,
    chosen: held[0]?.id ?? null,
    inHand: null,
    reason: stepper.paused ? { type: 'pause', detail: '' } : null,
    slowMotionMs: 0,
    pile: pileOf(session),
    changeable: session.source.kind === 'playground',
  };
}

function pileOf({ informers, controllers }: SessionPicture): PileView {
  const queues = informers.all.map(({ informer }) => informer.queueSnapshot(0));
  return {
    deltas: queues.reduce((sum, { deltas }) => sum + deltas, 0),
    deltaKeys: queues.reduce((sum, { keys }) => sum + keys, 0),
    workKeys: controllers.running.reduce((sum, { queue }) => sum + queue.snapshot(0).counts.queue, 0),
    bound: 0,
    full: [],
  };
}

function clip(name: string): string {
  return name.length <= limits.name ? name : `${name.slice(0, limits.name - 1)}…`;
}
