import { html, render } from 'lit';
import type { Texts } from '../strings.ts';
import type { StageId } from '../views/stages.ts';
import { articleOf, stageNotes } from './articleNote.ts';

/** Pixels to what it is about, and to the edge of the page. */
const gap = 4;

/** What the article tells otherwise of a stage, beside its box. Escape and a click elsewhere close it; the focus goes back to the box. */
export class StageNotes {
  readonly #element = document.createElement('div');
  readonly #texts: Texts;
  #owner: HTMLElement | null = null;

  constructor(texts: Texts) {
    this.#texts = texts;
    this.#element.className = 'stage-notes';
    this.#element.setAttribute('popover', 'auto');
    this.#element.setAttribute('role', 'dialog');
    this.#element.tabIndex = -1;
    this.#element.addEventListener('toggle', (event) => {
      if ((event as ToggleEvent).newState === 'closed') this.#onClose();
    });
    document.body.append(this.#element);
  }

  /** @param owner the box that it is about */
  open(stage: StageId, title: string, owner: HTMLElement): void {
    const count = articleOf(stage, this.#texts).length;
    if (count === 0) return;
    this.#owner = owner;
    const heading = `${title}: ${this.#texts.n('articleNotes', count)}`;
    this.#element.setAttribute('aria-label', heading);
    render(html`<h2>${heading}</h2>${stageNotes(stage, this.#texts)}`, this.#element);
    this.#element.showPopover();
    this.#place(owner.getBoundingClientRect());
    this.#element.focus();
  }

  #place({ left, bottom }: DOMRect): void {
    const { offsetWidth, offsetHeight, style } = this.#element;
    const { clientWidth, clientHeight } = document.documentElement;
    style.setProperty('left', `${Math.max(gap, Math.min(left, clientWidth - offsetWidth - gap))}px`);
    style.setProperty('top', `${Math.max(gap, Math.min(bottom + gap, clientHeight - offsetHeight - gap))}px`);
  }

  #onClose(): void {
    // A click elsewhere has taken the focus to where it was meant to go.
    if (document.activeElement === document.body || this.#element.contains(document.activeElement)) this.#owner?.focus();
    this.#owner = null;
  }
}
