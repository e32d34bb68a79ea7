import type { DeltaQueueView, StreamRow } from '../../extension/protocol/messages.ts';
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

  /** As the menu does: on the key of the entry, where it has one. */
  #addBreakpoint(event: KeyboardEvent): void {
    const row = this.#rowOf(indexOf(event.target));
    if (!row || row.key === '') return;
    event.preventDefault();
    this.#actions.breakOn(row);
  }

  #rowOf(index: number | null): StreamRow | null {
    const { stream } = this.#store.model;
    if (index === null) return null;
    return rowAt(stream, index) ?? (index === stream.cursor?.index ? stream.cursor.row : null);
  }

  #openMenu(event: MouseEvent | KeyboardEvent): void {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.row') : null;
    const index = indexOf(event.target);
    const row = this.#rowOf(index);
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
    if (event.key === 'F9') return this.#addBreakpoint(event);
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
    const active = kept ?? (length === 0 ? null : from);
    const far = kept !== null && (kept > newest || kept < oldest) ? kept : null;
    const drawn = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, offset) => newest - offset);
    if (far !== null) drawn.splice(far > newest ? 0 : drawn.length, 0, far);
    if (!stream.newestFirst) drawn.reverse();
    this.#place(drawn);
    for (const index of drawn) {
      const row = this.#rows.get(index)!;
      row.element.classList.toggle('row-away', index === far);
      row.show(rowAt(stream, index) ?? (index === kept ? (stream.cursor?.row ?? null) : null), queues, this.#texts);
      row.mark(drawnPlaceOf(stream, index), index === active, index === kept);
    }
    const first = stream.newestFirst ? newest : oldest;
    this.#body.style.setProperty('transform', `translateY(${drawnPlaceOf(stream, first) * rowHeight - drawnTop(stream)}px)`);
  }

  /**
   * Has a row for each of these indexes and no other, in this order. Rows that are there stay where they are: to move one would cost the focus. The others
   * stand for what is new, in the order in which they stand: in a flood nothing moves but texts.
   */
  #place(drawn: readonly number[]): void {
    const wanted = new Set(drawn);
    const spares = [...this.#rows.values()].filter(({ index }) => !wanted.has(index)).toSorted((one, other) => (this.#newestFirst ? other.index - one.index : one.index - other.index));
    for (const { index, element } of spares) {
      this.#rows.delete(index);
      if (element === document.activeElement) this.#focusWanted = true;
    }
    let at = this.#body.firstElementChild;
    for (const index of drawn) {
      const there = this.#rows.get(index);
      if (there) at = withoutThoseBefore(there.element, at);
      else {
        const row = spares.shift() ?? new RowElement(index);
        row.stand(index);
        this.#rows.set(index, row);
        if (row.element !== at) this.#body.insertBefore(row.element, at);
        at = row.element;
      }
      at = at?.nextElementSibling ?? null;
    }
    while (at) {
      const next = at.nextElementSibling;
      at.remove();
      at = next;
    }
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

/** Takes what stands between `at` and the element out of the way; it is put where it belongs later. */
function withoutThoseBefore(element: HTMLElement, at: Element | null): Element {
  let each = at;
  while (each && each !== element) {
    const next = each.nextElementSibling;
    each.remove();
    each = next;
  }
  return element;
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
