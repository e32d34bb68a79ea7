/** What the host of the bench tells of itself. Times in milliseconds. */
export interface HostFigures {
  /** Events that a handler was called for, in all. */
  readonly events: number;
  /** From the write of an event on the server to the call of the handler, the newest of them. */
  readonly latencyMs: number;
  /** Deltas and notifications that wait. */
  readonly backlog: number;
  /** The longest turn of the loop since it was asked for last. */
  readonly longestBlockMs: number;
  /** Messages to the panel, in all. */
  readonly messages: number;
  readonly bytes: number;
  readonly states: number;
  /** Processor time of the host, in all. */
  readonly cpuMs: number;
  /** From the last Pause to the first step that was held; null while none was. */
  readonly pauseMs: number | null;
  /** From the last `panel/ready` to the picture. */
  readonly snapshotMs: number | null;
}
