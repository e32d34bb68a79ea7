import type { RingPage } from '../../../introspection/introspection.ts';
import { type Check, count, record } from '../../checks.ts';
import { ringFields } from '../../introspection/ringFields.ts';
import { insideLimits } from './insideLook.ts';

/** The ring of one watch cache, and a page of its slots, one behind the other. Their keys are `namespace/name`, or `name`. */
export interface RingPart extends Omit<RingPage, 'next'> {
  /** Positions of the oldest event, and of the one that comes next: how many came before them. */
  readonly start: number;
  readonly end: number;
}

export const ringPart: Check<RingPart> = record<RingPart>({ ...ringFields(insideLimits.growth, insideLimits.rows), start: count, end: count });
