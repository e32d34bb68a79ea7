/** Whether a text is what a pattern says. */
export type Matches = (text: string) => boolean;

/**
 * A pattern in which `*` stands for anything, also for nothing; everything else for itself. It takes no more time than the text is long, times its stars: no
 * regular expression, of which some take for ever.
 */
export function patternOf(pattern: string): Matches {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}

/** The same, in any case of the letters. */
export function patternInAnyCase(pattern: string): Matches {
  const matches = patternOf(pattern.toLowerCase());
  return (text) => matches(text.toLowerCase());
}
