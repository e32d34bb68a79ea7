/** A range of whole numbers, both ends included. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** `409`, `100..200`, `400..`, `..299`, `>=400`, `<500`; undefined when it is none of these. */
export function parseRange(text: string): NumberRange | undefined {
  const compared = /^(>=|<=|>|<)(\d{1,15})$/.exec(text);
  if (compared) return beyond(compared[1]!, Number(compared[2]));
  const [, from, dots, to] = /^(\d{0,15})(\.\.)?(\d{0,15})$/.exec(text) ?? [];
  if (from === undefined || (from === '' && to === '')) return undefined;
  if (dots === undefined) return { from: Number(from), to: Number(from) };
  const range = { from: from === '' ? 0 : Number(from), to: to === '' ? Number.POSITIVE_INFINITY : Number(to) };
  return range.from <= range.to ? range : undefined;
}

function beyond(sign: string, number: number): NumberRange {
  switch (sign) {
    case '>':
      return { from: number + 1, to: Number.POSITIVE_INFINITY };
    case '>=':
      return { from: number, to: Number.POSITIVE_INFINITY };
    case '<':
      return { from: 0, to: number - 1 };
    default:
      return { from: 0, to: number };
  }
}
