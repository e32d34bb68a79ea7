import { type Check, count, nothing, record } from '../checks.ts';

/** Causes and effects of one entry. */
export interface ChainLook {
  readonly seq: number;
}

export type ChainPicture = Record<string, never>;

export const chainLook: Check<ChainLook> = record<ChainLook>({ seq: count });

export const chainPicture: Check<ChainPicture> = nothing;
