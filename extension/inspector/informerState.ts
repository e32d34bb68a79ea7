import type { EntryOf, TraceEntry } from '../trace/entry.ts';

/** What an informer is doing, as its Reflector's entries tell it. Never asked for, only folded from the trace. */
export interface InformerState {
  readonly phase: InformerPhase;
  /** Every object of the first list has reached the cache; stays true through later relists. */
  readonly synced: boolean;
  /** Why it does not get on; absent as soon as the step that failed has succeeded. */
  readonly failure?: InformerFailure;
  /** Set while it waits before the next attempt. */
  readonly retry?: {
    /** Which attempt comes next, counted from the last success. */
    readonly attempt: number;
    /** Session time in milliseconds at which it comes. */
    readonly due: number;
  };
  /** Set while the client's own rate limit holds its request back: session time in milliseconds until which it does. */
  readonly throttledUntil?: number;
  /** Set while the whole state is on its way, for the first time or anew. */
  readonly progress?: InitialProgress;
  /** Metadata alone was asked for, and the server sends whole objects all the same. */
  readonly reduced?: true;
}

/** How far the whole state has come. */
export interface InitialProgress {
  /** By a list in pages, or as the beginning of a watch, whose end marker has not been seen. */
  readonly how: 'pages' | 'stream';
  /** Session time in milliseconds at which it was asked for. */
  readonly since: number;
  /** Those that have come. */
  readonly objects: number;
  /** The page that has been asked for, from 1; of a stream 1. */
  readonly page: number;
}

export type InformerPhase =
  | 'connecting' // nothing has been asked yet
  | 'listing'
  | 'syncing' // listed; the objects are on their way into the cache
  | 'watching'
  | 'backingOff'
  | 'stopped';

/** Causes that have a cure of their own. */
export type FailureCause =
  | 'unauthorized' // 401
  | 'expired' // 401 to credentials that had been taken before
  | 'forbidden' // 403
  | 'notServed' // 404, 405, 406, 415: no such resource, or not to be listed and watched
  | 'throttled' // 429
  | 'serverError' // 5xx
  | 'unreachable' // no answer
  | 'untrusted' // the server's certificate is not trusted
  | 'noCredentials' // nothing was sent: there is nothing to prove who asks
  | 'other';

export interface InformerFailure {
  readonly cause: FailureCause;
  readonly phase: 'list' | 'watch';
  /** HTTP status; 0 when no answer came. */
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  /** Of a 401, where it is known. */
  readonly credentials?: ErrorEntry['credentials'];
}

export const initialInformerState: InformerState = { phase: 'connecting', synced: false };

/** The state after `entry`; the same reference when it changes nothing, which is the case for nearly every entry. */
export function reduceInformerState(state: InformerState, entry: TraceEntry): InformerState {
  switch (entry.kind) {
    case 'reflector.list':
      return { ...withoutWaits(state), phase: 'listing', progress: pageOf(state.progress, entry) };
    case 'reflector.throttled':
      return { ...state, throttledUntil: entry.t + entry.ms };
    case 'reflector.reduced':
      return state.reduced ? state : { ...state, reduced: true };
    case 'reflector.listed':
      return { ...afterList(withoutProgress(withoutWaits(state))), phase: state.synced ? 'watching' : 'syncing' };
    case 'reflector.watch':
      // Sent, not yet accepted: one that was not allowed stays so until something arrives.
      return entry.streaming
        ? { ...withoutPassing(withoutWaits(state)), phase: 'listing', progress: { how: 'stream', since: entry.t, objects: 0, page: 1 } }
        : { ...withoutPassing(withoutProgress(withoutWaits(state))), phase: state.synced ? 'watching' : 'syncing' };
    case 'reflector.event':
      return withoutFailure(withStreamed(state, entry.type));
    case 'reflector.streaming':
      return state.progress ? { ...state, progress: { ...state.progress, objects: entry.objects } } : state;
    case 'reflector.bookmark':
      return withoutFailure(entry.initialEventsEnd && state.progress ? { ...withoutProgress(state), phase: state.synced ? 'watching' : 'syncing' } : state);
    case 'reflector.closed':
      return withoutFailure(withoutProgress(state));
    case 'reflector.error':
      return isFailure(entry) ? { ...withoutWaits(state), failure: failureOf(entry) } : state;
    case 'reflector.backoff':
      return { ...withoutProgress(state), phase: 'backingOff', retry: { attempt: entry.attempt, due: entry.t + entry.ms } };
    case 'reflector.synced':
      return { ...withoutProgress(state), synced: true, phase: state.phase === 'backingOff' ? 'backingOff' : 'watching' };
    case 'reflector.stopped':
      return { phase: 'stopped', synced: state.synced };
    default:
      return state;
  }
}

