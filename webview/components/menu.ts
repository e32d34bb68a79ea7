import { html, nothing, type TemplateResult } from 'lit';
import { icon, type IconName } from './icon.ts';

export interface MenuItem {
  readonly label: string;
  /** What more there is to say, in the tooltip: why it does nothing now. Empty: nothing. */
  readonly hint?: string;
  /** One of several, of which one holds. */
  readonly checked?: boolean;
  readonly disabled?: boolean;
  /** For the tests. */
  readonly id?: string;
  readonly onClick: () => void;
}

export interface MenuGroup {
  readonly title?: string;
  readonly items: readonly MenuItem[];
  /** Shown only where the toolbar has no room for the same. */
  readonly narrowOnly?: boolean;
}

export interface MenuOptions {
  readonly id: string;
  /** Name of the button, and of the menu. */
  readonly label: string;
  readonly icon?: IconName;
  /** Shown on the button; without one, only the icon is. */
  readonly text?: string;
  readonly className?: string;
  readonly groups: readonly MenuGroup[];
}

/**
 * A button that opens a menu. Whether it is open is the browser's to know: a click elsewhere and Escape close it, and the focus goes
 * back to the button.
 */
export function menu({ id, label, icon: name, text, className = '', groups }: MenuOptions): TemplateResult {
  return html`<button
      type="button"
      class="tool ${className}"
      id=${id}
      popovertarget="${id}-menu"
      aria-haspopup="menu"
      aria-label=${text === undefined ? label : `${label}: ${text}`}
      data-tip=${label}
      >${name ? icon(name) : nothing}${text === undefined ? nothing : html`<span class="tool-text">${text}</span>${icon('chevron-down')}`}</button
    >
    <div popover id="${id}-menu" class="menu" role="menu" aria-label=${label} @toggle=${onToggle} @keydown=${onKey}>${groups.map(groupView)}</div>`;
}

function groupView({ title, items, narrowOnly }: MenuGroup): TemplateResult {
  return html`<div class=${narrowOnly ? 'menu-group menu-narrow' : 'menu-group'} role="group" aria-label=${title ?? nothing}>
    ${title === undefined ? nothing : html`<div class="menu-title" aria-hidden="true">${title}</div>`}${items.map(itemView)}
  </div>`;
}

function itemView({ label, hint = '', checked, disabled = false, id, onClick }: MenuItem): TemplateResult {
  return html`<button
    type="button"
    class="menu-item"
    id=${id ?? nothing}
    role=${checked === undefined ? 'menuitem' : 'menuitemradio'}
    aria-checked=${checked === undefined ? nothing : String(checked)}
    aria-disabled=${String(disabled)}
    aria-description=${hint || nothing}
    data-tip=${hint || nothing}
    tabindex="-1"
    @click=${(event: Event) => {
      if (disabled) return;
      (event.currentTarget as HTMLElement).closest<HTMLElement>('.menu')!.hidePopover();
      onClick();
    }}
    ><span class="menu-check">${checked ? icon('check') : nothing}</span>${label}</button
  >`;
}

function onToggle(event: ToggleEvent): void {
  if (event.newState !== 'open') return;
  const items = itemsOf(event.currentTarget as HTMLElement);
  (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
}

/** Its keys are its own: those around it have a meaning of their own for them. */
function onKey(event: KeyboardEvent): void {
  const element = event.currentTarget as HTMLElement;
  if (event.key === 'Tab') return element.hidePopover();
  const items = itemsOf(element);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: items[at + 1] ?? items[0], ArrowUp: items.at(at <= 0 ? -1 : at - 1), Home: items[0], End: items.at(-1) }[event.key];
  if (event.key !== 'Escape') event.stopPropagation();
  if (!to) return;
  event.preventDefault();
  to.focus();
}

function itemsOf(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('.menu-item')].filter((item) => item.checkVisibility());
}
