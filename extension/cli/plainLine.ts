/** More than this of one sentence says no more, in characters. */
const maxLength = 2000;

/** Text that may hold anything as one line for a terminal: nothing in it moves the cursor, sets a title, or turns the writing round. */
export function plainLine(text: string): string {
  const plain = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
  return plain.length > maxLength ? `${plain.slice(0, maxLength)} …` : plain;
}
