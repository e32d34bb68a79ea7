import { type FilterCompletion, type FilterCompletions, filterFields, quotedName } from '../../protocol/filters.ts';
import { limits } from '../../protocol/checks.ts';
import { tokensOf } from './tokensOf.ts';

/** Values of a field that there are, those first that are meant most likely. Asked for while somebody types: bounded by who answers. */
export type ValuesOf = (field: string, begins: string) => Iterable<string>;

/** As many as can be read through. */
const most = 12;

/** How the text can go on at its caret: names of fields, and after a field its values. */
export function completeFilter(text: string, caret: number, valuesOf: ValuesOf): FilterCompletions {
  const place = partAt(text, caret);
  const items = place.field === undefined ? fieldsFor(place.typed) : valuesFor(place.field, place.typed, valuesOf);
  return { text, caret, from: place.from, to: place.to, items };
}

interface Place {
  readonly field: string | undefined;
  /** What is there of the name or value, up to the caret. */
  readonly typed: string;
  readonly from: number;
  readonly to: number;
}

/** The name of a field or the value that the caret is in or behind. */
function partAt(text: string, caret: number): Place {
  for (const { at, length, not, field } of tokensOf(text)) {
    if (caret < at || caret > at + length) continue;
    const begins = at + (not ? 1 : 0);
    const end = at + length;
    if (field === undefined || caret <= begins + field.length) return { field: undefined, typed: text.slice(begins, Math.max(begins, caret)), from: begins, to: field === undefined ? end : begins + field.length + 1 };
    const value = begins + field.length + 1;
    // Of several, the one that is being written.
    const from = Math.max(value, text.lastIndexOf(',', caret - 1) + 1);
    const comma = text.indexOf(',', caret);
    return { field: field.toLowerCase(), typed: text.slice(from, caret).replaceAll('"', ''), from, to: comma >= 0 && comma < end ? comma : end };
  }
  return { field: undefined, typed: '', from: caret, to: caret };
}

function fieldsFor(typed: string): readonly FilterCompletion[] {
  const lower = typed.toLowerCase();
  return filterFields.filter((field) => field.startsWith(lower)).map((field) => ({ kind: 'field', insert: `${field}:`, label: field }));
}

function valuesFor(field: string, typed: string, valuesOf: ValuesOf): readonly FilterCompletion[] {
  const lower = typed.toLowerCase();
  const found = new Set<string>();
  for (const value of valuesOf(field, lower)) {
    if (found.size >= most) break;
    if (value.toLowerCase().includes(lower) && value.length < limits.name) found.add(value);
  }
  // What is there whole already is no completion.
  if (found.size === 1 && found.has(typed)) return [];
  return [...found].map((value) => ({ kind: 'value', insert: quotedName(value), label: value }));
}
