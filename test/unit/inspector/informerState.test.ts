import { describe, expect, it } from 'vitest';
import { initialInformerState, type InformerState, reduceInformerState, severityOf } from '../../../extension/inspector/informerState.ts';
import type { TraceDraft, TraceEntry } from '../../../extension/trace/entry.ts';

const informer = 'v1/pods';
const list: TraceDraft = { kind: 'reflector.list', informer, resourceVersion: '0' };
const listed: TraceDraft = { kind: 'reflector.listed', informer, items: 2, pages: 1, bytes: 10, resourceVersion: '5' };
const watch: TraceDraft = { kind: 'reflector.watch', informer, resourceVersion: '5', timeoutSeconds: 300, streaming: false };
const synced: TraceDraft = { kind: 'reflector.synced', informer };
const event: TraceDraft = { kind: 'reflector.event', informer, key: 'd/a', type: 'MODIFIED' };
const backoff: TraceDraft = { kind: 'reflector.backoff', informer, ms: 1600, attempt: 2 };
const failed = (phase: 'list' | 'watch' | 'stream', code: number, reason = ''): TraceDraft => ({
  kind: 'reflector.error',
  informer,
  phase,
  code,
  reason,
  message: 'no',
  will: 'retry',
});

/** The state after these entries, one every 100 ms. */
function after(...drafts: readonly TraceDraft[]): InformerState {
  return drafts.reduce((state, draft, index) => reduceInformerState(state, { seq: index + 1, t: index * 100, ...draft } as TraceEntry), initialInformerState);
}

