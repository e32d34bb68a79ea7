import { type Check, nothing } from '../checks.ts';

/** What is known of the API server, and what was asked of it. */
export type ServerLook = Record<string, never>;

export type ServerPicture = Record<string, never>;

export const serverLook: Check<ServerLook> = nothing;

export const serverPicture: Check<ServerPicture> = nothing;
