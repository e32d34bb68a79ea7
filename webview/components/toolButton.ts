import { html, nothing, type TemplateResult } from 'lit';
import { icon, type IconName } from './icon.ts';

export interface ToolButtonOptions {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** The key that does the same, as people write it and as ARIA does: `F10`. */
  readonly keys?: string;
  readonly primary?: boolean;
  /** Why it does nothing now, told by the tooltip. Empty: it needs no telling. */
  readonly hint?: string;
  /** It does nothing now. It can still have the focus, so that the keyboard stays where it is when this changes. */
  readonly disabled: boolean;
  readonly onClick: () => void;
}

/** A button of a toolbar: where there is little room its label is only spoken, and told by the tooltip. */
export function toolButton({ id, label, icon: name, keys, primary, hint = '', disabled, onClick }: ToolButtonOptions): TemplateResult {
  return html`<button
    type="button"
    class=${primary ? 'tool tool-primary' : 'tool'}
    id=${id}
    aria-disabled=${String(disabled)}
    aria-keyshortcuts=${keys ?? nothing}
    aria-description=${hint || nothing}
    data-tip=${[keys === undefined ? label : `${label} (${keys})`, hint].filter(Boolean).join('\n')}
    @click=${disabled ? nothing : onClick}
    >${icon(name)}<span class="tool-label">${label}</span></button
  >`;
}
