import { patternInAnyCase } from '../base/pattern.ts';

/**
 * Whether a context may be one on which people depend: one of its names, its own or those of its cluster and its server, matches a
 * pattern, in which `*` stands for anything. Case does not matter. A name is only a hint, so the patterns err on the side of asking.
 */
export function looksLikeProduction(names: readonly string[], patterns: readonly string[]): boolean {
  const matchers = patterns.map((pattern) => pattern.trim()).filter(Boolean).map(patternInAnyCase);
  return names.some((name) => matchers.some((matches) => matches(name)));
}
