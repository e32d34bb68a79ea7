import { html, nothing, type TemplateResult } from 'lit';
import { icon, type IconName } from './icon.ts';

export interface ButtonOptions {
  readonly label: string;
  readonly icon?: IconName;
  readonly primary?: boolean;
  /** It does nothing now. It can still have the focus, so that the keyboard stays where it is when this changes. */
  readonly disabled?: boolean;
  /** Makes it a toggle. */
  readonly pressed?: boolean;
  /** For the style sheet and the tests. */
  readonly id?: string;
  readonly onClick: () => void;
}

/** A button with icon and label. Of its attributes the element heeds few, so that what it says of itself are properties. */
export function button({ label, icon: name, primary, disabled, pressed, id, onClick }: ButtonOptions): TemplateResult {
  return html`<vscode-button
    id=${id ?? nothing}
    appearance=${primary ? 'primary' : 'secondary'}
    .ariaDisabled=${disabled === undefined ? null : String(disabled)}
    .ariaPressed=${pressed === undefined ? null : String(pressed)}
    @click=${disabled ? nothing : onClick}
    >${name ? icon(name, 'start') : nothing}<span class="label">${label}</span></vscode-button
  >`;
}

/** A button that is only an icon; its label is for screen readers and the tooltip. */
export function iconButton(label: string, name: IconName, onClick: () => void): TemplateResult {
  return html`<vscode-button appearance="icon" aria-label=${label} data-tip=${label} @click=${onClick}>${icon(name)}</vscode-button>`;
}
