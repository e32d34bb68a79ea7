/**
 * One tab stop for a toolbar; the arrow keys, Home and End go from button to button. A button that becomes disabled
 * while it has the focus hands it on, or the keyboard would be nowhere.
 */
export class RovingToolbar {
  readonly #toolbar: HTMLElement;
  #current: HTMLElement | undefined;

  constructor(toolbar: HTMLElement) {
    this.#toolbar = toolbar;
    toolbar.addEventListener('keydown', (event) => this.#onKey(event));
    toolbar.addEventListener('focusin', (event) => {
      const button = this.#all().find((each) => each.contains(event.target as Node));
      if (button) this.#makeCurrent(button);
    });
  }

  /** To be called after each change of the toolbar. `hadFocus`: it had the focus before that change. */
  refresh(hadFocus: boolean): void {
    const enabled = this.#enabled();
    const stays = this.#current !== undefined && enabled.includes(this.#current);
    const next = stays ? this.#current : this.#successor(enabled);
    this.#makeCurrent(next);
    // A button that was disabled until now can be focused from the next frame on.
    if (hadFocus && !stays) requestAnimationFrame(() => next?.focus());
  }

  #successor(enabled: readonly HTMLElement[]): HTMLElement | undefined {
    const all = this.#all();
    const from = this.#current ? all.indexOf(this.#current) : 0;
    return enabled.find((button) => all.indexOf(button) > from) ?? enabled[0];
  }

  #makeCurrent(button: HTMLElement | undefined): void {
    this.#current = button;
    for (const each of this.#all()) {
      const tabIndex = each === button ? '0' : '-1';
      if (each.getAttribute('tabindex') !== tabIndex) each.setAttribute('tabindex', tabIndex);
    }
  }

  #onKey(event: KeyboardEvent): void {
    const enabled = this.#enabled();
    const at = this.#current ? enabled.indexOf(this.#current) : -1;
    const last = enabled.length - 1;
    const places: Readonly<Record<string, number>> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const to = Object.hasOwn(places, event.key) ? enabled[places[event.key]!] : undefined;
    if (!to) return;
    event.preventDefault();
    to.focus();
  }

  #all(): HTMLElement[] {
    return [...this.#toolbar.querySelectorAll<HTMLElement>('vscode-button')];
  }

  #enabled(): HTMLElement[] {
    return this.#all().filter((button) => !button.hasAttribute('disabled'));
  }
}
