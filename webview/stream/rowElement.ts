import type { DeltaQueueView, StreamRow } from '../../extension/protocol/messages.ts';
import { formatTime } from '../format.ts';
import type { Texts } from '../strings.ts';
import { changeOf, isFailure, stageName, verbOf } from '../views/stageNames.ts';
import { columns } from './columns.ts';

/** Characters of a key that are shown however little room there is: as many as a generated name ends with. */
const keyTail = 6;

/**
 * One row of the list. Text reaches it as text only, whatever a cluster put into it. It can be made to stand for another entry: in a flood the elements stay, and only
 * their texts change.
 */
export class RowElement {
  readonly element: HTMLElement;
  #index = -1;
  readonly #cells: readonly HTMLElement[];
  /** What each cell says, but for that of the key. */
  readonly #texts: string[] = columns.map(() => '');
  readonly #swatch: HTMLElement;
  readonly #stageText = document.createTextNode('');
  readonly #head = span('key-head');
  readonly #tail = span('key-tail');
  #shown: StreamRow | null | undefined;
  #stage = '';
  #state = '';

  constructor(index: number) {
    this.element = document.createElement('div');
    this.element.setAttribute('role', 'row');
    this.element.className = 'row';
    this.element.dataset['tips'] = '';
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
    this.#cells[stageColumn]!.append(this.#swatch, this.#stageText);
    this.#cells[keyColumn]!.append(this.#head, this.#tail);
    this.stand(index);
  }

  /** Index in the stream of the entry that it stands for. */
  get index(): number {
    return this.#index;
  }

  /** Stands for another entry from now on. */
  stand(index: number): void {
    if (index === this.#index) return;
    this.#index = index;
    this.element.id = `row-${index}`;
    this.element.dataset['index'] = String(index);
  }

  /** Shows the row; null while it is on its way. `queues`: those of the informers, for their names. */
  show(row: StreamRow | null, queues: readonly DeltaQueueView[], texts: Texts): void {
    const stage = row ? stageName(row, queues, texts) : '';
    if (stage === this.#stage && (row === this.#shown || (row && this.#shown?.seq === row.seq))) return;
    const change = row ? changeOf(row) : '';
    this.#shown = row;
    this.#stage = stage;
    this.element.classList.toggle('row-pending', row === null);
    this.element.classList.toggle('row-failure', row !== null && isFailure(row.kind));
    this.element.setAttribute('aria-label', row ? spoken(row, stage, change) : texts.t('loading'));
    this.#write(row ? [String(row.seq), formatTime(row.t), stage, verbOf(row.kind), '', change, row.rv] : []);
    this.#writeKey(row);
    this.#swatch.className = row ? `swatch swatch-${row.stage}` : '';
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
    for (const [column, cell] of this.#cells.entries()) {
      const text = texts[column] ?? '';
      if (column === keyColumn || text === this.#texts[column]) continue;
      this.#texts[column] = text;
      if (column === stageColumn) this.#stageText.data = text;
      else cell.textContent = text;
    }
  }

  /** What has no key is about its informer as a whole: that one's name stands there. */
  #writeKey(row: StreamRow | null): void {
    const key = row?.key ?? '';
    this.#head.className = key === '' ? 'key-informer' : 'key-head';
    this.#head.textContent = key === '' ? (row?.informer ?? '') : key.slice(0, -keyTail);
    this.#tail.textContent = key.slice(-keyTail);
  }
}

const stageColumn = columns.findIndex(({ name }) => name === 'stage');
const keyColumn = columns.findIndex(({ name }) => name === 'key');

function spoken(row: StreamRow, stage: string, change: string): string {
  return [`#${row.seq}`, stage, verbOf(row.kind), row.key || row.informer, change].filter(Boolean).join(', ');
}

function span(className: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  return element;
}
