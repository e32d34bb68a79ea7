import { inspect } from 'node:util';

/** Any value in a few words, for a sentence. */
export function describe(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  try {
    const text = inspect(value, { depth: 1, breakLength: Infinity, maxStringLength: 200, maxArrayLength: 5 });
    return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
  } catch {
    return `a ${typeof value} that cannot be shown`; // its own inspect threw
  }
}
