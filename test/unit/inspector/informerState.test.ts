import { describe, expect, it } from 'vitest';
import { initialInformerState, type InformerState, isFailing, reduceInformerState, severityOf } from '../../../extension/inspector/informerState.ts';
import type { TraceDraft, TraceEntry } from '../../../extension/trace/entry.ts';

const informer = 'v1/pods';
const list: TraceDraft = { kind: 'reflector.list', informer, resourceVersion: '0' };
const next = (objects: number, remaining?: number): TraceDraft => ({ kind: 'reflector.list', informer, resourceVersion: '0', continue: 'token', objects, ...(remaining !== undefined && { remaining }) });
const accepted: TraceDraft = { kind: 'reflector.accepted', informer };
const listed: TraceDraft = { kind: 'reflector.listed', informer, items: 2, pages: 1, bytes: 10, resourceVersion: '5' };
const watch: TraceDraft = { kind: 'reflector.watch', informer, resourceVersion: '5', timeoutSeconds: 300, streaming: false };
const stream: TraceDraft = { kind: 'reflector.watch', informer, resourceVersion: '5', timeoutSeconds: 300, streaming: true };
const synced: TraceDraft = { kind: 'reflector.synced', informer };
const event: TraceDraft = { kind: 'reflector.event', informer, key: 'd/a', type: 'MODIFIED' };
const added: TraceDraft = { kind: 'reflector.event', informer, key: 'd/a', type: 'ADDED' };
const bookmark: TraceDraft = { kind: 'reflector.bookmark', informer, initialEventsEnd: false };
const marker: TraceDraft = { kind: 'reflector.bookmark', informer, initialEventsEnd: true };
const backoff: TraceDraft = { kind: 'reflector.backoff', informer, ms: 1600, attempt: 2 };
const stopped: TraceDraft = { kind: 'reflector.stopped', informer };
const closed = (reason = 'closed'): TraceDraft => ({ kind: 'reflector.closed', informer, reason, lasted: 200 });
const failed = (phase: 'list' | 'watch' | 'stream' | 'event' | 'resync', code: number, reason = '', more: object = {}): TraceDraft => ({
  kind: 'reflector.error',
  informer,
  phase,
  code,
  reason,
  message: 'no',
  will: 'retry',
  ...more,
});

/** Everything up to a watch that is open. */
const watching = [list, accepted, listed, synced, watch, accepted] as const;

/** The state after these entries, one every 100 ms. */
function after(...drafts: readonly TraceDraft[]): InformerState {
  return drafts.reduce((state, draft, index) => reduceInformerState(state, { seq: index + 1, t: index * 100, ...draft } as TraceEntry), initialInformerState);
}

const phases = (...drafts: readonly TraceDraft[]): string[] => drafts.map((_draft, index) => after(...drafts.slice(0, index + 1)).phase);

