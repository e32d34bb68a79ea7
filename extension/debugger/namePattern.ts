import { type Matches, patternOf } from '../base/pattern.ts';

/** Longer ones are no patterns of names. */
const maxPattern = 600;

/** A pattern of names of keys, informers, queues and controllers. */
export function namePattern(pattern: string): Matches {
  return patternOf(pattern.slice(0, maxPattern));
}
