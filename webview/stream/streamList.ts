import type { DeltaQueueView } from '../../extension/protocol/messages.ts';
import type { PanelModel, StreamModel } from '../store/model.ts';
import { lengthOf, oldestOf, placeOf, rowAt, visibleRange } from '../store/streamSelectors.ts';
import { rowHeight } from '../store/model.ts';
import type { Store } from '../store/store.ts';
import type { Texts } from '../strings.ts';
import { columns } from './columns.ts';
import { moveFor } from './keys.ts';
import { RowElement } from './rowElement.ts';
import { ScrollMap } from './scrollMap.ts';

/** Rows made beyond each edge of the view, so that a small scroll shows no gap. */
const spare = 5;

/**
 * The list of entries: only what is in view exists as elements. Rows stand in a layer that stays in view while the
 * element behind it, as tall as the list, gives the scroll bar its meaning. The row under the cursor always exists,
 * in view or not, so that the focus is not lost by scrolling.
 */
export class StreamList {
  readonly element: HTMLElement;
  readonly #store: Store;
  readonly #texts: Texts;
  readonly #scroller: HTMLElement;
  readonly #spacer: HTMLElement;
  readonly #layer: HTMLElement;
  readonly #body: HTMLElement;
  readonly #map = new ScrollMap();
  /** By index; in the document they stand newest first. */
  readonly #rows = new Map<number, RowElement>();
  /** A cursor that the keyboard moved takes the focus with it. */
  #focusWanted = false;

  constructor(store: Store, texts: Texts) {
    this.#store = store;
    this.#texts = texts;
    this.element = div('grid', 'stream-grid');
    this.element.setAttribute('aria-label', texts.t('stream'));
    this.element.setAttribute('aria-colcount', String(columns.length));
    this.#scroller = div('rowgroup', 'stream-scroller');
    this.#spacer = div('presentation', 'stream-spacer');
    this.#layer = div('presentation', 'stream-layer');
    this.#body = div('presentation', 'stream-body');
    this.#layer.append(this.#body);
    this.#spacer.append(this.#layer);
    this.#scroller.append(this.#spacer);
    this.element.append(headerRow(texts), this.#scroller);
    this.#listen();
  }

  /** Shows the list as the model has it. */
  render({ stream, state }: PanelModel): void {
    const length = lengthOf(stream);
    this.element.setAttribute('aria-rowcount', String(length + 1));
    this.#map.resize(length * rowHeight, stream.height);
    this.#spacer.style.setProperty('height', `${this.#map.elementHeight}px`);
    this.#layer.style.setProperty('height', `${Math.min(stream.height, this.#map.elementHeight)}px`);
    if (this.#map.position.top !== stream.top) this.#scrollTo(stream.top);
    this.#renderRows(stream, length, state?.deltaQueues ?? []);
    if (this.#focusWanted) this.#focusCursor(stream);
  }

  /** Puts the keyboard on the row under the cursor, or on the first in view. */
  focus(): void {
    this.#focusCursor(this.#store.model.stream);
  }

  #listen(): void {
    new ResizeObserver(() => {
      const { clientHeight, clientWidth, offsetWidth } = this.#scroller;
      this.element.style.setProperty('--scrollbar-width', `${offsetWidth - clientWidth}px`);
      this.#store.dispatch({ type: 'resize', height: clientHeight });
    }).observe(this.#scroller);
    this.#scroller.addEventListener('scroll', () => this.#onScroll(), { passive: true });
    // A taller list than its element drifts from its thumb while it is scrolled in small steps.
    this.#scroller.addEventListener('scrollend', () => {
      if (this.#map.isScaled) this.#scrollTo(this.#store.model.stream.top);
    });
    this.#layer.addEventListener('click', (event) => {
      const index = indexOf(event.target);
      if (index !== null) this.#store.dispatch({ type: 'open', index });
    });
    this.#layer.addEventListener('focusin', (event) => {
      const index = indexOf(event.target);
      if (index !== null && index !== this.#store.model.stream.cursor?.index) this.#store.dispatch({ type: 'focus', index });
    });
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #onScroll(): void {
    const { scrollTop } = this.#scroller;
    if (Math.abs(scrollTop - this.#map.position.scrollTop) < 1) return;
    this.#store.dispatch({ type: 'scroll', top: this.#map.scrolled(scrollTop) });
  }

  #onKey(event: KeyboardEvent): void {
    const { stream } = this.#store.model;
    if (event.key === 'Escape') {
      if (stream.detail) this.#store.dispatch({ type: 'close' });
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      const index = indexOf(event.target);
      if (index !== null) this.#store.dispatch({ type: 'open', index });
      event.preventDefault();
      return;
    }
    const to = moveFor(event);
    if (!to) return;
    event.preventDefault();
    this.#focusWanted = true;
    this.#store.dispatch({ type: 'move', to });
  }

