import type { IconName } from './icon.ts';

/** One thing that can be done. */
export interface MenuEntry {
  readonly label: string;
  readonly icon: IconName;
  readonly run: () => void;
}

/** The key for menus, or the one that stands for it where there is none. */
export function asksForMenu({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

/** Pixels to the edge of the page. */
const gap = 4;

/**
 * The one menu of what can be done with something: comes where the pointer is, or under what has the focus. The arrow keys, Home, End and first letters move in it,
 * Escape, Tab and a click elsewhere close it; the focus goes back to where it was.
 */
export class ContextMenu {
  readonly #element = document.createElement('div');
  #entries: readonly MenuEntry[] = [];
  #returnTo: HTMLElement | null = null;

  constructor() {
    this.#element.className = 'menu context-menu';
    this.#element.setAttribute('role', 'menu');
    this.#element.setAttribute('popover', 'auto');
    this.#element.addEventListener('keydown', (event) => this.#onKey(event));
    this.#element.addEventListener('click', ({ target }) => this.#choose(target));
    this.#element.addEventListener('toggle', (event) => {
      if ((event as ToggleEvent).newState === 'closed') this.#onClose();
    });
    document.body.append(this.#element);
  }

  /**
   * @param event that asks for it: a right click, or the key for menus, which has no place of its own
   * @param owner what it is about
   */
  open(event: MouseEvent | KeyboardEvent, owner: HTMLElement, title: string, entries: readonly MenuEntry[]): void {
    event.preventDefault();
    event.stopPropagation();
    if (entries.length === 0) return;
    this.#entries = entries;
    this.#returnTo = document.activeElement instanceof HTMLElement && document.activeElement !== document.body ? document.activeElement : owner;
    this.#element.setAttribute('aria-label', title);
    this.#element.replaceChildren(...entries.map(itemOf));
    this.#element.showPopover();
    this.#place(event, owner.getBoundingClientRect());
    this.#items[0]!.focus();
  }

  get #items(): HTMLElement[] {
    return [...this.#element.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  }

  #place(event: MouseEvent | KeyboardEvent, owner: DOMRect): void {
    const { offsetWidth, offsetHeight, style } = this.#element;
    const { clientWidth, clientHeight } = document.documentElement;
    const pointed = event instanceof MouseEvent && (event.clientX !== 0 || event.clientY !== 0) && event.button === 2;
    const [x, y] = pointed ? [event.clientX, event.clientY] : [owner.left + 8, owner.bottom];
    style.setProperty('left', `${Math.max(gap, Math.min(x, clientWidth - offsetWidth - gap))}px`);
    style.setProperty('top', `${y + offsetHeight + gap <= clientHeight ? y : Math.max(gap, y - offsetHeight)}px`);
  }

  #onKey(event: KeyboardEvent): void {
    const items = this.#items;
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Tab') {
      event.preventDefault();
      this.#element.hidePopover();
      return;
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      return;
    }
    const to = targetOf(event.key, items, at);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    to.focus();
  }

  #choose(target: EventTarget | null): void {
    const item = target instanceof Element ? target.closest<HTMLElement>('[role="menuitem"]') : null;
    const entry = item ? this.#entries[this.#items.indexOf(item)] : undefined;
    if (!entry) return;
    this.#element.hidePopover();
    entry.run();
  }

  #onClose(): void {
    // A click elsewhere has taken the focus to where it was meant to go.
    if (document.activeElement === document.body || this.#element.contains(document.activeElement)) this.#returnTo?.focus();
    this.#returnTo = null;
  }
}

function targetOf(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[at + 1] ?? items[0];
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1) return undefined;
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}

function itemOf({ label, icon }: MenuEntry): HTMLElement {
  const item = document.createElement('button');
  item.type = 'button';
  item.className = 'menu-item';
  item.setAttribute('role', 'menuitem');
  item.tabIndex = -1;
  const sign = document.createElement('span');
  sign.className = `codicon codicon-${icon}`;
  sign.setAttribute('aria-hidden', 'true');
  const text = document.createElement('span');
  text.className = 'menu-label';
  text.textContent = label;
  item.append(sign, text);
  return item;
}
