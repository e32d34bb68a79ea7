import type { PanelModel } from './store/model.ts';
import type { Store } from './store/store.ts';

/** What is scrolled besides the list, which keeps its place itself. */
const parts = { page: '#panel', side: '.side' } as const;
type Part = keyof typeof parts;

/**
 * Keeps how far the page and the side column are scrolled, and brings them back there once there is enough to
 * scroll: what stands in them arrives bit by bit. Whoever scrolls meanwhile is left where they are.
 */
export class ScrollKeeper {
  readonly #store: Store;
  /** Not yet back in place. */
  readonly #waiting = new Set<Part>(['page', 'side']);

  constructor(store: Store) {
    this.#store = store;
    document.addEventListener('scroll', ({ target }) => this.#onScroll(target), { capture: true, passive: true });
    for (const type of ['wheel', 'pointerdown', 'keydown'] as const) document.addEventListener(type, () => this.#waiting.clear(), { capture: true, passive: true });
  }

  /** To be called after each drawing. */
  restore({ scrolled, remembered }: PanelModel): void {
    if (remembered) return;
    for (const part of this.#waiting) {
      const element = document.querySelector(parts[part]);
      if (!element) continue;
      element.scrollTop = scrolled[part];
      if (Math.abs(element.scrollTop - scrolled[part]) < 1) this.#waiting.delete(part);
    }
  }

  #onScroll(target: EventTarget | null): void {
    for (const part of Object.keys(parts) as Part[]) {
      if (!(target instanceof Element) || !target.matches(parts[part]) || this.#waiting.has(part)) continue;
      this.#store.dispatch({ type: 'scrolled', part, top: target.scrollTop });
    }
  }
}