describe('reduceInformerState', () => {
  it('goes from connecting through listing and syncing to watching', () => {
    expect(after().phase).toBe('connecting');
    expect(after(list).phase).toBe('listing');
    expect(after(list, listed)).toEqual({ phase: 'syncing', synced: false });
    expect(after(list, listed, watch)).toEqual({ phase: 'syncing', synced: false });
    expect(after(list, listed, watch, synced)).toEqual({ phase: 'watching', synced: true });
  });

  it('is synced through later relists', () => {
    expect(after(list, listed, synced, watch, list)).toMatchObject({ phase: 'listing', synced: true });
    expect(after(list, listed, synced, watch, list, listed)).toEqual({ phase: 'watching', synced: true });
  });

  it('streams its first list as a listing', () => {
    const streamed: TraceDraft = { ...watch, streaming: true } as TraceDraft;
    expect(after(streamed).phase).toBe('listing');
    expect(after(streamed, event, synced)).toEqual({ phase: 'watching', synced: true });
  });

  it('says how far a list in pages has come: which page is asked for, what is here, since when', () => {
    const next = (objects: number): TraceDraft => ({ ...list, continue: 'token', objects }) as TraceDraft;
    expect(after(list).progress).toEqual({ how: 'pages', since: 0, objects: 0, page: 1 });
    expect(after(list, next(500), next(1000)).progress).toEqual({ how: 'pages', since: 0, objects: 1000, page: 3 });
    expect(after(list, next(500), listed)).toEqual({ phase: 'syncing', synced: false });
    // Another attempt begins anew; an answer that is awaited is waited for without progress.
    expect(after(list, next(500), failed('list', 503), backoff).progress).toBeUndefined();
    expect(after(list, next(500), failed('list', 410), list).progress).toEqual({ how: 'pages', since: 300, objects: 0, page: 1 });
    expect(after(list, { kind: 'reflector.stopped', informer }).progress).toBeUndefined();
  });

  it('says how far a streamed list has come, until its end marker is seen', () => {
    const streamed = { ...watch, streaming: true } as TraceDraft;
    const added = { ...event, type: 'ADDED' } as TraceDraft;
    const marker: TraceDraft = { kind: 'reflector.bookmark', informer, initialEventsEnd: true };
    expect(after(streamed).progress).toEqual({ how: 'stream', since: 0, objects: 0, page: 1 });
    expect(after(streamed, added, added, event).progress).toMatchObject({ objects: 2 });
    expect(after(streamed, added, { kind: 'reflector.streaming', informer, objects: 143, lasted: 38_000 }).progress).toMatchObject({ how: 'stream', since: 0, objects: 143 });
    expect(after(streamed, added, { ...marker, initialEventsEnd: false } as TraceDraft).progress).toMatchObject({ objects: 1 });
    expect(after(streamed, added, marker)).toEqual({ phase: 'syncing', synced: false });
    expect(after(streamed, added, marker, synced)).toEqual({ phase: 'watching', synced: true });
    expect(after(streamed, added, marker, synced, event)).toEqual({ phase: 'watching', synced: true });
    // One that breaks off is asked for again, from nothing.
    const closed: TraceDraft = { kind: 'reflector.closed', informer, reason: 'closed', lasted: 200 };
    expect(after(streamed, added, closed).progress).toBeUndefined();
    expect(after(streamed, added, closed, streamed).progress).toMatchObject({ since: 300, objects: 0 });
    // A server that cannot stream is listed.
    expect(after(streamed, failed('watch', 400), list).progress).toMatchObject({ how: 'pages' });
    expect(after(list, listed, synced, streamed, marker)).toEqual({ phase: 'watching', synced: true });
  });

  it('says when the next attempt is due, and which it is', () => {
    expect(after(list, failed('list', 503), backoff)).toMatchObject({ phase: 'backingOff', retry: { attempt: 2, due: 200 + 1600 } });
    expect(after(list, failed('list', 503), backoff, list).retry).toBeUndefined();
  });

  it('says until when the rate limit of the client holds its request back', () => {
    const throttled: TraceDraft = { kind: 'reflector.throttled', informer, ms: 1800 };
    expect(after(list, throttled)).toMatchObject({ phase: 'listing', synced: false, throttledUntil: 100 + 1800 });
    expect(after(list, throttled, listed)).toEqual({ phase: 'syncing', synced: false });
    expect(after(list, throttled, failed('list', 503)).throttledUntil).toBeUndefined();
    expect(after(list, throttled, list).throttledUntil).toBeUndefined();
  });

  it('says that the server sends whole objects, for as long as it runs', () => {
    const reduced: TraceDraft = { kind: 'reflector.reduced', informer, got: 'PodList' };
    expect(after(list, reduced, listed, watch, synced)).toEqual({ phase: 'watching', synced: true, reduced: true });
    expect(after(list, listed, watch, synced)).not.toHaveProperty('reduced');
  });

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
    [0, 'decode', 'other'],
    [0, 'UnsupportedTable', 'other'],
    [0, 'execFailed', 'noCredentials'],
    [0, 'providerFailed', 'noCredentials'],
    [422, '', 'other'],
  ])('takes %i %s for %s', (code, reason, cause) => {
    expect(after(list, failed('list', code, reason)).failure).toMatchObject({ cause, phase: 'list', code });
  });

  it('takes an expired version and what ends a stream for everyday life', () => {
    expect(after(list, listed, watch, synced, failed('stream', 410), list).failure).toBeUndefined();
    expect(after(list, listed, watch, synced, failed('watch', 410)).failure).toBeUndefined();
    expect(after(list, listed, watch, synced, failed('stream', 500)).failure).toBeUndefined();
  });

  it('forgets a refused list when a list succeeds, and a refused watch only when something arrives', () => {
    expect(after(list, failed('list', 403), backoff, list, listed).failure).toBeUndefined();
    const watchRefused = after(list, listed, watch, synced, failed('watch', 403), backoff, list, listed, watch);
    expect(watchRefused.failure).toMatchObject({ cause: 'forbidden', phase: 'watch' });
    expect(reduceInformerState(watchRefused, { ...event, seq: 99, t: 1 } as TraceEntry).failure).toBeUndefined();
  });

  it('forgets an unreachable server as soon as the watch is asked for again, also of a resource where nothing happens', () => {
    const away = after(list, listed, watch, synced, failed('watch', 0, 'refused'), backoff);
    expect(away).toMatchObject({ phase: 'backingOff', failure: { cause: 'unreachable' } });
    expect(reduceInformerState(away, { ...watch, seq: 99, t: 9999 } as TraceEntry)).toEqual({ phase: 'watching', synced: true });
    const broken = after(list, listed, watch, synced, failed('watch', 0, 'reset'), backoff, list);
    expect(broken.failure).toMatchObject({ cause: 'unreachable' });
    expect(reduceInformerState(broken, { ...listed, seq: 99, t: 9999 } as TraceEntry)).toEqual({ phase: 'watching', synced: true });
  });

  it('keeps the very state when an entry changes nothing', () => {
    const state = after(list, listed, watch, synced);
    expect(reduceInformerState(state, { ...event, seq: 99, t: 1 } as TraceEntry)).toBe(state);
  });

  it('ends as stopped, with nothing to wait for', () => {
    expect(after(list, failed('list', 503), backoff, { kind: 'reflector.stopped', informer })).toEqual({ phase: 'stopped', synced: false });
  });
});

describe('severityOf', () => {
  it('puts failures before waits, waits before progress, and progress before rest', () => {
    const states = [after(list, listed, watch, synced), after(list), after(list, backoff), after(list, failed('list', 429)), after(list, failed('list', 403))];
    expect(states.map(severityOf)).toEqual([0, 1, 2, 3, 4]);
  });
});
