import type { AskedRequest } from './askedRequest.ts';
import type { FaultKind } from './faults.ts';
import type { EventType } from './introspection.ts';

/**
 * What the API server does, step by step, as `GET /trace` streams it: a line of JSON each. A request is joined to what it led to
 * by its audit id, an event to what came of it by its revision.
 */

interface Stamp {
  /** Rises by one; what is missing was lost, and a gap says how much. */
  readonly seq: number;
  /** Wall time in milliseconds, with fractions. */
  readonly at: number;
}

/** A request, each time that it has got further. */
export interface RequestFact extends Stamp, AskedRequest {
  readonly kind: 'apiserver.request';
  /** As audit logs call it. */
  readonly stage: 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete';
  /** 0 before the answer. */
  readonly code: number;
  /** Since it was received. */
  readonly ms: number;
}

interface OfEvent extends Stamp {
  /** `v1/pods`; empty for what is stored of a kind that is not served. */
  readonly resource: string;
  /** `namespace/name`, or `name` */
  readonly key: string;
  readonly revision: number;
}

/** A write can be read from now on. */
export interface CommitFact extends OfEvent {
  readonly kind: 'apiserver.commit';
  readonly type: EventType;
  /** Of the request that wrote it; empty where nobody asked. */
  readonly auditId: string;
}

/** It is in the store and in the ring of its watch cache. */
export interface CachedFact extends OfEvent {
  readonly kind: 'apiserver.cached';
  readonly slot: number;
  readonly capacity: number;
}

/** It was offered to those whom it may concern. */
export interface DispatchedFact extends OfEvent {
  readonly kind: 'apiserver.dispatched';
  /** How many watchers there were, and how many were asked. */
  readonly watchers: number;
  readonly asked: number;
  /** Those who are sent it, the first hundred. */
  readonly sent: readonly { readonly watcher: number; readonly type: EventType }[];
}

/** Frames were handed to the socket of a watch. */
export interface SentFact extends Stamp {
  readonly kind: 'apiserver.sent';
  readonly resource: string;
  readonly watcher: number;
  /** Of the watch. */
  readonly auditId: string;
  /** Of its events. */
  readonly revisions: readonly number[];
  /** Versions of its bookmarks. */
  readonly bookmarks: readonly number[];
  /** Bytes. */
  readonly length: number;
}

/** Something was broken on purpose. */
export interface FaultFact extends Stamp {
  readonly kind: 'apiserver.fault';
  readonly fault: FaultKind;
  /** Of the FaultView. */
  readonly id: number;
  /** What it struck: of the request or the watch; empty where it was the server itself. */
  readonly auditId: string;
  /** `v1/pods`; empty: no resource of its own. */
  readonly resource: string;
  /** Of the event that it was done to, or of what the server itself is at then; 0 where there is none. */
  readonly revision: number;
  /** That its FaultView says; 0: it takes no time, or as long as it is on. */
  readonly ms: number;
}

/** So many facts were lost here: they came faster than they were read. */
export interface GapFact {
  readonly kind: 'gap';
  readonly lost: number;
}

export type ApiserverFact = RequestFact | CommitFact | CachedFact | DispatchedFact | SentFact | FaultFact;
export type FactLine = ApiserverFact | GapFact;
