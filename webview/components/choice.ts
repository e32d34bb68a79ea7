import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';

export interface ChoiceOptions {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface Dropdown extends HTMLElement {
  value: string;
  open: boolean;
}

/** One of several, as a dropdown. */
export function choice({ label, options, value, onChange }: ChoiceOptions): TemplateResult {
  return html`<vscode-dropdown
    aria-label=${label}
    @change=${(event: Event) => onChange((event.currentTarget as Dropdown).value)}
    ${ref((element) => select(element, value))}
    >${repeat(
      options,
      (option) => option.value,
      (option) => html`<vscode-option value=${option.value} ?selected=${option.value === value}>${option.text}</vscode-option>`,
    )}</vscode-dropdown
  >`;
}

/**
 * The dropdown learns of its options a moment after they are there, and takes no value that it has no option
 * for. While it is open the choice is the person's.
 */
function select(element: Element | undefined, value: string): void {
  if (!element) return;
  requestAnimationFrame(() => {
    const dropdown = element as Dropdown;
    if (!dropdown.open && dropdown.value !== value) dropdown.value = value;
  });
}
