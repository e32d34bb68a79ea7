/** Operating system commands (titles, links), control sequences (colours, cursor), other escapes; each also where it was cut off. */
// oxlint-disable-next-line no-control-regex
const sequences = /(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c|\u001b?$)|(?:\u001b\[|\u009b)[0-?]*[ -/]*(?:[@-~]|$)|\u001b[PX^_][^\u001b]*(?:\u001b\\|\u001b?$)|\u001b[ -/]*(?:[0-~]|$)/g;

/** What is not seen, or turns the writing round, so that a line reads as it is. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A line that was written for a terminal as plain text: nothing in it colours, moves, or hides anything. */
export function plainText(line: string): string {
  return line.replace(sequences, '').replaceAll('\t', ' ').replace(/\p{Cc}/gu, '').replace(unseen, '').trim();
}
