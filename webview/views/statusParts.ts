import type { PanelState, PipelineView } from '../../extension/protocol/messages.ts';
import type { HeldStepView, PileView, StepperView } from '../../extension/protocol/stepping.ts';
import { formatDuration, formatTime } from '../format.ts';
import { heldName } from '../stepping/heldName.ts';
import type { PanelModel } from '../store/model.ts';
import type { Texts } from '../strings.ts';

/** What the pipeline is doing, in one line: its parts, the most important first. */
export function statusParts({ state, now, receivedAt }: PanelModel, texts: Texts): readonly string[] {
  if (!state) return [];
  const { t, count } = texts;
  const { stepper, pipeline } = state;
  const { held, heldCount } = stepper;
  const { time } = state;
  if (time.at !== null && !standsStill(stepper)) return [t('timePastStatus', { seq: String(time.at), time: formatTime(time.t) })];
  const failing = failingParts(pipeline.reflector, texts);
  const chosen = chosenOf(stepper);
  if (!standsStill(stepper)) return [...runningToParts(stepper, texts), ...(failing.length > 0 ? failing : liveParts(state, chosen, texts))];
  if (!chosen) return [nothingHeldText(stepper, texts), ...failing];
  const parts = [reasonText(stepper, chosen, texts), heldName(chosen), t('heldFor', { duration: formatDuration(chosen.heldMs + (now - receivedAt)) })];
  if (heldCount > 1) parts.push(t('moreHeld', { count: count(heldCount - 1) }));
  const goesOn = goesOnText(held, stepper.pile, pipeline, texts);
  if (failing.length > 0) parts.push(...failing);
  else if (goesOn !== '') parts.push(goesOn);
  return [...parts, ...pileParts(stepper.pile, texts)];
}

/** What is waited for, which may be never: otherwise nobody could see it. */
function runningToParts({ runningTo }: StepperView, { t }: Texts): readonly string[] {
  return runningTo === null ? [] : [t('runningTo', { key: runningTo })];
}

/** While nothing is held for longer than slow motion holds it. */
function liveParts(state: PanelState, chosen: HeldStepView | undefined, { t }: Texts): readonly string[] {
  const { slowMotionMs, runningTo } = state.stepper;
  if (slowMotionMs > 0) return [t('liveSlowly', { duration: formatDuration(slowMotionMs) }), ...(chosen ? [chosen.point, heldName(chosen)] : [])];
  return runningTo === null ? [t(liveWord(state))] : [];
}

/** What it is called while nothing is held. */
function liveWord({ session, stepper }: PanelState): 'recordingNothingRuns' | 'recordingPage' | 'live' {
  if (!stepper.steppable) return 'recordingNothingRuns';
  return session.source === 'recording' ? 'recordingPage' : 'live';
}

/** It is paused, or something is held that does not go on by itself. */
export function standsStill({ paused, held }: StepperView): boolean {
  return paused || held.some(({ briefly }) => !briefly);
}

/** The held step that is meant by Step. */
export function chosenOf({ held, chosen }: StepperView): HeldStepView | undefined {
  return held.find(({ id }) => id === chosen) ?? held[0];
}

function nothingHeldText({ reason }: StepperView, { t }: Texts): string {
  if (reason?.type === 'left') return t('leftPipeline');
  return reason?.type === 'breakpoint' ? t('breakpointNothingHeld', { breakpoint: reason.detail }) : t('pausedNothingHeld');
}

/** Why it stands there: `Breakpoint Deleted · web/* before queue.pop`. */
function reasonText({ reason }: StepperView, { point }: HeldStepView, { t }: Texts): string {
  switch (reason?.type) {
    case 'breakpoint':
      return t('breakpointBefore', { breakpoint: reason.detail, point });
    case 'step':
      return t('steppedTo', { point });
    case 'runTo':
      return t('ranTo', { key: reason.detail, point });
    default:
      return t('pausedBefore', { point });
  }
}

/** What does not stand still, though something is held. */
function goesOnText(held: readonly HeldStepView[], { full }: PileView, { workers }: PipelineView, { t }: Texts): string {
  const reflector = full.length === 0 && held.every(({ point }) => !/^(list|watch)\.|^queue\.add$/.test(point));
  const working = workers.controllers.length > 0 && held.every(({ point }) => !/^(workqueue|reconcile)\./.test(point));
  if (reflector) return t(working ? 'bothGoOn' : 'reflectorGoesOn');
  return working ? t('workersGoOn') : '';
}

function pileParts({ deltas, workKeys, bound, full }: PileView, { t, n, count }: Texts): readonly string[] {
  const parts = deltas + workKeys > 0 ? [t('pile', { deltas: n('pileDeltas', deltas), keys: n('pileKeys', workKeys) })] : [];
  return [...parts, ...full.map((informer) => t('pileFull', { informer, bound: count(bound) }))];
}

/** `v1/pods unreachable`, `retry 3 in 5 s`; of more than one, how many. Empty: none fails. */
function failingParts({ informer, informers, failing, state, detail }: PipelineView['reflector'], { t, count }: Texts): readonly string[] {
  if (failing === 0) return [];
  if (failing > 1) return [t('failingInformers', { failing: count(failing), informers: count(informers) })];
  return [t('failing', { informer, state }), detail].filter(Boolean);
}
