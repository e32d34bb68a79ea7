import { isCertificateFault } from '../kube/status.ts';
import type { EntryOf } from '../trace/entry.ts';

/** Causes that have a cure of their own. */
export type FailureCause =
  | 'unauthorized' // 401
  | 'expired' // 401 to credentials that had been taken before
  | 'forbidden' // 403
  | 'notServed' // 404, 405, 406, 415: no such resource, or not to be listed and watched
  | 'noLongerServed' // 404 of what was served before
  | 'throttled' // 429
  | 'serverError' // 5xx
  | 'unreachable' // no answer
  | 'untrusted' // the server's certificate is not trusted
  | 'noCredentials' // nothing was sent: there is nothing to prove who asks
  | 'queueFull' // nothing fails: what has come is not taken from the queue, and so no more is read
  | 'other';

export interface InformerFailure {
  readonly cause: FailureCause;
  /** What failed: a watch that could not be opened, or one that was open. */
  readonly phase: 'list' | 'watch';
  /** HTTP status; 0 when no answer came. */
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  /** Of a 401, where it is known. */
  readonly credentials?: ErrorEntry['credentials'];
}

type ErrorEntry = EntryOf<'reflector.error'>;

/** A stream that ends, an expired version: the Reflector gets over those alone. */
export function isEveryday({ phase, code }: ErrorEntry): boolean {
  return phase === 'stream' || code === 410;
}

/** @param wasServed the server has given the informer before what it asked for */
export function failureOf({ phase, code, reason, message, credentials }: ErrorEntry, wasServed: boolean): InformerFailure {
  return {
    cause: causeOf(code, reason, credentials?.how ?? (wasServed ? 'expired' : 'refused'), wasServed),
    phase: phase === 'list' ? 'list' : 'watch',
    code,
    reason,
    message,
    ...(credentials && { credentials }),
  };
}

/**
 * Whether a failure is over when this step has succeeded. That a list is allowed does not say that the watch is; but what had only not answered answers
 * now. That a watch is open says all there is to say.
 */
export function isOutlived({ phase, cause }: InformerFailure, step: 'list' | 'watch'): boolean {
  if (step === 'watch' || phase === 'list') return true;
  return cause !== 'forbidden' && cause !== 'notServed' && cause !== 'noLongerServed';
}

function causeOf(code: number, reason: string, how: 'expired' | 'refused', wasServed: boolean): FailureCause {
  if (code === 0) return isCertificateFault(reason) ? 'untrusted' : withoutAnswer(reason);
  if (code === 401) return how === 'expired' ? 'expired' : 'unauthorized';
  if (code === 403) return 'forbidden';
  if (code === 404 && wasServed) return 'noLongerServed';
  if (code === 404 || code === 405 || code === 406 || code === 415) return 'notServed';
  if (code === 429) return 'throttled';
  return code >= 500 ? 'serverError' : 'other';
}

/** Reasons are the codes of what was thrown: those of ConnectionError, CredentialError and the Reflector's own. */
function withoutAnswer(reason: string): FailureCause {
  switch (reason) {
    case 'refused':
    case 'unresolved':
    case 'timeout':
    case 'reset':
    case 'silent':
    case 'other':
      return 'unreachable';
    case 'unreadable':
    case 'invalid':
    case 'providerFailed':
      return 'noCredentials';
    case 'QueueFull':
      return 'queueFull';
    default:
      return reason.startsWith('exec') ? 'noCredentials' : 'other';
  }
}
