import { CodedError, messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import { ApiError, ConnectionError, isExpired, isTooManyRequests, type RefusedCredentials } from '../kube/status.ts';

/** The server answered with something that a Reflector cannot use. */
export class ReflectorError extends CodedError<'UnsupportedTable' | 'VeryShortWatch' | 'QueueFull' | 'ListFailed' | 'Inconsistent' | 'Undecodable' | 'EndlessList' | 'RelistAsked'> {
  override readonly name = 'ReflectorError';

  static is(error: unknown, code?: ReflectorError['code']): error is ReflectorError {
    return error instanceof ReflectorError && (code === undefined || error.code === code);
  }
}

/** A watch that closes sooner than this without a single event is a failure. */
export const veryShortWatchMs = 1000;

export function veryShortWatch(lastedMs: number): ReflectorError {
  const message = `very short watch: it was closed after ${Math.round(lastedMs)} ms without a single event`;
  return new ReflectorError('VeryShortWatch', message, { lastedMs });
}

export function unsupportedTable(): ReflectorError {
  return new ReflectorError('UnsupportedTable', 'unsupported: the server answered with a Table instead of a list of objects', undefined);
}

/** An item of a list is not what a decoder of Go would take; that refuses the whole list. */
export function undecodableItem(index: number, why: string): ReflectorError {
  return new ReflectorError('Undecodable', `the list cannot be decoded: item ${index} ${why}`, { index, why });
}

/** An undecodable item of a page as one of the whole list, in which `objects` came before; any other error as it is. */
export function countedFrom(objects: number, error: unknown): unknown {
  if (!ReflectorError.is(error, 'Undecodable')) return error;
  const { index, why } = error.data as { readonly index: number; readonly why: string };
  return undecodableItem(objects + index, why);
}

/** Pages that lead in a circle, or further than any list goes. */
export function endlessList(why: string): ReflectorError {
  return new ReflectorError('EndlessList', `the list does not end: ${why}`, undefined);
}

/** The same of an event: as in client-go it ends the stream, and the state is listed anew. */
export function undecodableEvent(why: string): ApiError {
  return new ApiError({ code: 500, reason: 'InternalError', message: `unable to decode an event from the watch stream: ${why}` });
}

export function queueFull(deltas: number): ReflectorError {
  const message = `${deltas} deltas are queued, which is the bound: the watch is not read until some have been popped`;
  return new ReflectorError('QueueFull', message, { deltas });
}

/** Why a good watch is given up: somebody wants the whole state anew. */
export function relistAsked(why: string): ReflectorError {
  return new ReflectorError('RelistAsked', `the whole state is listed anew: ${why}`, { why });
}

/** What the watch-error handler hears of a failed list; `cause` is the error itself. */
export function listFailed(informer: string, cause: unknown): ReflectorError {
  return new ReflectorError('ListFailed', `failed to list ${informer}: ${messageOf(cause)}`, { informer }, { cause });
}

/** What is said when nobody else wants to hear of it: what passes by itself quietly, everything else as an error. */
export function reportWatchError(informer: string, error: unknown, logger: Logger): void {
  const reason = ReflectorError.is(error, 'ListFailed') ? error.cause : error;
  if (isExpired(reason)) logger.trace('reflector', `${informer}: the watch has expired: ${messageOf(reason)}`);
  else if (isBrokenOpening(reason)) logger.info('reflector', `${informer}: the connection broke: ${messageOf(reason)}`);
  else logger.error('reflector', `${informer}: ${messageOf(error)}`, reason);
}

/** What a `reflector.error` entry says of an error. */
export interface ErrorFacts {
  /** HTTP status; 0 when no answer came. */
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  /** Of a 401. */
  readonly credentials?: RefusedCredentials;
}

export function factsOf(error: unknown): ErrorFacts {
  if (ApiError.is(error)) return { code: error.status, reason: error.reason, message: error.message, ...(error.credentials && { credentials: error.credentials }) };
  if (error instanceof CodedError) return { code: 0, reason: error.code, message: error.message };
  return { code: 0, reason: 'Unknown', message: messageOf(error) };
}

/** Nobody listens, or the server is busy: the watch is opened again without a list. */
export function isWatchRetryable(error: unknown): boolean {
  return ConnectionError.is(error, 'refused') || isTooManyRequests(error);
}

/** The connection broke before the server had answered: counts as a watch that closed at once (T-02). */
export function isBrokenOpening(error: unknown): boolean {
  return ConnectionError.is(error, 'reset') || ConnectionError.is(error, 'timeout');
}

/** A server may ask for patience, but not without bound. */
const longestRetryAfterMs = 300_000;

/** How long the server asked to be left alone; 0 when it did not (T-01). */
export function retryAfterMs(error: unknown): number {
  if (!ApiError.is(error)) return 0;
  const seconds = Number(error.retryAfterSeconds ?? 0);
  return seconds > 0 ? Math.min(seconds * 1000, longestRetryAfterMs) : 0;
}
