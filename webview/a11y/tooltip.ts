/** How long the pointer or the focus rests before the tooltip comes, and how long it stays behind the pointer, in milliseconds. */
const showMs = 500;
const hideMs = 150;
/** Pixels between it and what it is about, and between it and the edge of the page. */
const gap = 4;

/**
 * The one tooltip, for the pointer and for the keyboard. `data-tip` on an element is its text. Within `data-tips`
 * it tells whatever part with `data-cut` does not show whole, and nothing while all do. It can be pointed at,
 * and Escape closes it without closing anything else.
 */
export class Tooltip {
  readonly #element: HTMLElement;
  #owner: Element | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#element = document.createElement('div');
    this.#element.className = 'tooltip';
    this.#element.setAttribute('role', 'tooltip');
    this.#element.hidden = true;
  }

  start(root: HTMLElement): void {
    document.body.append(this.#element);
    document.addEventListener('mouseover', ({ target }) => this.#point(target));
    document.documentElement.addEventListener('mouseleave', () => this.#point(null));
    root.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && isFocusVisible(target)) this.#point(target);
    });
    root.addEventListener('focusout', () => this.#hide());
    root.addEventListener('pointerdown', () => this.#hide());
    root.addEventListener('scroll', () => this.#hide(), { capture: true, passive: true });
    document.addEventListener('keydown', (event) => this.#onKey(event), { capture: true });
  }

  /** To be called after each drawing: what it tells may have changed under the pointer. */
  refresh(): void {
    if (this.#element.hidden || !this.#owner) return;
    const text = this.#owner.isConnected ? tipOf(this.#owner) : '';
    if (text !== this.#element.textContent) this.#show();
  }

  #point(target: EventTarget | null): void {
    if (target instanceof Node && this.#element.contains(target)) return clearTimeout(this.#timer);
    const owner = target instanceof Element ? (target.closest('[data-tip], [data-tips]') ?? undefined) : undefined;
    if (owner === this.#owner) {
      if (owner && !this.#element.hidden) clearTimeout(this.#timer);
      return;
    }
    clearTimeout(this.#timer);
    this.#owner = owner;
    this.#timer = setTimeout(() => this.#show(), owner ? showMs : hideMs);
  }

  #show(): void {
    const owner = this.#owner;
    const text = owner?.isConnected ? tipOf(owner) : '';
    this.#element.hidden = text === '';
    this.#element.textContent = text;
    if (owner && text !== '') this.#place(owner.getBoundingClientRect());
  }

  /** Below its owner, or above it where there is no room. */
  #place(owner: DOMRect): void {
    const { offsetWidth, offsetHeight, style } = this.#element;
    const { clientWidth, clientHeight } = document.documentElement;
    const below = owner.bottom + gap;
    const top = below + offsetHeight + gap <= clientHeight ? below : Math.max(gap, owner.top - gap - offsetHeight);
    style.setProperty('top', `${top}px`);
    style.setProperty('left', `${Math.max(gap, Math.min(owner.left, clientWidth - offsetWidth - gap))}px`);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !this.#element.hidden) event.stopPropagation();
    if (event.key === 'Escape') this.#hide();
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#owner = undefined;
    this.#element.hidden = true;
  }
}

/** The focus of the toolkit's elements is inside of them. */
function isFocusVisible(element: Element): boolean {
  return element.matches(':focus-visible') || (element.shadowRoot?.querySelector(':focus-visible') ?? null) !== null;
}

function tipOf(owner: Element): string {
  const parts = [...owner.querySelectorAll<HTMLElement>('[data-cut]')];
  const text = owner.getAttribute('data-tip') ?? (parts.some(isCut) ? parts.filter(isCutOrCard).map(textOf).join('\n') : '');
  return text.trim();

  /** Of a card whatever it says: a part of it alone says little. */
  function isCutOrCard(part: HTMLElement): boolean {
    return owner.matches('.stage') || isCut(part);
  }
}

/** It, or something in it, is wider or higher than it is shown, or not shown at all. */
function isCut(element: HTMLElement): boolean {
  if (element.classList.contains('visually-hidden')) return true;
  if (!element.checkVisibility()) return textOf(element) !== '';
  return isLarger(element) || [...element.children].some(isLarger);
}

function isLarger({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
  return clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 2);
}

function textOf(element: HTMLElement): string {
  return element.textContent.replace(/\s+/g, ' ').trim();
}
