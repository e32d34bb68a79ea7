import { type Matches, patternOf } from '../base/pattern.ts';

/** Longer ones are no patterns of names: that of an informer may have two selectors of a thousand characters in it. */
const maxPattern = 4096;

/** A pattern of names of keys, informers, queues and controllers. */
export function namePattern(pattern: string): Matches {
  return patternOf(pattern.slice(0, maxPattern));
}
