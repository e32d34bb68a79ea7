import { type Check, nullable, oneOf, prose, record } from '../../checks.ts';

export const insideFaults = [
  'gone', // the playground has ended, or does not answer
  'missing', // there is no such thing, or this playground does not tell of it
  'refused', // it answered no
  'unreadable', // its answer was not what was asked for
] as const;

/** What one part of the inside has answered. */
export interface Answered<T> {
  /** The newest; null: none yet. What there was stays while there is nothing newer. */
  readonly value: T | null;
  /** Why there is nothing newer; null: nothing is wrong. */
  readonly fault: { readonly why: (typeof insideFaults)[number]; readonly message: string } | null;
}

export function answered<T>(value: Check<T>): Check<Answered<T>> {
  return record<Answered<T>>({
    value: nullable(value),
    fault: nullable(record<NonNullable<Answered<T>['fault']>>({ why: oneOf(...insideFaults), message: prose })),
  });
}
