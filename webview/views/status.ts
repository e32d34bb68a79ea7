import { html, type TemplateResult } from 'lit';
import { icon, type IconName } from '../components/icon.ts';
import { heldChoiceView } from '../stepping/heldChoice.ts';
import { loggedLinesView } from '../stepping/loggedLines.ts';
import { standsStill, statusParts } from './statusParts.ts';
import type { View } from './view.ts';

const icons = { paused: 'debug-pause', failing: 'error', live: 'circle-filled', past: 'history' } as const satisfies Readonly<Record<string, IconName>>;

/** The status, with an icon that says by its shape what its colour says. It takes the same room whatever it says, and when there is nothing to say. */
export function statusView(view: View): TemplateResult {
  const { session, stepper, pipeline, time } = view.model.state!;
  if (session.source === 'none' || session.ended) return html`<div class="status"></div>`;
  const kind = standsStill(stepper) ? 'paused' : time.at !== null ? 'past' : pipeline.reflector.failing > 0 ? 'failing' : 'live';
  return html`<div class="status status-${kind}">
    <p class="status-text" id="status" data-tips>${icon(icons[kind])}<span data-cut>${statusParts(view.model, view.texts).join(' · ')}</span></p>
    ${heldChoiceView(view)} ${loggedLinesView(view)}
  </div>`;
}
