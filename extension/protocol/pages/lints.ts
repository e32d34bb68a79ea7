import { type Check, nothing } from '../checks.ts';

/** What looks wrong, with its evidence. */
export type LintsLook = Record<string, never>;

export type LintsPicture = Record<string, never>;

export const lintsLook: Check<LintsLook> = nothing;

export const lintsPicture: Check<LintsPicture> = nothing;
