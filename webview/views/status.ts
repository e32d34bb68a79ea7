import { html, type TemplateResult } from 'lit';
import { icon, type IconName } from '../components/icon.ts';
import { statusParts } from './statusParts.ts';
import type { View } from './view.ts';

const icons = { paused: 'debug-pause', failing: 'error', live: 'circle-filled' } as const satisfies Readonly<Record<string, IconName>>;

/** The status, with an icon that says by its shape what its colour says. It takes the same room whatever it says. */
export function statusView({ model, texts }: View): TemplateResult {
  const { stepper, pipeline } = model.state!;
  const kind = stepper.paused ? 'paused' : pipeline.reflector.failing > 0 ? 'failing' : 'live';
  return html`<p class="status status-${kind}" id="status" data-tips>${icon(icons[kind])}<span data-cut>${statusParts(model, texts).join(' · ')}</span></p>`;
}
