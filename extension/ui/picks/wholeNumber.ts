/** A whole number from 0 to `most` as it was typed; undefined where it is none. */
export function wholeNumber(text: string, most: number): number | undefined {
  const trimmed = text.trim();
  return /^\d{1,10}$/.test(trimmed) && Number(trimmed) <= most ? Number(trimmed) : undefined;
}
