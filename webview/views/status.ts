import { html, type TemplateResult } from 'lit';
import { icon } from '../components/icon.ts';
import { statusParts } from './statusParts.ts';
import type { View } from './view.ts';

/** The status, with an icon that says by its shape what its colour says. */
export function statusView({ model, texts }: View): TemplateResult {
  const paused = model.state?.stepper.paused ?? false;
  return html`<p class="status ${paused ? 'status-paused' : 'status-live'}" id="status">
    ${icon(paused ? 'debug-pause' : 'circle-filled')}<span>${statusParts(model, texts).join(' · ')}</span>
  </p>`;
}
