import type { WatchSigns } from '../informer/watchStream.ts';
import { nextCountIn, nextStepIn } from './ageSteps.ts';
import { type InformerState, severityOf, silentSeverity } from './informerState.ts';
import { sendsBookmarksAlways } from './sendsBookmarksAlways.ts';
import type { Session } from './session.ts';
import type { SessionPicture } from './sessionPicture.ts';

/**
 * How long a watch may bring no byte where the server sends bookmarks whatever happens: they come every 60 s, on a timer of the server's that ticks up to
 * 1.25 s late, and have a way to go. The transport gives a stream up 5 s later.
 */
export const silentMs = 65_000;

/** What an informer is doing at one moment: its state, and what only time and the connection tell. Ages and waits in milliseconds. */
export interface InformerStatus {
  readonly state: InformerState;
  readonly doing: Doing;
  /** As of the state; of one that is silent by time alone as of one that is. */
  readonly severity: number;
  /** For how long it has been doing that; undefined where that says nothing. */
  readonly forMs: number | undefined;
  /** Until the next attempt, or until its request is sent. */
  readonly inMs: number | undefined;
  /** Since its last byte, of an event or not, and since its last bookmark; undefined: there was none, or nobody knows. */
  readonly byteMs: number | undefined;
  readonly bookmarkMs: number | undefined;
  /** The session has ended, or the informer, or it ran elsewhere: this is what it was doing last, and time stands still in it. */
  readonly isLast: boolean;
}

export type Doing =
  | 'connecting'
  | 'heldBack' // by the rate limit of the client
  | 'listing'
  | 'streaming'
  | 'syncing'
  | 'opening' // the watch
  | 'watching'
  | 'silent' // a watch is open, and nothing comes; or it was given up for that, and is being opened anew
  | 'backingOff'
  | 'stopped';

/** What a status is read from. */
export interface StatusSource extends Pick<SessionPicture, 'now' | 'msSince' | 'figures' | 'ended' | 'runs' | 'connection'> {
  readonly informers: Pick<SessionPicture['informers'], 'stateOf' | 'signsOf'>;
  /** Only the present has it. */
  readonly refusals?: Pick<Session['refusals'], 'of'>;
}

/** @param isLast the session is about to end */
export function informerStatus(source: StatusSource, informer: string, isLast = source.ended || !source.runs): InformerStatus {
  const state = source.informers.stateOf(informer);
  const now = source.now();
  const signs = source.informers.signsOf?.(informer);
  const freshness = source.figures?.freshness(informer);
  const byteMs = newest(ageOf(freshness?.byte, now), signs?.heardAt === undefined ? undefined : source.msSince(signs.heardAt));
  const bookmarkMs = ageOf(freshness?.bookmark, now);
  const doing = doingOf(state, now, isSilent(source, signs, byteMs, bookmarkMs));
  return {
    state,
    doing,
    severity: doing === 'silent' ? Math.max(severityOf(state), silentSeverity) : severityOf(state),
    forMs: forMs(doing, state, now, byteMs),
    inMs: doing === 'backingOff' ? waitOf(state.retry?.due, now) : doing === 'heldBack' ? waitOf(state.throttledUntil, now) : undefined,
    byteMs,
    bookmarkMs,
    isLast: isLast || state.phase === 'stopped',
  };
}

/** In how many milliseconds something else is to be said of it though nothing happens; undefined: never. */
export function changesInMs({ doing, forMs: since, inMs, byteMs, bookmarkMs, isLast }: InformerStatus): number | undefined {
  if (isLast) return undefined;
  if (inMs !== undefined) return inMs > 0 ? nextCountIn(inMs) : undefined;
  if (doing !== 'watching') return since === undefined ? undefined : everySecondMs;
  const next = [nextStepIn(byteMs), nextStepIn(bookmarkMs), byteMs === undefined || byteMs >= silentMs ? Infinity : silentMs - byteMs];
  const soonest = Math.min(...next);
  return soonest === Infinity ? undefined : soonest;
}

const everySecondMs = 1000;

function doingOf({ phase, throttledUntil }: InformerState, now: number, isSilentNow: boolean): Doing {
  if (throttledUntil !== undefined && throttledUntil > now) return 'heldBack';
  return phase === 'watching' && isSilentNow ? 'silent' : phase;
}

/** Only where the server is waited for, and is known to send something all the time: elsewhere a quiet watch is a watch on which nothing happens. */
function isSilent({ connection }: StatusSource, signs: WatchSigns | undefined, byteMs: number | undefined, bookmarkMs: number | undefined): boolean {
  if (signs?.isAwaited !== true || byteMs === undefined || byteMs < silentMs || connection.phase !== 'connected') return false;
  // One that does not tell its version is known by what it has sent.
  return connection.version === undefined ? bookmarkMs !== undefined : sendsBookmarksAlways(connection.version);
}

function forMs(doing: Doing, { since, progress }: InformerState, now: number, byteMs: number | undefined): number | undefined {
  if (doing === 'silent') return byteMs ?? ageOf(since, now);
  if (doing === 'listing' || doing === 'streaming') return ageOf(progress?.since, now);
  return doing === 'connecting' || doing === 'opening' ? ageOf(since, now) : undefined;
}

function ageOf(t: number | undefined, now: number): number | undefined {
  return t === undefined ? undefined : Math.max(0, now - t);
}

function waitOf(due: number | undefined, now: number): number | undefined {
  return due === undefined ? undefined : Math.max(0, due - now);
}

function newest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
