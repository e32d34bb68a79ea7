import type { PipelineView } from '../../extension/protocol/messages.ts';
import type { HeldStepView } from '../../extension/protocol/stepping.ts';
import { formatDuration } from '../format.ts';
import type { PanelModel } from '../store/model.ts';
import type { Texts } from '../strings.ts';

/** What the pipeline is doing, in one line: its parts, the most important first. */
export function statusParts({ state, now, receivedAt }: PanelModel, texts: Texts): readonly string[] {
  if (!state) return [];
  const { t, count } = texts;
  const { paused, held } = state.stepper;
  const failing = failingParts(state.pipeline.reflector, texts);
  if (!paused) return failing.length > 0 ? failing : [t('live')];
  const oldest = held[0];
  if (!oldest) return [t('pausedNothingHeld'), ...failing];
  const parts = [
    t('pausedBefore', { point: oldest.point }),
    heldName(oldest),
    t('heldFor', { duration: formatDuration(oldest.heldMs + (now - receivedAt)) }),
  ];
  if (held.length > 1) parts.push(t('moreHeld', { count: count(held.length - 1) }));
  if (failing.length > 0) parts.push(...failing);
  else if (held.every(({ point }) => isBehindReflector(point))) parts.push(t('reflectorGoesOn'));
  return parts;
}

/** `v1/pods unreachable`, `retry 3 in 5 s`; of more than one, how many. Empty: none fails. */
function failingParts({ informer, informers, failing, state, detail }: PipelineView['reflector'], { t, count }: Texts): readonly string[] {
  if (failing === 0) return [];
  if (failing > 1) return [t('failingInformers', { failing: count(failing), informers: count(informers) })];
  return [t('failing', { informer, state }), detail].filter(Boolean);
}

/** `v1/pods default/web-x` */
function heldName({ owner, key }: HeldStepView): string {
  return [owner, key].filter(Boolean).join(' ');
}

function isBehindReflector(point: string): boolean {
  return !point.startsWith('list.') && !point.startsWith('watch.');
}
