/** One part of the text of a filter. */
export interface FilterToken {
  /** Where it begins, its `-` included, and how long it is. */
  readonly at: number;
  readonly length: number;
  readonly not: boolean;
  /** As written; undefined: a word. */
  readonly field: string | undefined;
  /** Without its quotes. */
  readonly value: string;
  /** Parted at commas that are not in quotes; none that is empty. Of a word: itself. */
  readonly values: readonly string[];
  /** A quote that nothing closes. */
  readonly unclosed: boolean;
}

/** The parts of a filter, from left to right. */
export function* tokensOf(text: string): Generator<FilterToken> {
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at]!)) {
      at++;
      continue;
    }
    const token = tokenAt(text, at);
    yield token;
    at += token.length;
  }
}

function tokenAt(text: string, at: number): FilterToken {
  const not = text[at] === '-' && at + 1 < text.length && !/\s/.test(text[at + 1]!);
  const begins = at + (not ? 1 : 0);
  const field = /^([a-z]+):/i.exec(text.slice(begins, begins + 40))?.[1];
  const value = valueAt(text, begins + (field === undefined ? 0 : field.length + 1), field !== undefined);
  return { at, length: value.end - at, not, field, value: value.values.join(','), values: value.values.filter((each) => each !== ''), unclosed: value.unclosed };
}

/** Up to the next space that is not in quotes. A backslash within quotes takes the next character as it is. */
function valueAt(text: string, begins: number, parted: boolean): { readonly values: readonly string[]; readonly end: number; readonly unclosed: boolean } {
  const values = [''];
  let quoted = false;
  let at = begins;
  for (; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') quoted = !quoted;
    else if (!quoted && /\s/.test(character)) break;
    else if (!quoted && parted && character === ',') values.push('');
    else if (quoted && character === '\\' && at + 1 < text.length) values[values.length - 1] += text[++at]!;
    else values[values.length - 1] += character;
  }
  return { values, end: at, unclosed: quoted };
}
