/**
 * Whether a context may be one on which people depend: one of its names, its own or those of its cluster and its server, matches a
 * pattern, in which `*` stands for anything. Case does not matter. A name is only a hint, so the patterns err on the side of asking.
 */
export function looksLikeProduction(names: readonly string[], patterns: readonly string[]): boolean {
  const parts = patterns.map((pattern) => pattern.trim().toLowerCase()).filter(Boolean).map((pattern) => pattern.split('*'));
  return names.some((name) => parts.some((each) => matches(name.toLowerCase(), each)));
}

/** Without a regular expression: a pattern of many stars takes no longer than the name is long. @param parts what stands between the stars */
function matches(name: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop()!;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
