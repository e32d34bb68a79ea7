import type { EntryOf, TraceEntry } from '../trace/entry.ts';
import { failureOf, type InformerFailure, isEveryday, isOutlived } from './informerFailure.ts';

export type { FailureCause, InformerFailure } from './informerFailure.ts';

/**
 * What an informer is doing, as its Reflector's entries tell it. Never asked for, only folded from the trace, so that a recording and a time that has
 * passed tell the same. What goes by time beside that is in `InformerStatus`.
 */
export interface InformerState {
  readonly phase: InformerPhase;
  /** Every object of the first list has reached the cache; stays true through later relists. */
  readonly synced: boolean;
  /** A watch is open, as the beginning of which the whole state may come. */
  readonly isOpen?: true;
  /** The server has given it once what it asked for: what it refuses from now on was allowed, and served, before. */
  readonly wasServed?: true;
  /** Session time at which that was asked for which is awaited, or since which a silent watch is closed. */
  readonly since?: number;
  /** Why it does not get on; absent as soon as the step that failed has succeeded. */
  readonly failure?: InformerFailure;
  /** What went wrong last, also what it gets over alone; absent as soon as anything succeeds. */
  readonly fault?: InformerFailure;
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
  /** How often in a row the whole state has been cut off before its end marker, and asked for again at once: nothing bounds that but the network. */
  readonly cuts?: number;
  /** Metadata alone was asked for, and the server sends whole objects all the same. */
  readonly reduced?: true;
  /** Of one that has stopped: what it was doing then. */
  readonly last?: InformerPhase;
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
  /** How many it will be in all, by what the server says of the rest; absent where it does not say. */
  readonly about?: number;
}

export type InformerPhase =
  | 'connecting' // nothing has been asked yet, or what was asked has no answer yet
  | 'listing' // a page of it is on its way
  | 'streaming' // the same as the beginning of a watch
  | 'syncing' // listed; the objects are on their way into the cache
  | 'opening' // synced; the server has not accepted the watch yet
  | 'watching'
  | 'silent' // a watch was given up because nothing came of it, and is being opened anew
  | 'backingOff'
  | 'stopped';

export const initialInformerState: InformerState = { phase: 'connecting', synced: false };

/** The state after `entry`; the same reference when it changes nothing, which is the case for nearly every entry. */
export function reduceInformerState(state: InformerState, entry: TraceEntry): InformerState {
  switch (entry.kind) {
    case 'reflector.list':
      return listAsked(state, entry);
    case 'reflector.accepted':
      return accepted(state);
    case 'reflector.throttled':
      return { ...state, throttledUntil: entry.t + entry.ms };
    case 'reflector.reduced':
      return state.reduced ? state : { ...state, reduced: true };
    case 'reflector.listed':
      return { ...served(without(state, 'progress', 'retry', 'throttledUntil', 'since', 'fault'), 'list'), phase: state.synced ? 'opening' : 'syncing' };
    case 'reflector.watch':
      return watchAsked(state, entry.streaming, entry.t);
    case 'reflector.event':
      return heard(state, entry.type === 'ADDED');
    case 'reflector.streaming':
      return state.progress ? { ...state, progress: { ...state.progress, objects: entry.objects } } : state;
    case 'reflector.bookmark':
      return entry.initialEventsEnd ? streamed(heard(state, false)) : heard(state, false);
    case 'reflector.closed':
      return closed(state, entry.reason, entry.t);
    case 'reflector.error':
      return failed(state, entry);
    case 'reflector.relist':
      // Nothing is waited for any more; the list may be held before it is asked for.
      return { ...without(state, 'progress', 'retry', 'throttledUntil', 'since', 'isOpen', 'cuts'), phase: 'connecting' };
    case 'reflector.backoff':
      return { ...without(state, 'progress', 'throttledUntil', 'since', 'isOpen', 'cuts'), phase: 'backingOff', retry: { attempt: entry.attempt, due: entry.t + entry.ms } };
    case 'reflector.synced':
      return { ...state, synced: true, phase: state.phase === 'syncing' ? watched(state.isOpen, true) : state.phase };
    case 'reflector.stopped':
      return { ...without(state, 'progress', 'retry', 'throttledUntil', 'since', 'isOpen', 'cuts'), phase: 'stopped', last: state.last ?? state.phase };
    default:
      return state;
  }
}

/** Of what is no failure yet. */
export const silentSeverity = 2;

/** It fails now, and a person should know. */
export function isFailing(state: InformerState): boolean {
  return severityOf(state) >= 3;
}

/** It has something to say that a person must see: the worst of several informers is shown first. */
export function severityOf({ failure, phase, synced, cuts }: InformerState): number {
  if (phase === 'stopped') return 0;
  if (failure) return failure.cause === 'queueFull' ? 2 : failure.cause === 'throttled' ? 3 : 4;
  if (phase === 'backingOff' || phase === 'silent' || cuts) return silentSeverity;
  return synced && (phase === 'watching' || phase === 'opening') ? 0 : 1;
}

