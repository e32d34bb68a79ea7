import type { PodSet } from './pods.ts';

/** What the server of the bench has to send. */
export interface ServerOptions {
  readonly pods: number;
  readonly events: number;
  readonly set: PodSet;
}
