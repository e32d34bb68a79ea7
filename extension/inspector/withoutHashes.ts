/**
 * A text in which masked values are told apart by their length alone. Each session masks with a key of its own, so that what another has masked, as in a recording,
 * looks different even where it is the same.
 */
export function withoutHashes(text: string): string {
  return text.replace(/(<masked \d+ bytes>) #[0-9a-f]{8}/g, '$1');
}
