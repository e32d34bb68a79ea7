import type { PanelModel } from './store/model.ts';

/** Brings the sizes that are not known beforehand to the style sheets, and the tab that is open into view. */
export class PanelMeasures {
  readonly #root: HTMLElement;
  #header: Element | undefined;
  #shown = '';

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** To be called after each drawing. */
  apply({ layout, tab, pipeline }: PanelModel): void {
    this.#watchHeader();
    const shown = JSON.stringify([layout, tab, pipeline.width]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#set('--side-width', layout.side === null ? null : `${layout.side}%`);
    this.#set('--timeline-height', layout.timeline === null ? null : `${layout.timeline}vh`);
    this.#root.classList.toggle('timeline-sized', layout.timeline !== null);
    this.#revealTab();
  }

  /** What is stuck below the header stands as far down as it is high. */
  #watchHeader(): void {
    const header = this.#root.querySelector('.header');
    if (!header || header === this.#header) return;
    this.#header = header;
    new ResizeObserver(() => this.#set('--header-height', `${header.getBoundingClientRect().height}px`)).observe(header);
  }

  /** By the strip alone: the page stays where it is. */
  #revealTab(): void {
    const strip = this.#root.querySelector('.tabs');
    const chosen = strip?.querySelector('[aria-selected="true"]');
    if (!strip || !chosen) return;
    const [room, place] = [strip.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (place.right > room.right) strip.scrollLeft += place.right - room.right;
    else if (place.left < room.left) strip.scrollLeft -= room.left - place.left;
  }

  #set(name: string, value: string | null): void {
    if (value === null) this.#root.style.removeProperty(name);
    else this.#root.style.setProperty(name, value);
  }
}
