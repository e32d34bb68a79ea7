import { describe, expect, it } from 'vitest';
import { stepOf } from '../../../extension/inspector/ageSteps.ts';
import { initialInformerState, type InformerState, reduceInformerState } from '../../../extension/inspector/informerState.ts';
import { changesInMs, informerStatus, type InformerStatus, silentMs, type StatusSource } from '../../../extension/inspector/informerStatus.ts';
import { RowClock } from '../../../extension/inspector/rowClock.ts';
import type { InformerNode } from '../../../extension/inspector/treeNode.ts';
import type { TraceEntry } from '../../../extension/trace/entry.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { openSession } from '../../support/openSession.ts';

const name = 'v1/pods';
const watching: InformerState = { phase: 'watching', synced: true, isOpen: true, wasServed: true };

interface Known {
  readonly state?: InformerState;
  /** Session time of the last entries that came from the server. */
  readonly byte?: number;
  readonly bookmark?: number;
  /** Session time of the last byte of the open watch; the clock began at 500. */
  readonly heardAt?: number;
  readonly isAwaited?: boolean;
  /** Null: the server keeps it to itself. */
  readonly version?: string | null;
  readonly ended?: boolean;
}

/** What there is to know at a time of the session. */
function at(now: number, { state = watching, byte, bookmark, heardAt, isAwaited = true, version = 'v1.34.0', ended = false }: Known = {}): InformerStatus {
  const source = {
    now: () => now,
    msSince: (time: number) => now + 500 - time,
    ended,
    runs: true,
    connection: { phase: 'connected', ...(version !== null && { version }) },
    informers: { stateOf: () => state, signsOf: () => ({ heardAt: heardAt === undefined ? undefined : heardAt + 500, isAwaited }) },
    figures: { freshness: () => ({ byte, bookmark, listed: undefined }) },
  } as unknown as StatusSource;
  return informerStatus(source, name);
}

describe('the ages of a watch', () => {
  it('are those of its last byte, of an event or not, and of its last bookmark', () => {
    expect(at(40_000, { byte: 5000, bookmark: 9000, heardAt: 36_000 })).toMatchObject({ doing: 'watching', byteMs: 4000, bookmarkMs: 31_000, severity: 0 });
    // Where only entries are known, as of a recording or of a time that has passed, these tell.
    expect(at(40_000, { byte: 5000 })).toMatchObject({ byteMs: 35_000, bookmarkMs: undefined });
    expect(at(40_000)).toMatchObject({ doing: 'watching', byteMs: undefined });
  });

  it('are told in steps: what changes next is when one is passed, or when it is silent', () => {
    expect([0, 3999, 4000, 9999, 10_000, 61_000, 7_200_000].map(stepOf)).toEqual([0, 0, 4000, 4000, 10_000, 60_000, 3_600_000]);
    expect(changesInMs(at(40_000, { heardAt: 39_000, bookmark: 15_000 }))).toBe(3000);
    expect(changesInMs(at(40_000, { heardAt: 40_000 - 12_000, bookmark: 40_000 - 29_000 }))).toBe(1000);
    expect(changesInMs(at(100_000, { heardAt: 100_000 - 61_000 }))).toBe(silentMs - 61_000);
    expect(changesInMs(at(100_000))).toBeUndefined();
  });
});

describe('silent', () => {
  it('is told of a server without a version once that has sent a bookmark, by which it is known', () => {
    expect(at(silentMs + 5, { heardAt: 5, bookmark: 5, version: null })).toMatchObject({ doing: 'silent', severity: 2 });
    expect(at(silentMs + 5, { heardAt: 5, version: null })).toMatchObject({ doing: 'watching', severity: 0 });
    expect(at(silentMs + 5, { heardAt: 5, bookmark: 5, version: 'v1.23.4' })).toMatchObject({ doing: 'watching', severity: 0 });
  });

  it('is a watch on which no byte came for longer than bookmarks take, until the next', () => {
    expect(at(silentMs - 1, { heardAt: 0 })).toMatchObject({ doing: 'watching', severity: 0 });
    expect(at(silentMs, { heardAt: 0 })).toMatchObject({ doing: 'silent', forMs: silentMs, severity: 2 });
    expect(changesInMs(at(silentMs, { heardAt: 0 }))).toBe(1000);
    expect(at(silentMs + 10, { heardAt: silentMs + 5, byte: 0 })).toMatchObject({ doing: 'watching', byteMs: 5 });
  });

  it('is none that somebody here holds, nor one of a server that sends bookmarks only with news, nor one of which nobody knows', () => {
    expect(at(90_000, { heardAt: 0, isAwaited: false }).doing).toBe('watching');
    expect(at(90_000, { heardAt: 0, version: 'v1.20.5' }).doing).toBe('watching');
    expect(at(90_000).doing).toBe('watching');
  });

  it('is one that was given up for that and is being opened anew, since its last byte', () => {
    expect(at(72_000, { state: { phase: 'silent', synced: true, since: 70_000 }, byte: 0 })).toMatchObject({ doing: 'silent', forMs: 72_000 });
  });
});

