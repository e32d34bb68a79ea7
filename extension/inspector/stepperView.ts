import type { StopReason } from '../debugger/stopReason.ts';
import type { HeldStep } from '../debugger/heldStep.ts';
import { limits } from '../protocol/checks.ts';
import type { HeldStepView, InHandView, LoggedView, PileView, StepperView, StopReasonView } from '../protocol/stepping.ts';
import { breakpointTerms } from './breakpointTerms.ts';
import { clipName, clipText } from './clip.ts';
import type { SessionPicture } from './sessionPicture.ts';

/** Held steps that are shown; the one that is chosen is always among them. */
const shownHeld = 20;
/** Lines of logpoints that are. */
const shownLogged = 8;

/** What is held, why, and what gathers meanwhile. */
export function stepperView(session: SessionPicture): StepperView {
  const { stepper } = session;
  const { held, chosen, reason, inHand } = stepper;
  const shown = held.slice(0, shownHeld);
  if (chosen && !shown.some(({ id }) => id === chosen.id)) shown.splice(-1, 1, chosen);
  return {
    paused: stepper.paused,
    held: shown.map((step) => heldStepView(step, session)),
    heldCount: held.length,
    chosen: chosen?.id ?? null,
    inHand: inHand && !inHand.hasLeft ? inHandView(inHand.step, inHand.isHeld) : null,
    reason: reason ? reasonView(reason, session) : null,
    runningTo: stepper.runningTo?.slice(0, limits.text) ?? null,
    slowMotionMs: stepper.slowMotionMs ?? 0,
    pile: pileOf(session),
    logged: loggedIn(session),
    changeable: stepper.allowsWhatIf,
    steppable: session.runs,
  };
}

/** Of a time that has passed: what had been written by then. */
function loggedIn({ breakpoints, whole, tracer }: SessionPicture): readonly LoggedView[] {
  const logged = (breakpoints?.logged ?? []).filter(({ seq }) => whole === undefined || (seq !== undefined && seq <= tracer.lastSeq));
  return logged.slice(-shownLogged).map(({ seq = null, owner, key = '', text }) => ({ seq, owner: clipName(owner), key: clipName(key), text: clipText(text.replaceAll(/[\r\n]+/g, ' ')) }));
}

function heldStepView(step: HeldStep, session: SessionPicture): HeldStepView {
  const { id, point, owner, key = '', since, takes = [], reason } = step;
  return { id, point, owner: clipName(owner), key: clipName(key), heldMs: session.msSince(since), briefly: reason === undefined, takes };
}

function inHandView({ point, owner, key = '' }: HeldStep, held: boolean): InHandView {
  return { point, owner: clipName(owner), key: clipName(key), held };
}

function reasonView(reason: StopReason, { breakpoints }: SessionPicture): StopReasonView {
  switch (reason.type) {
    case 'pause':
    case 'gate':
      return { type: 'pause', detail: '' };
    case 'step':
      return { type: reason.hasLeft ? 'left' : 'step', detail: '' };
    case 'runTo':
      return { type: 'runTo', detail: reason.key.slice(0, limits.text) };
    case 'breakpoint': {
      const breakpoint = breakpoints?.get(reason.id);
      // Removed while it holds something, it has no words any more; what it holds is held still.
      return breakpoint ? { type: 'breakpoint', detail: breakpointTerms(breakpoint).slice(0, limits.text) } : { type: 'pause', detail: '' };
    }
  }
}

function pileOf({ informers, controllers, pile }: SessionPicture): PileView {
  const queues = informers.all.map(({ informer }) => informer.queueSnapshot(0));
  return {
    deltas: queues.reduce((sum, { deltas }) => sum + deltas, 0),
    deltaKeys: queues.reduce((sum, { keys }) => sum + keys, 0),
    workKeys: controllers.running.reduce((sum, { queue }) => sum + queue.snapshot(0).counts.queue, 0),
    bound: pile && Number.isSafeInteger(pile.most) ? pile.most : 0,
    full: (pile?.full ?? []).slice(0, limits.elements).map(clipName),
  };
}
