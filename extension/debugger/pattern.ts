/** Whether a text is what a pattern says. */
export type Matches = (text: string) => boolean;

/** Longer ones are no patterns of names. */
export const maxPattern = 600;

/** A pattern in which `*` stands for anything, `/` too; everything else for itself. It takes no more time than the text is long, times its stars. */
export function patternOf(pattern: string): Matches {
  const parts = pattern.slice(0, maxPattern).split('*');
  const [first = '', ...rest] = parts;
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
