/**
 * One tab stop for a row of elements; the arrow keys, Home and End go from one to another. One that becomes disabled
 * while it has the focus keeps it: whoever presses a key again must not press another button with it.
 */
export class RovingFocus {
  readonly #container: HTMLElement;
  readonly #selector: string;
  readonly #upAndDown: boolean;
  #current: HTMLElement | undefined;

  /**
   * @param selector of the elements within the container
   * @param upAndDown they do not stand in one row: the keys for up and down do the same
   */
  constructor(container: HTMLElement, selector: string, upAndDown = false) {
    this.#upAndDown = upAndDown;
    this.#container = container;
    this.#selector = selector;
    container.addEventListener('keydown', (event) => this.#onKey(event));
    container.addEventListener('focusin', (event) => {
      const element = this.#all().find((each) => each.contains(event.target as Node));
      if (element) this.#makeCurrent(element);
    });
  }

  /** To be called after each change of the elements. */
  refresh(): void {
    const enabled = this.#all().filter(isEnabled);
    const stays = this.#current !== undefined && (enabled.includes(this.#current) || this.#current.contains(document.activeElement));
    this.#makeCurrent(stays ? this.#current : (enabled[0] ?? this.#all()[0]));
  }

  #makeCurrent(element: HTMLElement | undefined): void {
    this.#current = element;
    for (const each of this.#all()) {
      const tabIndex = each === element ? '0' : '-1';
      if (each.getAttribute('tabindex') !== tabIndex) each.setAttribute('tabindex', tabIndex);
    }
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = this.#target(event.key);
    if (!to) return;
    event.preventDefault();
    to.focus();
  }

  #target(key: string): HTMLElement | undefined {
    const all = this.#all();
    const at = this.#current ? all.indexOf(this.#current) : -1;
    if (key === 'Home') return all.find(isEnabled);
    if (key === 'End') return all.findLast(isEnabled);
    if (key === 'ArrowRight' || (this.#upAndDown && key === 'ArrowDown')) return [...all.slice(at + 1), ...all.slice(0, at)].find(isEnabled);
    if (key === 'ArrowLeft' || (this.#upAndDown && key === 'ArrowUp')) return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))].findLast(isEnabled);
    return undefined;
  }

  #all(): HTMLElement[] {
    return [...this.#container.querySelectorAll<HTMLElement>(this.#selector)];
  }
}

function isEnabled(element: HTMLElement): boolean {
  return element.ariaDisabled !== 'true';
}