describe('what counts', () => {
  it('is what is waited for: down to the next attempt, or to the request that the rate limit holds back', () => {
    const backingOff: InformerState = { phase: 'backingOff', synced: false, retry: { attempt: 4, due: 5200 } };
    expect(at(0, { state: backingOff })).toMatchObject({ doing: 'backingOff', inMs: 5200 });
    expect(changesInMs(at(0, { state: backingOff }))).toBe(1000);
    // What is long in coming is told by fives of seconds: 17, 15, 10, 9 …
    const longer: InformerState = { phase: 'backingOff', synced: false, retry: { attempt: 6, due: 17_300 } };
    expect([0, 2300, 7300].map((now) => changesInMs(at(now, { state: longer })))).toEqual([2300, 5000, 1000]);
    // Its time has come: the next entry says what comes of it.
    expect(changesInMs(at(5300, { state: backingOff }))).toBeUndefined();
    const heldBack: InformerState = { phase: 'connecting', synced: false, since: 0, throttledUntil: 1800 };
    expect(at(1000, { state: heldBack })).toMatchObject({ doing: 'heldBack', inMs: 800 });
    expect(at(1900, { state: heldBack })).toMatchObject({ doing: 'connecting', inMs: undefined, forMs: 1900 });
  });

  it('is what lasts: an answer that is awaited, a list, a stream; not what nobody has asked for yet', () => {
    const progress = { how: 'pages', since: 1000, objects: 500, page: 2 } as const;
    expect(at(3000, { state: { phase: 'listing', synced: false, progress } })).toMatchObject({ doing: 'listing', forMs: 2000 });
    expect(at(3000, { state: { phase: 'opening', synced: true, since: 2900 } })).toMatchObject({ doing: 'opening', forMs: 100 });
    expect(changesInMs(at(3000, { state: { phase: 'connecting', synced: false, since: 0 } }))).toBe(1000);
    for (const state of [initialInformerState, { phase: 'syncing', synced: false } as const]) expect(changesInMs(at(3000, { state }))).toBeUndefined();
  });

  it('is nothing where what is shown is the last state', () => {
    expect(at(9000, { heardAt: 0, ended: true })).toMatchObject({ doing: 'watching', isLast: true });
    expect(changesInMs(at(9000, { heardAt: 0, ended: true }))).toBeUndefined();
    expect(at(9000, { state: { phase: 'stopped', synced: true, last: 'watching' } })).toMatchObject({ doing: 'stopped', isLast: true, severity: 0 });
  });
});

describe('of a session', () => {
  it('tells that the watch is open, and what was heard on it; the ages go on while nothing happens', async () => {
    const { session, clock } = openSession();
    session.informers.start({ group: '', version: 'v1', resource: 'pods' });
    await clock.advance(1000);
    const before = informerStatus(session, name);
    expect(before).toMatchObject({ doing: 'watching', isLast: false });
    await clock.advance(4000);
    expect(informerStatus(session, name).byteMs).toBe(before.byteMs! + 4000);
    await session.close();
    expect(informerStatus(session, name).isLast).toBe(true);
  });

  it('tells whoever shows it of a bookmark, and of an event after a quiet time, but not of each event', async () => {
    const { session, cluster, clock } = openSession();
    session.informers.start({ group: '', version: 'v1', resource: 'pods' });
    await clock.advance(1000);
    let told = 0;
    session.informers.onStateChange(() => told++);
    const put = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index++) cluster.put({ group: '', version: 'v1', resource: 'pods' }, { kind: 'Pod', metadata: { name: `p${index}`, namespace: 'd' } });
      await clock.settle();
    };
    await clock.advance(10_000);
    await put(50);
    expect(told).toBe(1);
    await put(50);
    expect(told).toBe(1);
    await clock.advance(4000);
    await put(1);
    expect(told).toBe(2);
    await session.close();
  });
});

describe('200 informers that all count', () => {
  it('cost the host little a tick: their states, ages and rows together', async () => {
    const clock = new FakeClock();
    const entries: readonly TraceEntry[] = [
      { seq: 1, t: 0, kind: 'reflector.list', informer: name, resourceVersion: '0' },
      { seq: 2, t: 5, kind: 'reflector.error', informer: name, phase: 'list', code: 503, reason: 'ServiceUnavailable', message: 'no', will: 'retry' },
      { seq: 3, t: 5, kind: 'reflector.backoff', informer: name, ms: 3_600_000, attempt: 9 },
    ];
    const state = entries.reduce(reduceInformerState, initialInformerState);
    const source = { now: () => clock.now(), msSince: () => 0, ended: false, runs: true, connection: { phase: 'connecting' }, informers: { stateOf: () => state } } as unknown as StatusSource;
    const textOf = (row: { readonly id: string }) => {
      const status = informerStatus(source, row.id);
      return { text: `${status.doing}, attempt ${status.state.retry!.attempt}, next in ${((status.inMs ?? 0) / 1000).toLocaleString()} s · 0 · all namespaces`, changesInMs: changesInMs(status) };
    };
    const rows = new RowClock({ clock, textOf });
    const all = Array.from({ length: 200 }, (_one, index) => ({ type: 'informer', id: `i${index}`, name: `i${index}` }) as InformerNode);
    let drawn = 0;
    rows.onTick((nodes) => {
      for (const node of nodes) rows.drew(node as InformerNode, textOf(node));
      drawn += nodes.length;
    });
    for (const row of all) rows.drew(row, textOf(row));
    rows.setVisible(true);
    const costs: number[] = [];
    for (let tick = 0; tick < 40; tick++) {
      const began = performance.now();
      await clock.advance(5000);
      costs.push(performance.now() - began);
    }
    expect(drawn).toBe(40 * 200);
    // A tenth of that on a machine that does nothing else.
    expect(costs.toSorted((a, b) => a - b)[20]).toBeLessThan(30);
    rows.dispose();
  });
});
