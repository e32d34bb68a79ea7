import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reconciler } from '../../../../extension/controller/api.ts';
import { queuesPage } from '../../../../extension/inspector/pages/queuesPage.ts';
import type { Session } from '../../../../extension/inspector/session.ts';
import { type QueuesLook, type QueuesPicture, queuesPicture } from '../../../../extension/protocol/pages/queues.ts';
import type { FakeClock } from '../../../support/fakeClock.ts';
import type { FakeCluster } from '../../../support/fakeCluster.ts';
import { launchHere } from '../../../support/inProcessReconcilers.ts';
import { pods } from '../../../support/informerHarness.ts';
import { pod } from '../../../support/objects.ts';
import { openSession, type SessionOverrides } from '../../../support/openSession.ts';

let session: Session;
let cluster: FakeCluster;
let clock: FakeClock;

const open = (overrides: SessionOverrides = {}): void => void ({ session, cluster, clock } = openSession(overrides));

beforeEach(() => open());
afterEach(() => session.close());

function picture(look: Partial<QueuesLook> = {}, selected: string | null = null): QueuesPicture {
  const made = queuesPage({ session, selected, words: () => ({ word: '', detail: '' }) }, { controller: null, filter: '', sort: 'key', descending: false, first: 0, ...look });
  expect(queuesPicture(made, 'picture')).toBeUndefined();
  return made;
}

describe('the delta queues', () => {
  it('of a DeltaFIFO are by key, in order, and say when Pop is held', async () => {
    session.informers.start(pods);
    await clock.settle();
    session.stepper.pause();
    for (const [name, version] of [['a', 1], ['b', 2], ['a', 3]] as const) cluster.put(pods, pod(name, version));
    await clock.settle();
    expect(picture().deltaQueues).toMatchObject([
      {
        informer: 'v1/pods',
        kind: 'DeltaFIFO',
        keys: 2,
        deltas: 3,
        held: true,
        entries: [],
        items: [
          { key: 'd/a', count: 2, deltas: [{ type: 'Added' }, { type: 'Updated' }] },
          { key: 'd/b', count: 1, deltas: [{ type: 'Added' }] },
        ],
      },
    ]);
  });

  it.each(['RealFIFO', 'atomic'] as const)('of a %s are its entries, in the order of the watch', async (queue) => {
    await session.close();
    open({ informerSettings: () => ({ queue }) });
    cluster.put(pods, pod('a', 1));
    session.stepper.pause();
    session.informers.start(pods);
    await clock.settle();
    for (const [name, version] of [['b', 2], ['a', 3]] as const) cluster.put(pods, pod(name, version));
    await clock.settle();
    const [view] = picture().deltaQueues;
    expect(view).toMatchObject({ kind: queue, items: [], deltas: 3 });
    expect(view!.entries.map(({ type, key }) => `${type} ${key}`)).toEqual([queue === 'atomic' ? 'ReplacedAll ' : 'Replaced d/a', 'Added d/b', 'Updated d/a']);
  });

  it('are those of the informer that is selected', async () => {
    session.informers.start(pods);
    session.informers.start({ ...pods, resource: 'configmaps' });
    expect(picture({}, 'v1/pods').deltaQueues.map(({ informer }) => informer)).toEqual(['v1/pods']);
    expect(picture().deltaQueues).toHaveLength(2);
  });
});

describe('the buffers of handlers', () => {
  it('have a depth, and the call that lasts', async () => {
    const informer = session.informers.start(pods);
    const call = Promise.withResolvers<void>();
    informer.addEventHandler({ onAdd: () => call.promise as unknown as void }, { name: 'slow' });
    for (const name of ['a', 'b', 'c']) cluster.put(pods, pod(name, 1));
    await clock.advance(1500);
    const [view] = picture().handlers;
    expect(view).toMatchObject({ informer: 'v1/pods', name: 'slow', backlog: 2, calls: 1, errors: 0, synced: false, calling: { what: 'OnAdd', key: 'd/a' } });
    expect(view!.calling!.forMs).toBeGreaterThanOrEqual(1000);
    call.resolve();
    await clock.settle();
    expect(picture().handlers[0]).toMatchObject({ backlog: 0, calling: null, synced: true });
  });
});

