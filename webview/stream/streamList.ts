import type { DeltaQueueView } from '../../extension/protocol/messages.ts';
import type { PanelModel, StreamModel } from '../store/model.ts';
import { drawnPlaceOf, drawnTop, lengthOf, oldestOf, rowAt, visibleRange } from '../store/streamSelectors.ts';
import { rowHeight } from '../store/model.ts';
import type { Store } from '../store/store.ts';
import type { PanelActions } from '../actions.ts';
import { asksForMenu } from '../components/contextMenu.ts';
import type { Texts } from '../strings.ts';
import { columns } from './columns.ts';
import { moveFor } from './keys.ts';
import { RowElement } from './rowElement.ts';
import { rowMenu } from './rowMenu.ts';
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
  readonly #actions: PanelActions;
  readonly #scroller: HTMLElement;
  readonly #spacer: HTMLElement;
  readonly #layer: HTMLElement;
  readonly #body: HTMLElement;
  readonly #map = new ScrollMap();
  /** By index; in the document they stand as they are drawn. */
  readonly #rows = new Map<number, RowElement>();
  /** As it was drawn last. */
  #newestFirst = true;
  /** A cursor that the keyboard moved takes the focus with it. */
  #focusWanted = false;

  constructor(store: Store, texts: Texts, actions: PanelActions) {
    this.#store = store;
    this.#texts = texts;
    this.#actions = actions;
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
    if (stream.newestFirst !== this.#newestFirst) this.#turn(stream.newestFirst);
    const top = drawnTop(stream);
    if (this.#map.position.top !== top) this.#scrollTo(top);
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
      if (this.#map.isScaled) this.#scrollTo(drawnTop(this.#store.model.stream));
    });
    this.#layer.addEventListener('click', (event) => {
      const index = indexOf(event.target);
      if (index !== null) this.#store.dispatch({ type: 'open', index });
    });
    this.#layer.addEventListener('focusin', (event) => {
      const index = indexOf(event.target);
      if (index !== null && index !== this.#store.model.stream.cursor?.index) this.#store.dispatch({ type: 'focus', index });
    });
    this.#layer.addEventListener('contextmenu', (event) => this.#openMenu(event));
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #openMenu(event: MouseEvent | KeyboardEvent): void {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.row') : null;
    const index = indexOf(event.target);
    const { stream } = this.#store.model;
    const row = index === null ? null : (rowAt(stream, index) ?? (index === stream.cursor?.index ? stream.cursor.row : null));
    if (!element || index === null || !row) return;
    element.focus({ preventScroll: true });
    this.#actions.showMenu(event, element, this.#texts.t('entry', { seq: String(row.seq) }), rowMenu(row, index, this.#texts, this.#actions));
  }

  /** The other end up. What had the focus has it again when it is drawn anew. */
  #turn(newestFirst: boolean): void {
    this.#newestFirst = newestFirst;
    this.#focusWanted ||= this.#body.contains(document.activeElement);
    this.#body.replaceChildren();
    this.#rows.clear();
  }

  #onScroll(): void {
    const { scrollTop } = this.#scroller;
    if (Math.abs(scrollTop - this.#map.position.scrollTop) < 1) return;
    const { stream } = this.#store.model;
    const top = drawnTop(stream, this.#map.scrolled(scrollTop));
    // A browser rounds: less than a pixel from the end is the end.
    this.#store.dispatch({ type: 'scroll', top: top < 1 ? 0 : top });
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
    if (asksForMenu(event)) return this.#openMenu(event);
    const to = moveFor(event, stream.newestFirst);
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
      row.mark(drawnPlaceOf(stream, index), index === active, index === kept);
      after = row;
    };
    const far = kept !== null && (kept > newest || kept < oldest) ? kept : null;
    const drawn = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, offset) => newest - offset);
    if (far !== null) drawn.splice(far > newest ? 0 : drawn.length, 0, far);
    if (!stream.newestFirst) drawn.reverse();
    for (const index of drawn) place(index);
    const first = stream.newestFirst ? newest : oldest;
    this.#body.style.setProperty('transform', `translateY(${drawnPlaceOf(stream, first) * rowHeight - drawnTop(stream)}px)`);
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
