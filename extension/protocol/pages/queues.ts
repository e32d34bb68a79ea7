import { type Check, nothing } from '../checks.ts';

/** Delta queues, buffers of handlers and work queues, and what is in them. */
export type QueuesLook = Record<string, never>;

export type QueuesPicture = Record<string, never>;

export const queuesLook: Check<QueuesLook> = nothing;

export const queuesPicture: Check<QueuesPicture> = nothing;
