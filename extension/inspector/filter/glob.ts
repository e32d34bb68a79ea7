/**
 * Whether a text is what a pattern says, in any case of its letters; `*` stands for any number of characters, also of none. Takes time in
 * the length of the text, whatever the pattern: no regular expression, of which some take for ever.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  const lower = pattern.toLowerCase();
  const parts = lower.split('*');
  if (parts.length === 1) return (text) => text.length === lower.length && text.toLowerCase() === lower;
  const first = parts[0]!;
  const last = parts.at(-1)!;
  const between = parts.slice(1, -1).filter((part) => part !== '');
  return (text) => {
    if (text.length < first.length + last.length) return false;
    const whole = text.toLowerCase();
    if (!whole.startsWith(first) || !whole.endsWith(last)) return false;
    let at = first.length;
    for (const part of between) {
      const found = whole.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= whole.length - last.length;
  };
}