describe('the phase', () => {
  it('is connecting until the server has accepted a list, then listing, syncing, opening the watch and watching', () => {
    expect(after()).toEqual({ phase: 'connecting', synced: false });
    expect(phases(list, accepted, listed, watch, accepted, synced)).toEqual(['connecting', 'listing', 'syncing', 'syncing', 'syncing', 'watching']);
    expect(phases(list, accepted, listed, synced, watch, accepted)).toEqual(['connecting', 'listing', 'syncing', 'opening', 'opening', 'watching']);
    expect(after(...watching)).toEqual({ phase: 'watching', synced: true, isOpen: true, wasServed: true });
  });

  it('of a streamed list is connecting, streaming, and after its end marker that of the watch which it has become', () => {
    expect(phases(stream, accepted, added, marker, synced)).toEqual(['connecting', 'streaming', 'streaming', 'syncing', 'watching']);
    expect(after(stream, accepted, added)).toMatchObject({ isOpen: true, progress: { how: 'stream', objects: 1 } });
    expect(after(stream, accepted, added, marker, synced)).toEqual(after(...watching));
    // A server that cannot stream is listed.
    expect(after(stream, failed('watch', 400), list, accepted)).toMatchObject({ phase: 'listing', progress: { how: 'pages' } });
  });

  it('is told by what comes where it was not said that the server has accepted it', () => {
    expect(phases(list, listed, synced, watch, event)).toEqual(['connecting', 'syncing', 'opening', 'opening', 'watching']);
    expect(phases(list, next(500))).toEqual(['connecting', 'listing']);
    expect(phases(stream, added)).toEqual(['connecting', 'streaming']);
    expect(phases(list, listed, synced, watch, bookmark)).toContain('watching');
  });

  it('is opening again when a watch has ended as watches do, and silent when nothing had come of it, until the server accepts the next', () => {
    expect(phases(...watching, closed(), watch, accepted).slice(-3)).toEqual(['opening', 'opening', 'watching']);
    expect(phases(...watching, closed('silent'), watch, accepted).slice(-3)).toEqual(['silent', 'silent', 'watching']);
    expect(after(...watching, closed('silent'), watch)).toEqual({ phase: 'silent', synced: true, since: 600, wasServed: true });
    expect(phases(...watching, closed('silent'), watch, failed('watch', 0, 'timeout'), backoff).at(-1)).toBe('backingOff');
    expect(phases(...watching, closed('silent'), watch, event).at(-1)).toBe('watching');
    // One that had not begun yet was no watch.
    expect(phases(stream, accepted, closed('silent')).at(-1)).toBe('connecting');
  });

  it('stays synced through later relists', () => {
    expect(after(...watching, closed(), list)).toMatchObject({ phase: 'connecting', synced: true });
    expect(after(...watching, closed(), list, accepted)).toMatchObject({ phase: 'listing', synced: true });
    expect(after(...watching, closed(), list, accepted, listed, watch, accepted)).toEqual(after(...watching));
    expect(after(...watching, closed(), stream, accepted, added, marker)).toEqual(after(...watching));
  });

  it('keeps what it was when it was stopped, and why it did not get on, with nothing to wait for', () => {
    expect(after(...watching, closed('stopped'), stopped)).toEqual({ phase: 'stopped', last: 'watching', synced: true, wasServed: true });
    const refused = after(list, failed('list', 403), backoff, stopped);
    expect(refused).toMatchObject({ phase: 'stopped', last: 'backingOff', failure: { cause: 'forbidden' } });
    expect(refused).not.toHaveProperty('retry');
    expect(after(list, accepted, next(500), stopped)).toEqual({ phase: 'stopped', last: 'listing', synced: false, wasServed: true });
  });

  it('is the very state when an entry changes nothing', () => {
    const state = after(...watching);
    for (const entry of [event, bookmark, failed('event', 0, 'Skipped')]) expect(reduceInformerState(state, { seq: 99, t: 1, ...entry } as TraceEntry)).toBe(state);
  });
});

describe('how far the whole state has come', () => {
  it('of a list in pages: which page is asked for, what is here, of how many, since when', () => {
    expect(after(list).progress).toEqual({ how: 'pages', since: 0, objects: 0, page: 1 });
    expect(after(list, accepted, next(500, 19_500), next(1000, 19_000)).progress).toEqual({ how: 'pages', since: 0, objects: 1000, page: 3, about: 20_000 });
    // What the last page said does not hold for one that does not say.
    expect(after(list, next(500, 19_500), next(1000)).progress).toEqual({ how: 'pages', since: 0, objects: 1000, page: 3 });
    expect(after(list, next(500), listed).progress).toBeUndefined();
    // Another attempt begins anew; an answer that is awaited is waited for without progress.
    expect(after(list, next(500), failed('list', 503), backoff).progress).toBeUndefined();
    expect(after(list, next(500, 10), failed('list', 410), list).progress).toEqual({ how: 'pages', since: 300, objects: 0, page: 1 });
  });

  it('of a streamed one: what has come, until the end marker is seen', () => {
    expect(after(stream).progress).toEqual({ how: 'stream', since: 0, objects: 0, page: 1 });
    expect(after(stream, accepted, added, added, event).progress).toMatchObject({ objects: 2 });
    expect(after(stream, added, { kind: 'reflector.streaming', informer, objects: 143, lasted: 38_000 }).progress).toMatchObject({ how: 'stream', since: 0, objects: 143 });
    expect(after(stream, added, bookmark).progress).toMatchObject({ objects: 1 });
    expect(after(stream, added, marker).progress).toBeUndefined();
    // One that breaks off is asked for again, from nothing.
    expect(after(stream, added, closed()).progress).toBeUndefined();
    expect(after(stream, added, closed(), stream).progress).toMatchObject({ since: 300, objects: 0 });
  });

  it('of a streamed one says how often it was cut off, until it is not', () => {
    const cut = [stream, accepted, added, closed()] as const;
    expect(after(stream, added)).not.toHaveProperty('cuts');
    expect(after(...cut)).toMatchObject({ phase: 'connecting', cuts: 1 });
    expect(after(...cut, ...cut, stream, added)).toMatchObject({ phase: 'streaming', cuts: 2 });
    expect(after(...cut, stream, added, closed('silent'))).toMatchObject({ cuts: 2 });
    expect(severityOf(after(...cut, stream, added))).toBe(2);
    expect(after(...cut, stream, accepted, added, marker, synced)).toEqual(after(...watching));
    // What ends otherwise is told as what it is.
    for (const other of [failed('stream', 410), list, backoff, stopped, watch]) expect(after(...cut, other)).not.toHaveProperty('cuts');
    expect(after(stream, added, closed('Expired'))).not.toHaveProperty('cuts');
    expect(after(...watching, closed())).not.toHaveProperty('cuts');
  });
});

