import type { PanelState } from '../../extension/protocol/messages.ts';
import type { Texts } from '../strings.ts';

/**
 * What a screen reader is told when the picture changes from `before` to `after`: pauses, what is held, errors,
 * the end. Nothing of the stream, which never stops. Undefined when there is nothing to say.
 */
export function announcementOf(before: PanelState | null, after: PanelState, { t }: Texts): string | undefined {
  if (!before || before.session.id !== after.session.id) return undefined;
  if (after.session.ended) return before.session.ended ? undefined : t('announceEnded');
  const errors = after.pipeline.reflector.errors > before.pipeline.reflector.errors;
  if (errors) {
    const { informer, state, detail } = after.pipeline.reflector;
    return t('announceReflector', { informer, state, detail });
  }
  if (!after.stepper.paused) return before.stepper.paused ? t('announceLive') : undefined;
  const held = after.stepper.held[0];
  const heldBefore = before.stepper.held[0];
  if (!held) return before.stepper.paused ? undefined : t('announcePaused');
  if (heldBefore && heldBefore.point === held.point && heldBefore.owner === held.owner && heldBefore.key === held.key) return undefined;
  return t('announceHeld', { point: held.point, key: held.key });
}
