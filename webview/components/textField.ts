import { provideVSCodeDesignSystem, vsCodeTextField } from '@vscode/webview-ui-toolkit';
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { ref } from 'lit/directives/ref.js';
import { icon, type IconName } from './icon.ts';

// Pages have it alone, which are read later than the panel: it is registered with them.
provideVSCodeDesignSystem().register(vsCodeTextField());

export interface TextFieldOptions {
  readonly label: string;
  readonly placeholder: string;
  readonly icon: IconName;
  readonly value: string;
  readonly maxLength: number;
  readonly onInput: (text: string) => void;
}

/** One line of text. Escape empties it. Its name is set once it stands in the page: the element gives itself another then. */
export function textField({ label, placeholder, icon: name, value, maxLength, onInput }: TextFieldOptions): TemplateResult {
  return html`<vscode-text-field
    ${ref((element) => element?.setAttribute('aria-label', label))}
    placeholder=${placeholder}
    maxlength=${maxLength}
    .value=${live(value)}
    @input=${(event: Event) => onInput((event.currentTarget as HTMLInputElement).value)}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape' && (event.currentTarget as HTMLInputElement).value !== '') onInput('');
    }}
    >${icon(name, 'start')}</vscode-text-field
  >`;
}