describe('waits', () => {
  it('says when the next attempt is due, which it is, and after what', () => {
    expect(after(list, failed('list', 503), backoff)).toMatchObject({ phase: 'backingOff', retry: { attempt: 2, due: 200 + 1600 }, fault: { phase: 'list', code: 503 } });
    expect(after(list, failed('list', 503), backoff, list)).toMatchObject({ phase: 'connecting', failure: { cause: 'serverError' } });
    expect(after(list, failed('list', 503), backoff, list).retry).toBeUndefined();
    // What the Reflector gets over alone is no failure, but it waits after that, too.
    const expired = after(...watching, closed('Expired'), failed('stream', 410, 'Expired'), backoff);
    expect(expired).toMatchObject({ phase: 'backingOff', fault: { phase: 'watch', code: 410, reason: 'Expired' } });
    expect(expired.failure).toBeUndefined();
    expect(reduceInformerState(reduceInformerState(expired, { seq: 98, t: 1, ...list } as TraceEntry), { seq: 99, t: 2, ...accepted } as TraceEntry)).not.toHaveProperty('fault');
  });

  it('ends when somebody wants the whole state anew', () => {
    const relist: TraceDraft = { kind: 'reflector.relist', informer, why: 'asked for' };
    expect(after(...watching, closed('VeryShortWatch'), failed('stream', 0, 'VeryShortWatch'), backoff, relist)).toMatchObject({ phase: 'connecting', synced: true });
    expect(after(...watching, backoff, relist)).not.toHaveProperty('retry');
    expect(after(...watching, closed('RelistAsked'), relist)).not.toHaveProperty('isOpen');
  });

  it('says until when the rate limit of the client holds its request back', () => {
    const throttled: TraceDraft = { kind: 'reflector.throttled', informer, ms: 1800 };
    expect(after(list, throttled)).toMatchObject({ phase: 'connecting', throttledUntil: 100 + 1800 });
    for (const last of [accepted, listed, failed('list', 503), list, next(500)]) expect(after(list, throttled, last).throttledUntil).toBeUndefined();
  });

  it('says that the server sends whole objects, for as long as it runs', () => {
    const reduced: TraceDraft = { kind: 'reflector.reduced', informer, got: 'PodList' };
    expect(after(list, reduced, accepted, listed, watch, synced, accepted)).toMatchObject({ phase: 'watching', reduced: true });
    expect(after(...watching)).not.toHaveProperty('reduced');
  });
});

