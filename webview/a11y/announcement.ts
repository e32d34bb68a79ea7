import type { PanelState } from '../../extension/protocol/messages.ts';
import type { Texts } from '../strings.ts';
import { chosenOf, standsStill } from '../views/statusParts.ts';

/**
 * What a screen reader is told when the picture changes from `before` to `after`: pauses, what it runs to, what is held and why, a queue that is full, errors,
 * the end. Nothing of the stream, which never stops. Undefined when there is nothing to say.
 */
export function announcementOf(before: PanelState | null, after: PanelState, { t }: Texts): string | undefined {
  if (!before || before.session.id !== after.session.id) return undefined;
  if (after.session.ended) return before.session.ended ? undefined : t('announceEnded');
  if (after.time.at !== before.time.at) return after.time.at === null ? t('announcePresent') : t('announcePast', { seq: String(after.time.at) });
  const errors = after.pipeline.reflector.errors > before.pipeline.reflector.errors;
  if (errors) {
    const { informer, state, detail } = after.pipeline.reflector;
    return t('announceReflector', { informer, state, detail });
  }
  const full = after.stepper.pile.full.find((informer) => !before.stepper.pile.full.includes(informer));
  if (full !== undefined) return t('announceFull', { informer: full });
  return stepperAnnouncement(before.stepper, after.stepper, t);
}

function stepperAnnouncement(before: PanelState['stepper'], after: PanelState['stepper'], t: Texts['t']): string | undefined {
  if (!standsStill(after)) {
    if (after.runningTo !== null && after.runningTo !== before.runningTo) return t('announceRunningTo', { key: after.runningTo });
    return standsStill(before) ? t('announceLive') : undefined;
  }
  const held = chosenOf(after);
  if (!held) return standsStill(before) ? undefined : t('announcePaused');
  const heldBefore = chosenOf(before);
  if (heldBefore?.id === held.id) return undefined;
  const { point, key } = held;
  return after.reason?.type === 'breakpoint' ? t('announceBreakpoint', { breakpoint: after.reason.detail, point, key }) : t('announceHeld', { point, key });
}