/** It has something to say that a person must see: the worst of several informers is shown first. */
export function severityOf(state: InformerState): number {
  if (state.failure) return state.failure.cause === 'throttled' ? 3 : 4;
  if (state.phase === 'backingOff') return 2;
  return state.phase === 'watching' && state.synced ? 0 : 1;
}

type ErrorEntry = EntryOf<'reflector.error'>;

/** A stream that ends, an expired version, a frame that cannot be read: the Reflector gets over those alone. */
function isFailure({ phase, code }: ErrorEntry): boolean {
  return (phase === 'list' || phase === 'watch') && code !== 410;
}

function failureOf(entry: ErrorEntry): InformerFailure {
  const { code, reason, message, credentials } = entry;
  const cause = credentials?.how === 'expired' ? 'expired' : causeOf(code, reason);
  return { cause, phase: entry.phase === 'list' ? 'list' : 'watch', code, reason, message, ...(credentials && { credentials }) };
}

function causeOf(code: number, reason: string): FailureCause {
  if (code === 0) return withoutAnswer(reason);
  if (code === 401) return 'unauthorized';
  if (code === 403) return 'forbidden';
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
    case 'certificate':
    case 'certificateExpired':
    case 'certificateName':
      return 'untrusted';
    case 'unreadable':
    case 'invalid':
    case 'providerFailed':
      return 'noCredentials';
    default:
      return reason.startsWith('exec') ? 'noCredentials' : 'other';
  }
}

/** A list that succeeds does not say that the watch is allowed. */
function afterList(state: InformerState): InformerState {
  return state.failure?.phase === 'list' ? withoutFailure(state) : withoutPassing(state);
}

/** What passes by itself is over when it is tried again: a server that still does not answer says so at once, or is listed first. */
function withoutPassing(state: InformerState): InformerState {
  const { failure } = state;
  return failure?.phase === 'watch' && failure.cause !== 'forbidden' && failure.cause !== 'notServed' ? withoutFailure(state) : state;
}

function withoutFailure(state: InformerState): InformerState {
  if (!state.failure) return state;
  const { failure: _, ...rest } = state;
  return rest;
}

function withoutProgress(state: InformerState): InformerState {
  if (!state.progress) return state;
  const { progress: _, ...rest } = state;
  return rest;
}

/** A request with a token goes on with the list that is under way. */
function pageOf(progress: InitialProgress | undefined, { continue: token, objects = 0, t }: EntryOf<'reflector.list'>): InitialProgress {
  const isLater = token !== undefined && progress?.how === 'pages';
  return isLater ? { ...progress, page: progress.page + 1, objects } : { how: 'pages', since: t, objects, page: 1 };
}

/** An event of a stream that has not come to its end marker is an object of the whole state. */
function withStreamed(state: InformerState, type: string): InformerState {
  const { progress } = state;
  if (progress?.how !== 'stream' || type !== 'ADDED') return state;
  return { ...state, progress: { ...progress, objects: progress.objects + 1 } };
}

function withoutWaits(state: InformerState): InformerState {
  const { retry: _retry, throttledUntil: _throttledUntil, ...rest } = state;
  return rest;
}
