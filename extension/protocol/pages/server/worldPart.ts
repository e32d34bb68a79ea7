import type { WorldView } from '../../../introspection/world.ts';
import { type Check, count, record } from '../../checks.ts';
import { worldFields } from '../../introspection/worldFields.ts';
import { insideLimits } from './insideLook.ts';

/** What lives in the cluster by itself: controllers that are cut off or fail first, then the busiest. */
export interface WorldPart extends WorldView {
  /** All, also those that are not listed. */
  readonly total: number;
}

export const worldPart: Check<WorldPart> = record<WorldPart>({ ...worldFields(insideLimits.controllers), total: count });
