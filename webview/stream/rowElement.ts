import type { StreamRow } from '../../extension/protocol/messages.ts';
import { formatTime } from '../format.ts';
import type { Texts } from '../strings.ts';
import { changeOf, isFailure, stageNames, verbOf } from '../views/stageNames.ts';
import { columns } from './columns.ts';

/** Characters of a key that are shown however little room there is: as many as a generated name ends with. */
const keyTail = 6;

/** One row of the list. Text reaches it as text only, whatever a cluster put into it. */
export class RowElement {
  readonly element: HTMLElement;
  /** Index of the entry in the stream. */
  readonly index: number;
  readonly #cells: readonly HTMLElement[];
  readonly #swatch: HTMLElement;
  #shown: StreamRow | null | undefined;
  #state = '';

  constructor(index: number) {
    this.index = index;
    this.element = document.createElement('div');
    this.element.setAttribute('role', 'row');
    this.element.className = 'row';
    this.element.id = `row-${index}`;
    this.element.dataset['index'] = String(index);
    this.#swatch = document.createElement('span');
    this.#swatch.setAttribute('aria-hidden', 'true');
    this.#cells = columns.map(({ name }, column) => {
      const cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      cell.setAttribute('aria-colindex', String(column + 1));
      cell.className = `cell cell-${name}`;
      this.element.append(cell);
      return cell;
    });
  }

  /** Shows the row; null while it is on its way. */
  show(row: StreamRow | null, texts: Texts): void {
    if (row === this.#shown || (row && this.#shown?.seq === row.seq)) return;
    this.#shown = row;
    this.element.classList.toggle('row-pending', row === null);
    this.element.classList.toggle('row-failure', row !== null && isFailure(row.kind));
    if (row) this.element.setAttribute('aria-label', this.#spoken(row, texts));
    else this.element.setAttribute('aria-label', texts.t('loading'));
    this.#write(row ? [String(row.seq), formatTime(row.t), texts.t(stageNames[row.stage]), verbOf(row.kind), '', changeOf(row), row.rv] : []);
    if (!row) return;
    this.#cells[4]!.replaceChildren(span('key-head', row.key.slice(0, -keyTail)), span('key-tail', row.key.slice(-keyTail)));
    this.#swatch.className = `swatch swatch-${row.stage}`;
    this.#cells[2]!.prepend(this.#swatch);
  }

  /** `place`: from the top of the list, 0 first. `active`: the row that Tab leads to. */
  mark(place: number, active: boolean, selected: boolean): void {
    const state = `${place} ${active} ${selected}`;
    if (state === this.#state) return;
    this.#state = state;
    // The header is the first row.
    this.element.setAttribute('aria-rowindex', String(place + 2));
    this.element.setAttribute('aria-selected', String(selected));
    this.element.tabIndex = active ? 0 : -1;
    this.element.classList.toggle('row-selected', selected);
  }

  #write(texts: readonly string[]): void {
    for (const [column, cell] of this.#cells.entries()) cell.textContent = texts[column] ?? '';
  }

  #spoken(row: StreamRow, texts: Texts): string {
    return [`#${row.seq}`, texts.t(stageNames[row.stage]), verbOf(row.kind), row.key, changeOf(row)].filter(Boolean).join(', ');
  }
}

function span(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
