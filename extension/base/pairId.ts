/** One name for two; the length keeps two pairs from being alike. */
export function pairId(first: string, second: string): string {
  return `${first.length}:${first}${second}`;
}