describe('a controller', () => {
  const failing: Reconciler = { name: 'failing', for: 'v1/pods', workers: 2, reconcile: (_ctx, { name }) => (name === 'bad' ? Promise.reject(new Error('not yet')) : Promise.resolve()) };

  beforeEach(async () => {
    await session.close();
    open({ launchReconciler: launchHere({ failing }) });
    for (const name of ['a', 'bad', 'c']) cluster.put(pods, pod(name, 1));
    await session.controllers.run({ kind: 'sample', name: 'failing' }, { dryRun: true });
    await clock.settle();
  });

  it('has its queue, its times, its causes, and workers that wait', () => {
    const { workQueues, controllers } = picture();
    expect(workQueues).toMatchObject([{ name: 'failing', failures: [{ key: 'd/bad', count: 1 }], waiting: [{ key: 'd/bad' }], tokens: 99 }]);
    const [controller] = controllers;
    expect(controller).toMatchObject({ name: 'failing', workers: 2, busy: 0, lines: [{ line: 'get', workers: 2, keys: [], held: false }], last: 'done' });
    expect(controller!.latency.count).toBe(3);
    expect(controller!.work.count).toBe(3);
    expect(controller!.causes).toEqual([{ kind: 'add', count: 3 }]);
  });

  it('stands where it is held, with the key in its hand', async () => {
    session.stepper.pause();
    cluster.put(pods, pod('d', 1));
    await clock.settle();
    for (let step = 0; step < 50 && !session.stepper.held.some(({ point }) => point === 'reconcile.start'); step++) {
      session.stepper.step();
      await clock.settle();
    }
    expect(picture().controllers[0]!.lines).toEqual([
      { line: 'get', workers: 1, keys: [], held: false },
      { line: 'reconcile', workers: 1, keys: ['d/d'], held: true },
    ]);
  });

  it('has a table of its keys, sorted and filtered as asked', async () => {
    await clock.advance(1);
    const keys = (look: Partial<QueuesLook>): string[] => picture(look).keys!.rows.map(({ key }) => key);
    expect(keys({})).toEqual(['d/a', 'd/bad', 'd/c']);
    expect(keys({ descending: true })).toEqual(['d/c', 'd/bad', 'd/a']);
    expect(keys({ sort: 'state' })).toEqual(['d/bad', 'd/a', 'd/c']);
    expect(keys({ sort: 'next' })).toEqual(['d/bad', 'd/a', 'd/c']);
    expect(keys({ sort: 'attempts', descending: true })).toEqual(['d/bad', 'd/a', 'd/c']);
    expect(keys({ filter: 'BA' })).toEqual(['d/bad']);
    expect(picture({ filter: 'BA' }).keys).toMatchObject({ controller: 'failing', total: 3, matching: 1, sorted: 1, first: 0 });
    const [, bad] = picture().keys!.rows;
    expect(bad).toMatchObject({ state: 'waiting', attempts: 1, runs: 1, result: '', error: 'not yet', durationMs: 0 });
    expect(bad!.dueInMs).toBeGreaterThan(0);
  });

  it('is shown a page of its keys at a time, however many there are', async () => {
    for (let index = 0; index < 120; index++) cluster.put(pods, pod(`p${String(index).padStart(3, '0')}`, 1));
    await clock.advance(1000);
    expect(picture({ first: 50 }).keys).toMatchObject({ total: 123, first: 50, rows: { length: 50 } });
    expect(picture({ first: 100 }).keys!.rows).toHaveLength(23);
    expect(picture({ first: 9999 }).keys!.rows).toHaveLength(1);
  });
});

describe('without a controller', () => {
  it('there are no keys', () => {
    expect(picture()).toEqual({ deltaQueues: [], handlers: [], workQueues: [], controllers: [], keys: null });
  });
});
