import { CodedError } from '../base/codedError.ts';
import { isRecord } from '../kube/object.ts';
import type { ReconcileResult } from './api.ts';

/** Longer than any timer waits, 24.8 days. */
const maxRequeueMs = 2 ** 31 - 1;

/** What a reconcile gave, from one who may be written in JavaScript. @throws CodedError `result` for what is none */
export function readResult(value: unknown): ReconcileResult {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw wrong(`${String(value)} came back from the reconcile, and not { requeue } or { requeueAfter }`);
  const { requeue, requeueAfter } = value;
  if (requeue !== undefined && typeof requeue !== 'boolean') throw wrong(`\`requeue\` must be true or false, not ${String(requeue)}`);
  if (requeueAfter !== undefined && !(typeof requeueAfter === 'number' && requeueAfter >= 0 && requeueAfter <= maxRequeueMs)) {
    throw wrong(`\`requeueAfter\` must be milliseconds from 0 to ${maxRequeueMs}, not ${String(requeueAfter)}`);
  }
  return { ...(requeue && { requeue }), ...(requeueAfter && { requeueAfter }) };
}

function wrong(message: string): CodedError<'result'> {
  return new CodedError('result', message, undefined);
}

/** In the words of the trace. */
export function outcomeOf({ requeue, requeueAfter }: ReconcileResult): 'done' | 'requeue' | 'requeueAfter' {
  if (requeueAfter !== undefined && requeueAfter > 0) return 'requeueAfter';
  return requeue ? 'requeue' : 'done';
}
