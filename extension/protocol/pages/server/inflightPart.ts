import type { RequestView } from '../../../introspection/introspection.ts';
import { type Check, count, list, record } from '../../checks.ts';
import { requestCheck } from '../../introspection/requestCheck.ts';
import { insideLimits } from './insideLook.ts';

/** Requests that are being answered. */
export interface InflightPart {
  /** All, also those that are not listed. */
  readonly total: number;
  /** The oldest first. */
  readonly rows: readonly RequestView[];
}

export const inflightPart: Check<InflightPart> = record<InflightPart>({ total: count, rows: list(requestCheck, insideLimits.requests) });
