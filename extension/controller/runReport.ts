import { changedFields } from '../kube/changedFields.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Seq, WriteVerb } from '../trace/entry.ts';
import { targetOf, type Written } from './tracedClient.ts';

/** What another run of a key wrote: nothing, if the reconciler is idempotent and the key was settled. */
export interface RunReport {
  readonly key: string;
  /** The `reconcile.again` entry, to which everything of the run leads back. */
  readonly seq: Seq;
  /** False when the key waited in the queue already: its next run may have had something to do. */
  readonly wasSettled: boolean;
  readonly outcome: 'done' | 'requeue' | 'requeueAfter' | 'failed' | 'stopped';
  /** Why it failed. */
  readonly message?: string;
  readonly writes: readonly ReportedWrite[];
}

export interface ReportedWrite {
  readonly seq: Seq;
  readonly verb: WriteVerb;
  /** `apps/v1/replicasets default/web-5f6c` */
  readonly target: string;
  readonly code: number;
  /** Whether it made, or in a dry run would have made, the object another one than the cache has. Failed writes change nothing. */
  readonly changed: boolean;
}

export function reportWrite({ request, seq, code, object, cached, decided }: Written): ReportedWrite {
  const stored = code >= 200 && code < 300 && decided !== 'skipped';
  return { seq, verb: request.verb, target: targetOf(request), code, changed: stored && (request.verb === 'delete' || differs(object, cached)) };
}

/** The server's own bookkeeping: a dry run counts a generation, and stores none. */
const bookkeeping = new Set(['managedFields', 'resourceVersion', 'generation']);

function differs(object: KubeObject | undefined, cached: KubeObject | undefined): boolean {
  return !object || !cached || changedFields(cached, object, { limit: 1, skips: (field) => bookkeeping.has(field) }).fields.length > 0;
}
