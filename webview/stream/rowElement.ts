import type { DeltaQueueView, StreamRow } from '../../extension/protocol/messages.ts';
import { formatTime } from '../format.ts';
import type { Texts } from '../strings.ts';
import { changeOf, isFailure, stageName, verbOf } from '../views/stageNames.ts';
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
  #stage = '';
  #state = '';

  constructor(index: number) {
    this.index = index;
    this.element = document.createElement('div');
    this.element.setAttribute('role', 'row');
    this.element.className = 'row';
    this.element.id = `row-${index}`;
    this.element.dataset['tips'] = '';
    this.element.dataset['index'] = String(index);
    this.#swatch = document.createElement('span');
    this.#swatch.setAttribute('aria-hidden', 'true');
    this.#cells = columns.map(({ name }, column) => {
      const cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      cell.setAttribute('aria-colindex', String(column + 1));
      cell.className = `cell cell-${name}`;
      if (name === 'key' || name === 'change') cell.dataset['cut'] = '';
      this.element.append(cell);
      return cell;
    });
  }

  /** Shows the row; null while it is on its way. `queues`: those of the informers, for their names. */
  show(row: StreamRow | null, queues: readonly DeltaQueueView[], texts: Texts): void {
    const stage = row ? stageName(row, queues, texts) : '';
    if (stage === this.#stage && (row === this.#shown || (row && this.#shown?.seq === row.seq))) return;
    this.#shown = row;
    this.#stage = stage;
    this.element.classList.toggle('row-pending', row === null);
    this.element.classList.toggle('row-failure', row !== null && isFailure(row.kind));
    this.element.setAttribute('aria-label', row ? spoken(row, stage) : texts.t('loading'));
    this.#write(row ? [String(row.seq), formatTime(row.t), stage, verbOf(row.kind), '', changeOf(row), row.rv] : []);
    if (!row) return;
    this.#cells[4]!.replaceChildren(...keyParts(row));
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
}

function spoken(row: StreamRow, stage: string): string {
  return [`#${row.seq}`, stage, verbOf(row.kind), row.key || row.informer, changeOf(row)].filter(Boolean).join(', ');
}

/** What has no key is about its informer as a whole: that one's name stands there. */
function keyParts({ key, informer }: StreamRow): readonly HTMLElement[] {
  if (key === '') return [span('key-informer', informer)];
  return [span('key-head', key.slice(0, -keyTail)), span('key-tail', key.slice(-keyTail))];
}

function span(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
