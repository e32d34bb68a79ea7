/** A text in so many characters at most: one that has more ends in an ellipsis, which is one of them. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
