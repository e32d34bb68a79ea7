import type { GatePoint } from '../../trace/gate.ts';

/** What of the pipeline as it is now tells why something has not gone on: a port, so that the chain knows neither queues nor informers. */
export interface LivePipeline {
  /** Session time, as in the entries. */
  readonly now: number;
  readonly held: readonly HeldHere[];
  /** Undefined: there is no informer of that name now. */
  informer(name: string): LiveInformer | undefined;
  readonly controllers: readonly LiveController[];
}

export interface HeldHere {
  readonly point: GatePoint;
  readonly owner: string;
  readonly key?: string;
}

export interface LiveInformer {
  /** Keys before this one in the delta queue; undefined: it does not wait there, as far as was looked. */
  ahead(key: string): number | undefined;
  /** By the handler's name: notifications that wait in its buffer. */
  readonly handlers: ReadonlyMap<string, number>;
}

export interface LiveController {
  /** That of its handlers and of its queue, too. */
  readonly name: string;
  /** Its caches have synced and it leads: keys are handed out. */
  readonly works: boolean;
  /** Those of its informers that have not synced: until they have, it hands nothing out. */
  readonly unsynced: readonly string[];
  readonly workers: number;
  readonly busy: number;
  placeOf(key: string): QueuePlace;
}

export interface QueuePlace {
  /** Keys before this one; undefined: it is not in `queue`. */
  readonly ahead: number | undefined;
  readonly processing: boolean;
  readonly dirty: boolean;
  /** Milliseconds until it is added; undefined: it does not wait. */
  readonly dueInMs: number | undefined;
  readonly failures: number;
}
