import type { DeltaType, Seq, WriteVerb } from './entry.ts';

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
  /** All that led here, where several were merged; `cause` is one of them. It may grow while the step is held. */
  readonly causes?: readonly Seq[];
  /** What it is about, made when somebody asks; absent where that is not known. */
  readonly subject?: () => GateSubject;
  /** What may be decided on it besides that it goes on; absent: nothing. */
  readonly takes?: readonly DecisionType[];
  /** What the step does to the world or wants to know of it, for a person to look at while it is held. */
  readonly effect?: GateEffect;
  /** Aborts when whoever asks has been stopped: it no longer waits, and the holder forgets the step. */
  readonly signal?: AbortSignal;
}

/** What a step is about, as it is known where it asks. Secrets are masked, as everywhere. */
export interface GateSubject {
  /** The object that the step carries; of a deletion the last known one. */
  readonly object?: unknown;
  /** What the cache holds instead, or held before. */
  readonly oldObject?: unknown;
  /** The deltas that it carries, oldest first. */
  readonly deltas?: readonly DeltaType[];
  /** Failures of its key that have been counted. */
  readonly attempts?: number;
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

/**
 * What becomes of a step when it is let go, where it is not simply to go on. Of a write: it is not sent, and its author is told that it went well (`skip`) or
 * that the server refused it (`fail`); or it is sent later. Of a run of a reconciler: it fails before it has begun. Of a watch event or its delta: it is lost, comes twice,
 * comes later with all that follows it, changes places with the event behind it, or is another.
 */
export type GateDecision =
  | { readonly type: 'skip' }
  | { readonly type: 'fail'; readonly code: 409 | 500 }
  /** After so many milliseconds. */
  | { readonly type: 'delay'; readonly ms: number }
  | { readonly type: 'duplicate' }
  | { readonly type: 'swap' }
  | { readonly type: 'forge'; readonly event: ForgedEvent };

export type DecisionType = GateDecision['type'];

/** Of these a person may choose everywhere: nothing is sent that its author did not mean to. */
export const writeDecisions: readonly DecisionType[] = ['skip', 'fail', 'delay'];

/** What comes instead of the server's event. Nothing of it is trusted: it is looked through like one that came from outside. */
export interface ForgedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: unknown;
}

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

  /** Every step may go on at once now: whoever would ask need not even put together what it would ask. Absent: it has to ask. */
  readonly isOpen?: boolean;
}

/** Lets everything through. */
export const openGate: Gate = { ask: () => undefined, isOpen: true };