/** A request with a token goes on with the list that is under way: the pages before it have come. */
function listAsked(state: InformerState, { continue: token, objects = 0, remaining, t }: EntryOf<'reflector.list'>): InformerState {
  const { progress } = state;
  const rest = without(state, 'retry', 'throttledUntil', 'isOpen', 'cuts');
  if (token === undefined || progress?.how !== 'pages') return { ...rest, phase: 'connecting', since: t, progress: { how: 'pages', since: t, objects: 0, page: 1 } };
  const { about: _before, ...known } = progress;
  const about = remaining === undefined ? undefined : objects + remaining;
  return { ...served(rest, 'list'), phase: 'listing', progress: { ...known, page: progress.page + 1, objects, ...(about !== undefined && { about }) } };
}

/** Sent, not yet accepted: one that was not allowed stays so until it is. */
function watchAsked(state: InformerState, streaming: boolean, t: number): InformerState {
  const rest = { ...without(state, 'retry', 'throttledUntil', 'isOpen'), since: t };
  if (streaming) return { ...rest, phase: 'connecting', progress: { how: 'stream', since: t, objects: 0, page: 1 } };
  if (state.phase === 'silent') return { ...without(rest, 'progress', 'cuts'), ...(state.since !== undefined && { since: state.since }) };
  return { ...without(rest, 'progress', 'cuts'), phase: state.synced ? 'opening' : 'syncing' };
}

function accepted(state: InformerState): InformerState {
  const rest = without(state, 'since', 'fault', 'throttledUntil');
  if (state.progress?.how === 'pages') return { ...served(rest, 'list'), phase: 'listing' };
  return { ...served(rest, 'watch'), isOpen: true, phase: state.progress ? 'streaming' : watched(true, state.synced) };
}

/** A sign of life on a watch. One of which it was not said that it was accepted has been, all the same. */
function heard(state: InformerState, isObject: boolean): InformerState {
  const { progress, isOpen, failure } = state;
  const opened = isOpen && !failure ? state : accepted(state);
  // An event of a stream that has not come to its end marker is an object of the whole state.
  return isObject && progress?.how === 'stream' ? { ...opened, progress: { ...progress, objects: progress.objects + 1 } } : opened;
}

/** The end marker: the stream is an ordinary watch now. */
function streamed(state: InformerState): InformerState {
  return state.progress ? { ...without(state, 'progress', 'cuts'), phase: watched(true, state.synced) } : state;
}

/** The server, the connection or somebody here has ended the watch; what comes next is said by the next entry. */
function closed(state: InformerState, reason: string, t: number): InformerState {
  if (reason === 'stopped') return state;
  const rest = without(state, 'progress', 'isOpen', 'since');
  if (state.progress) return { ...rest, phase: 'connecting', ...(isAskedAgain(reason) && { cuts: (state.cuts ?? 0) + 1 }) };
  if (reason === 'silent' && state.synced) return { ...rest, phase: 'silent', since: t };
  return { ...rest, phase: watched(undefined, state.synced) };
}

/** Not by an error, which is told by the next entry, and has a wait of its own. */
function isAskedAgain(reason: string): boolean {
  return reason === 'closed' || reason === 'silent';
}

function failed(state: InformerState, entry: EntryOf<'reflector.error'>): InformerState {
  const { phase, reason } = entry;
  if (phase === 'event' || phase === 'resync') return state;
  const fault = failureOf(entry, state.wasServed ?? false);
  // A server that does not stream a list is listed at once: what is wrong beside that is told by the list.
  const isFallback = phase === 'watch' && entry.will === 'relist' && state.progress?.how === 'stream';
  // The queue is full: the watch is not read for a while, and stays open.
  const rest = reason === 'QueueFull' ? state : without(state, 'retry', 'throttledUntil', 'isOpen', 'since', 'cuts');
  return { ...rest, fault, ...(!isFallback && !isEveryday(entry) && { failure: fault }) };
}

/** What was asked for has been given: what had gone wrong with that is over. */
function served(state: InformerState, step: 'list' | 'watch'): InformerState {
  const rest = state.failure && isOutlived(state.failure, step) ? without(state, 'failure') : state;
  return rest.wasServed ? rest : { ...rest, wasServed: true };
}

function watched(isOpen: boolean | undefined, synced: boolean): InformerPhase {
  if (!synced) return 'syncing';
  return isOpen ? 'watching' : 'opening';
}

type Passing = 'progress' | 'retry' | 'throttledUntil' | 'since' | 'isOpen' | 'cuts' | 'failure' | 'fault';

/** The same reference when it has none of them. */
function without(state: InformerState, ...names: readonly Passing[]): InformerState {
  if (names.every((name) => state[name] === undefined)) return state;
  const rest: { -readonly [Name in keyof InformerState]: InformerState[Name] } = { ...state };
  for (const name of names) delete rest[name];
  return rest;
}
