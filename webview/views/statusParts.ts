import type { HeldStepView } from '../../extension/protocol/messages.ts';
import { formatDuration } from '../format.ts';
import type { PanelModel } from '../store/model.ts';
import type { Texts } from '../strings.ts';

/** What the pipeline is doing, in one line: its parts, the most important first. */
export function statusParts({ state, now, receivedAt }: PanelModel, { t, count }: Texts): readonly string[] {
  if (!state) return [];
  const { paused, held } = state.stepper;
  if (!paused) return [t('live')];
  const oldest = held[0];
  if (!oldest) return [t('pausedNothingHeld')];
  const parts = [
    t('pausedBefore', { point: oldest.point }),
    heldName(oldest),
    t('heldFor', { duration: formatDuration(oldest.heldMs + (now - receivedAt)) }),
  ];
  if (held.length > 1) parts.push(t('moreHeld', { count: count(held.length - 1) }));
  if (held.every(({ point }) => isBehindReflector(point))) parts.push(t('reflectorGoesOn'));
  return parts;
}

/** `v1/pods default/web-x` */
function heldName({ owner, key }: HeldStepView): string {
  return [owner, key].filter(Boolean).join(' ');
}

function isBehindReflector(point: string): boolean {
  return !point.startsWith('list.') && !point.startsWith('watch.');
}