describe('failures', () => {
  it.each([
    [401, '', 'unauthorized'],
    [403, 'Forbidden', 'forbidden'],
    [404, 'NotFound', 'notServed'],
    [405, '', 'notServed'],
    [429, '', 'throttled'],
    [500, '', 'serverError'],
    [503, '', 'serverError'],
    [0, 'refused', 'unreachable'],
    [0, 'timeout', 'unreachable'],
    [0, 'certificate', 'untrusted'],
    [0, 'certificateExpired', 'untrusted'],
    [0, 'decode', 'other'],
    [0, 'UnsupportedTable', 'other'],
    [0, 'execFailed', 'noCredentials'],
    [0, 'providerFailed', 'noCredentials'],
    [422, '', 'other'],
  ])('takes %i %s for %s', (code, reason, cause) => {
    expect(after(list, failed('list', code, reason)).failure).toMatchObject({ cause, phase: 'list', code });
  });

  it('tells credentials that have expired from those that were never accepted, by what is known of them, and else by what was served', () => {
    const cause = (...drafts: readonly TraceDraft[]): string | undefined => after(...drafts).failure?.cause;
    expect(cause(list, failed('list', 401))).toBe('unauthorized');
    for (const before of [[list, accepted], [list, next(500)], [list, listed], watching]) expect(cause(...before, failed('list', 401))).toBe('expired');
    const known = (how: 'expired' | 'refused'): TraceDraft => failed('list', 401, 'Unauthorized', { credentials: { how, from: 'plugin' } });
    expect(cause(list, known('expired'))).toBe('expired');
    expect(cause(...watching, known('refused'))).toBe('unauthorized');
    expect(after(list, known('expired')).failure).toMatchObject({ credentials: { from: 'plugin' } });
  });

  it('tells a kind that is served no longer from one that never was', () => {
    expect(after(...watching, closed(), list, failed('list', 404)).failure).toMatchObject({ cause: 'noLongerServed' });
    expect(after(list, accepted, listed, synced, watch, failed('watch', 405)).failure).toMatchObject({ cause: 'notServed', phase: 'watch' });
  });

  it('takes an expired version and what ends a stream for everyday life', () => {
    for (const everyday of [failed('stream', 410), failed('watch', 410), failed('stream', 500)]) expect(after(...watching, closed(), everyday).failure).toBeUndefined();
    expect(after(...watching, failed('resync', 0, 'Unknown'))).toEqual(after(...watching));
    // A server that cannot stream a list is asked for a plain one at once.
    expect(after(stream, failed('watch', 422, 'Invalid', { will: 'relist' }), list)).toMatchObject({ phase: 'connecting', fault: { code: 422 } });
    expect(after(stream, failed('watch', 422, 'Invalid', { will: 'relist' }), list).failure).toBeUndefined();
    expect(after(stream, failed('watch', 429, '', { will: 'rewatch' })).failure).toMatchObject({ cause: 'throttled' });
  });

  it('forgets a refused list when one is accepted, and a refused watch only when a watch is', () => {
    expect(after(list, failed('list', 403), backoff, list, accepted).failure).toBeUndefined();
    expect(after(list, failed('list', 403), backoff, list, listed).failure).toBeUndefined();
    const watchRefused = [list, accepted, listed, synced, watch, failed('watch', 403), backoff, list, accepted, listed, watch] as const;
    expect(after(...watchRefused).failure).toMatchObject({ cause: 'forbidden', phase: 'watch' });
    for (const sign of [accepted, event, bookmark]) expect(after(...watchRefused, sign)).toEqual(after(...watching));
  });

  it('forgets an unreachable server when it answers: a watch of a resource where nothing happens is accepted all the same', () => {
    const away = [...watching, closed(), watch, failed('watch', 0, 'refused'), backoff] as const;
    expect(after(...away)).toMatchObject({ phase: 'backingOff', failure: { cause: 'unreachable' } });
    expect(after(...away, watch)).toMatchObject({ phase: 'opening', failure: { cause: 'unreachable' } });
    expect(after(...away, watch, accepted)).toEqual(after(...watching));
    expect(after(...away, list, accepted).failure).toBeUndefined();
  });

  it('says that a full queue keeps a watch from being read, which stays open', () => {
    const full = after(...watching, failed('watch', 0, 'QueueFull'));
    expect(full).toMatchObject({ phase: 'watching', isOpen: true, failure: { cause: 'queueFull' } });
    expect(isFailing(full)).toBe(false);
    expect(reduceInformerState(full, { seq: 99, t: 1, ...event } as TraceEntry)).toEqual(after(...watching));
  });
});

describe('severityOf', () => {
  it('puts failures before waits, waits before progress, progress before rest; what has stopped is at rest', () => {
    const states = [after(...watching), after(list), after(list, backoff), after(...watching, closed('silent')), after(list, failed('list', 429)), after(list, failed('list', 403)), after(list, failed('list', 403), stopped)];
    expect(states.map(severityOf)).toEqual([0, 1, 2, 2, 3, 4, 0]);
    expect(states.map(isFailing)).toEqual([false, false, false, false, true, true, false]);
  });
});
