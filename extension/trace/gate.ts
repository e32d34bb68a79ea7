import type { Seq, WriteVerb } from './entry.ts';

/** The steps of the pipeline before which the engine asks whether it may go on, in the order in which a change meets them. */
export const gatePoints = [
  'list.page',
  'watch.event',
  'queue.add',
  'queue.pop', // also stands for the store write: the whole pop is one step (C-01)
  'handler.call',
  'workqueue.add',
  'workqueue.get',
  'reconcile.start',
  'reconcile.read',
  'reconcile.write',
  'workqueue.done',
] as const;

export type GatePoint = (typeof gatePoints)[number];

/** The step that asks, and what it holds in its hand. */
export interface GateStep {
  readonly point: GatePoint;
  /** The informer, work queue or controller that asks, by its name in the trace. */
  readonly owner: string;
  readonly key?: string;
  readonly cause?: Seq;
  /** What the step does to the world or wants to know of it, for a person to look at while it is held. */
  readonly effect?: GateEffect;
  /** Aborts when whoever asks has been stopped: it no longer waits, and the holder forgets the step. */
  readonly signal?: AbortSignal;
}

/** A read or a write of a reconciler. */
export interface GateEffect {
  /** `get apps/v1/deployments default/web`, `patch apps/v1/replicasets default/web-5f6c` */
  readonly summary: string;
  /** What would be sent; absent for reads and deletions. */
  readonly body?: unknown;
  /** Of a write: where it goes, for whoever wants to know what would come of it. */
  readonly write?: HeldWrite;
}

export interface HeldWrite {
  readonly verb: WriteVerb;
  /** `apps/v1/replicasets` */
  readonly resource: string;
  readonly namespace?: string;
  readonly name: string;
  readonly subresource?: 'status';
  /** Of apply: fields that others own are taken over. */
  readonly force?: boolean;
}

/** What becomes of a write when it is let go. Other steps only go on. */
export type GateDecision =
  /** Not sent; its author is told that it went well. */
  | { readonly type: 'skip' }
  /** Not sent; its author is told that the server refused it. */
  | { readonly type: 'fail'; readonly code: 409 | 500 }
  /** Sent after so many milliseconds. */
  | { readonly type: 'delay'; readonly ms: number };

/**
 * Lets steps through or holds them. A holder keeps only the step that asked; everything else goes on.
 */
export interface Gate {
  /**
   * Undefined when the step may go on at once: the ordinary case, in which no promise is made.
   * Otherwise a promise that resolves when the step is let go, with a decision where it is not simply to go on. It never rejects, and it also resolves when
   * the session ends: whoever was held looks again whether it has been stopped before it goes on.
   */
  ask(step: GateStep): Promise<GateDecision | void> | undefined;
}

/** Lets everything through. */
export const openGate: Gate = { ask: () => undefined };
