import { type KeyColumn, type KeyRowView, keyRows, keyStates, type KeysView, type QueuesLook } from '../../../protocol/pages/queues.ts';
import { clipName, clipText, clipWord } from '../../clip.ts';
import { type KeyRow, type KeyTable, placeOf } from '../../keyTable.ts';

/** Keys that are put in order for one picture: of more, the first that came. */
const sortedKeys = 5000;

/** A part of the table of a controller's keys, in the order that was asked for. */
export function keysView(controller: string, table: Pick<KeyTable, 'keys' | 'get' | 'size'>, { filter, sort, descending, first }: QueuesLook, now: number): KeysView {
  const words = filter.toLowerCase();
  const rows: KeyRow[] = [];
  let matching = 0;
  for (const key of table.keys()) {
    if (words !== '' && !key.toLowerCase().includes(words)) continue;
    matching++;
    if (rows.length < sortedKeys) rows.push(table.get(key)!);
  }
  const compare = comparisons[sort];
  rows.sort((a, b) => (descending ? -1 : 1) * compare(a, b, now) || compareTexts(a.key, b.key));
  const from = Math.min(first, Math.max(0, rows.length - 1));
  return {
    controller: clipName(controller),
    total: table.size,
    matching,
    sorted: rows.length,
    first: from,
    rows: rows.slice(from, from + keyRows).map((row) => rowView(row, now)),
  };
}

function rowView(row: KeyRow, now: number): KeyRowView {
  return {
    key: clipName(row.key),
    state: placeOf(row, now),
    attempts: row.attempts,
    runs: row.runs,
    result: clipWord(row.result ?? ''),
    error: clipText(row.error ?? ''),
    dropped: row.dropped,
    durationMs: row.ms ?? null,
    dueInMs: row.due === undefined || row.due <= now ? null : row.due - now,
  };
}

type Compare = (a: KeyRow, b: KeyRow, now: number) => number;

const comparisons: { readonly [Column in KeyColumn]: Compare } = {
  key: (a, b) => compareTexts(a.key, b.key),
  // Those that are busy first, and of those that rest the failed ones.
  state: (a, b, now) => keyStates.indexOf(placeOf(a, now)) - keyStates.indexOf(placeOf(b, now)) || Number(b.error !== undefined) - Number(a.error !== undefined),
  attempts: (a, b) => a.attempts - b.attempts,
  runs: (a, b) => a.runs - b.runs,
  result: (a, b) => compareTexts(a.error ?? a.result ?? '', b.error ?? b.result ?? ''),
  duration: (a, b) => (a.ms ?? -1) - (b.ms ?? -1),
  next: (a, b, now) => dueOf(a, now) - dueOf(b, now),
};

/** Finite, so that two that never come are alike. */
function dueOf({ due }: KeyRow, now: number): number {
  return due === undefined || due <= now ? Number.MAX_VALUE : due;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