  #scrollTo(top: number): void {
    this.#scroller.scrollTop = this.#map.moveTo(top);
    this.#map.settle(this.#scroller.scrollTop);
  }

  #renderRows(stream: StreamModel, length: number, queues: readonly DeltaQueueView[]): void {
    const { from, to } = visibleRange(stream);
    const newest = Math.min(from + spare, stream.newest - 1);
    const oldest = length === 0 ? newest + 1 : Math.max(to - spare, oldestOf(stream));
    const cursor = stream.cursor?.index ?? null;
    const kept = cursor !== null && cursor >= oldestOf(stream) && cursor < stream.newest ? cursor : null;
    for (const [index, row] of this.#rows) {
      if ((index > newest || index < oldest) && index !== kept) this.#remove(index, row);
    }
    const active = kept ?? (length === 0 ? null : from);
    let after: RowElement | undefined;
    const place = (index: number): void => {
      const row = this.#rowFor(index, after);
      const away = index > newest || index < oldest;
      row.element.classList.toggle('row-away', away);
      row.show(rowAt(stream, index) ?? (index === kept ? (stream.cursor?.row ?? null) : null), queues, this.#texts);
      row.mark(placeOf(stream, index), index === active, index === kept);
      after = row;
    };
    if (kept !== null && kept > newest) place(kept);
    for (let index = newest; index >= oldest; index--) place(index);
    if (kept !== null && kept < oldest) place(kept);
    this.#body.style.setProperty('transform', `translateY(${placeOf(stream, newest) * rowHeight - stream.top}px)`);
  }

  /** The row of `index`, in its place behind `after`. Rows that are there are not moved: that would cost the focus. */
  #rowFor(index: number, after: RowElement | undefined): RowElement {
    const there = this.#rows.get(index);
    if (there) return there;
    const row = new RowElement(index);
    this.#rows.set(index, row);
    if (after) after.element.after(row.element);
    else this.#body.prepend(row.element);
    return row;
  }

  #remove(index: number, row: RowElement): void {
    if (row.element === document.activeElement) this.#focusWanted = true;
    row.element.remove();
    this.#rows.delete(index);
  }

  #focusCursor(stream: StreamModel): void {
    this.#focusWanted = false;
    const index = stream.cursor?.index ?? null;
    const row = index === null ? undefined : this.#rows.get(index);
    (row?.element ?? this.#layer.querySelector<HTMLElement>('[tabindex="0"]'))?.focus({ preventScroll: true });
  }
}

function headerRow(texts: Texts): HTMLElement {
  const group = div('rowgroup', 'stream-header');
  const row = div('row', 'row row-header');
  row.setAttribute('aria-rowindex', '1');
  for (const [column, { name, title }] of columns.entries()) {
    const cell = div('columnheader', `cell cell-${name}`);
    cell.setAttribute('aria-colindex', String(column + 1));
    cell.textContent = texts.t(title);
    row.append(cell);
  }
  group.append(row);
  return group;
}

function indexOf(target: EventTarget | null): number | null {
  const index = target instanceof Element ? target.closest<HTMLElement>('.row')?.dataset['index'] : undefined;
  return index === undefined ? null : Number(index);
}

function div(role: string, className: string): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', role);
  element.className = className;
  return element;
}
