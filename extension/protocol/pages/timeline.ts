import { type Check, nothing } from '../checks.ts';

/** Keys as lanes over time. */
export type TimelineLook = Record<string, never>;

export type TimelinePicture = Record<string, never>;

export const timelineLook: Check<TimelineLook> = nothing;

export const timelinePicture: Check<TimelinePicture> = nothing;
