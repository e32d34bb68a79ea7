import { beforeEach, describe, expect, it } from 'vitest';
import type { Reconciler } from '../../../extension/controller/api.ts';
import { noSessionState } from '../../../extension/inspector/noSessionState.ts';
import { PanelModel } from '../../../extension/inspector/panelModel.ts';
import { workQueueView } from '../../../extension/inspector/pages/queues/workQueueView.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import type { HostMessage, HostMessages, PanelState, StreamRows } from '../../../extension/protocol/messages.ts';
import type { QueuesPicture } from '../../../extension/protocol/pages/queues.ts';
import { validateHostMessage } from '../../../extension/protocol/validate.ts';
import type { FakeClock } from '../../support/fakeClock.ts';
import type { FakeCluster } from '../../support/fakeCluster.ts';
import { pod } from '../../support/objects.ts';
import { launchHere, rolloutSample } from '../../support/inProcessReconcilers.ts';
import { openSession } from '../../support/openSession.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const secrets = { group: '', version: 'v1', resource: 'secrets' };

let session: Session;
let cluster: FakeCluster;
let clock: FakeClock;
let model: PanelModel;
let posted: HostMessage[];
/** When each picture was posted. */
let pictures: number[];

beforeEach(() => {
  ({ session, cluster, clock } = openSession());
  posted = [];
  pictures = [];
  model = new PanelModel({
    session,
    clock,
    title: () => 'kind-dev',
    words: ({ informers }, name) => {
      const { phase, retry } = informers.stateOf(name);
      return { word: phase, detail: retry ? 'waits' : '', changesInMs: retry ? 1000 : undefined };
    },
    post(message) {
      // Whatever is sent is what the other side accepts.
      expect(validateHostMessage({ ...message, number: 1 })).toHaveProperty('message');
      posted.push(message);
      if (message.type === 'panel/state') pictures.push(clock.now());
    },
  });
});

const bodies = <Type extends keyof HostMessages>(type: Type): HostMessages[Type][] => posted.filter((message) => message.type === type).map(({ body }) => body as HostMessages[Type]);
const lastState = (): PanelState => bodies('panel/state').at(-1)!;
const lastRows = (): StreamRows => bodies('stream/rows').at(-1)!;

/** Looks at the page of the queues. */
const lookAtQueues = (): void => model.look({ page: 'queues', look: { controller: null, filter: '', sort: 'key', descending: false, first: 0 } });
const lastQueues = (): QueuesPicture => bodies('page/picture').findLast(({ page }) => page === 'queues')!.picture as QueuesPicture;

describe('what is posted', () => {
  it('is everything when the panel is there, and nothing before', async () => {
    session.informers.start(pods);
    await clock.advance(1000);
    expect(posted).toEqual([]);
    model.show();
    model.view({ filter: '', end: null, count: 50 });
    await clock.advance(0);
    expect(lastState()).toMatchObject({ session: { title: 'kind-dev', source: 'context', ended: false }, informers: ['v1/pods'], selected: null });
    expect(lastRows().total).toBe(session.tracer.lastSeq);
  });

  it('is at most ten pictures a second, whatever happens', async () => {
    model.show();
    session.informers.start(pods);
    await clock.advance(500);
    pictures.length = 0;
    for (let round = 0; round < 100; round++) {
      cluster.put(pods, pod(`p-${round}`, 1));
      await clock.advance(10);
    }
    const gaps = pictures.slice(1).map((at, index) => at - pictures[index]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
    expect(pictures.length).toBeGreaterThan(8);
  });

  it('is nothing while hidden, with no timer, and whole on return', async () => {
    session.informers.start(pods);
    model.show();
    model.view({ filter: '', end: null, count: 50 });
    await clock.advance(500);
    model.hide();
    posted.length = 0;
    const others = clock.pending;
    cluster.put(pods, pod('a', 1));
    await clock.advance(5000);
    expect(posted).toEqual([]);
    expect(clock.pending).toBeLessThanOrEqual(others);
    model.show();
    await clock.advance(0);
    expect(lastState().pipeline.indexer.objects).toBe(1);
    expect(lastRows().rows.map(({ kind }) => kind)).toContain('store.add');
  });

  it('moves by itself while something is held, and rests when nothing is', async () => {
    session.informers.start(pods);
    model.show();
    await clock.advance(20_000);
    posted.length = 0;
    await clock.advance(20_000);
    expect(posted).toEqual([]);
    session.stepper.pause();
    cluster.put(pods, pod('a', 1));
    await clock.advance(5000);
    const held = bodies('panel/state').flatMap(({ stepper }) => stepper.held.map(({ heldMs }) => heldMs));
    expect(held.length).toBeGreaterThanOrEqual(4);
    expect(held.at(-1)).toBeGreaterThan(3000);
  });

  it('stays within the bounds of the protocol when a server sends names without end', async () => {
    const long = 'x'.repeat(5000);
    cluster.put(pods, pod(long, 1));
    session.stepper.pause();
    model.show();
    model.view({ filter: '', end: null, count: 50 });
    lookAtQueues();
    session.informers.start(pods);
    await clock.advance(1000);
    expect(lastQueues().deltaQueues[0]?.items[0]?.key).toHaveLength(4096);
    expect(lastRows().rows.some(({ key }) => key.length === 4096)).toBe(true);
  });

  it('says that the session has ended', async () => {
    model.show();
    await clock.advance(200);
    await session.close();
    await clock.advance(200);
    expect(lastState().session.ended).toBe(true);
    model.dispose();
    expect(clock.pending).toBe(0);
  });

  it('R4: is nothing after its end, whatever happens to the session and is still asked of it, and no timer is left of it', async () => {
    session.informers.start(pods);
    await clock.advance(500);
    const others = clock.pending;
    model.show();
    model.view({ filter: '', end: null, count: 50 });
    lookAtQueues();
    await clock.advance(500);
    cluster.put(pods, pod('a', 1));
    await clock.advance(1); // a picture is due, and a turn of looking through the trace
    model.view({ filter: 'a', end: null, count: 50 });
    expect(posted.length).toBeGreaterThan(0);
    posted.length = 0;
    model.dispose();
    cluster.put(pods, pod('b', 2));
    model.show();
    model.view({ filter: 'b', end: null, count: 50 });
    model.find(1, 'b');
    lookAtQueues();
    session.stepper.pause();
    cluster.put(pods, pod('c', 3));
    await clock.advance(5000);
    expect(posted).toEqual([]);
    session.stepper.continue();
    await clock.advance(5000);
    expect(clock.pending).toBeLessThanOrEqual(others);
    expect(posted).toEqual([]);
  });
});

describe('the picture', () => {
  it('shows keys and deltas that wait while the pipeline is held', async () => {
    session.informers.start(pods);
    await clock.advance(500);
    session.stepper.pause();
    model.show();
    lookAtQueues();
    cluster.put(pods, pod('a', 1));
    cluster.put(pods, pod('b', 2));
    cluster.put(pods, pod('a', 3));
    await clock.advance(200);
    const state = lastState();
    expect(state.stepper).toMatchObject({ paused: true, held: [{ point: 'queue.pop', owner: 'v1/pods', key: 'd/a' }] });
    expect(state.pipeline.deltaQueue).toMatchObject({ keys: 2, deltas: 3 });
    expect(lastQueues().deltaQueues[0]?.items.map(({ key, deltas }) => [key, deltas.map(({ type }) => type)])).toEqual([
      ['d/a', ['Added', 'Updated']],
      ['d/b', ['Added']],
    ]);
    expect(state.pipeline.indexer.objects).toBe(0);
  });

  it('filters the stream by fields, says what is wrong with a filter, and how it can go on', async () => {
    cluster.put(pods, pod('a', 1));
    session.informers.start(pods);
    model.show();
    model.view({ filter: 'stage:queue delta:Replacd,Added kind:queue.pop', end: null, count: 50 });
    await clock.advance(500);
    expect(new Set(lastRows().rows.map(({ kind }) => kind))).toEqual(new Set(['queue.pop']));
    expect(lastRows().faults).toMatchObject([{ code: 'unknownValue', what: 'Replacd', suggestion: 'Replaced' }]);
    model.complete('informer:', 9);
    expect(bodies('filter/completions')).toMatchObject([{ text: 'informer:', caret: 9, from: 9, to: 9, items: [{ kind: 'value', insert: 'v1/pods', label: 'v1/pods' }, { insert: 'pods' }] }]);
  });

  it('shows a controller, its work queue and its handler', async () => {
    model.show();
    lookAtQueues();
    await session.controllers.run(rolloutSample, { dryRun: true, workers: 2 });
    await clock.advance(1000);
    const { pipeline } = lastState();
    const nothing = { rates: [], lastMs: null };
    expect(pipeline.workers.controllers).toEqual([
      {
        name: 'deployment-rollout',
        workers: 2,
        busy: 0,
        reconciles: 0,
        reads: 0,
        writes: 0,
        errors: 0,
        dryRun: true,
        activity: nothing,
        queue: { ready: 0, processing: 0, waiting: 0, activity: nothing },
      },
    ]);
    expect(lastQueues().workQueues.map(({ name }) => name)).toEqual(['deployment-rollout']);
    expect(pipeline.handlers.map(({ name }) => name)).toEqual(['deployment-rollout']);
    await session.controllers.stop('deployment-rollout');
    await clock.advance(200);
    expect(lastState().pipeline.workers.controllers).toEqual([]);
  });

  it('speaks of one informer, and of all again when that one is gone', async () => {
    cluster.put(pods, pod('a', 1));
    session.informers.start(pods);
    session.informers.start(secrets);
    model.show();
    model.view({ filter: '', end: null, count: 100 });
    model.select('v1/secrets');
    await clock.advance(500);
    expect(lastState()).toMatchObject({ selected: 'v1/secrets', pipeline: { indexer: { objects: 0 } } });
    expect(new Set(lastRows().rows.map(({ informer }) => informer))).toEqual(new Set(['v1/secrets']));
    await session.informers.stop('v1/secrets');
    await clock.advance(500);
    expect(lastState()).toMatchObject({ selected: null, pipeline: { indexer: { objects: 1 } } });
  });
});

describe('the stream', () => {
  beforeEach(async () => {
    session.informers.start(pods);
    await clock.advance(500);
    for (let index = 0; index < 40; index++) cluster.put(pods, pod(`p-${index}`, index));
    await clock.advance(500);
    model.show();
  });

  it('follows the newest, and holds its place where it is asked to', async () => {
    const { lastSeq } = session.tracer;
    model.view({ filter: '', end: null, count: 10 });
    await clock.advance(200);
    expect(lastRows()).toMatchObject({ first: lastSeq - 10, oldest: 0, total: lastSeq });
    model.view({ filter: '', end: 20, count: 5 });
    cluster.put(pods, pod('more', 99));
    await clock.advance(200);
    expect(lastRows()).toMatchObject({ first: 15, view: { end: 20 } });
    expect(lastRows().rows.map(({ seq }) => seq)).toEqual([16, 17, 18, 19, 20]);
  });

  it('shows the rows in which all words appear', async () => {
    model.view({ filter: 'p-7 store', end: null, count: 10 });
    await clock.advance(200);
    expect(lastRows().rows.map(({ kind, key }) => [kind, key])).toEqual([['store.add', 'd/p-7']]);
    expect(lastRows().total).toBe(1);
  });

  it('finds an entry under any filter, and says where it is not', async () => {
    model.view({ filter: '', end: null, count: 10 });
    const entry = [...session.tracer.entries()].find(({ kind, key }) => kind === 'store.add' && key === 'd/p-7');
    model.find(entry!.seq, '');
    model.find(entry!.seq, 'p-7');
    model.find(entry!.seq, 'p-8');
    model.find(99_999, '');
    await clock.advance(200);
    expect(bodies('stream/found').map(({ seq, filter, index, row }) => [seq, filter, index, row?.key])).toEqual([
      [entry!.seq, '', entry!.seq - 1, 'd/p-7'],
      [entry!.seq, 'p-7', 3, 'd/p-7'],
      [entry!.seq, 'p-8', null, 'd/p-7'],
      [99_999, '', null, undefined],
    ]);
  });
});

describe('noSessionState', () => {
  it.each([
    ['context:kind-dev', 'context', true],
    ['playground', 'playground', true],
    ['', 'none', false],
  ])('%s', (id, source, ended) => {
    const body = noSessionState(id, 'kind-dev');
    expect(body.session).toEqual({ id: '', title: 'kind-dev', source, ended });
    expect(validateHostMessage({ type: 'panel/state', body, number: 1 })).toHaveProperty('message');
  });
});

describe('a session that ends', () => {
  it('leaves the picture that was there before its end: counts, queues, and what was held in them', async () => {
    cluster.put(pods, pod('a', 1));
    session.informers.start(pods);
    session.informers.start(secrets);
    await session.controllers.run(rolloutSample, { dryRun: true, workers: 1 });
    model.show();
    lookAtQueues();
    await clock.advance(1000);
    session.stepper.pause();
    cluster.put(pods, pod('b', 2));
    await clock.advance(1000);
    const before = lastState();
    const queues = (): unknown => lastQueues().deltaQueues.find(({ informer }) => informer === 'v1/pods')?.items.map(({ key }) => key);
    expect(queues()).toEqual(['d/b']);
    const ending = session.close();
    await clock.advance(1000);
    await ending;
    // How long it has been held is all that has moved.
    const known = (state: PanelState): unknown => ({ ...state, session: { ...state.session, ended: true }, stepper: { ...state.stepper, held: state.stepper.held.map(({ key }) => key) } });
    expect(known(lastState())).toEqual(known(before));
    expect(queues()).toEqual(['d/b']);
    // Also when the panel was hidden meanwhile, and asks for it anew.
    model.hide();
    posted.length = 0;
    model.show();
    lookAtQueues();
    await clock.advance(200);
    expect(queues()).toEqual(['d/b']);
    expect(clock.pending).toBe(0);
    model.select('v1/secrets');
    await clock.advance(200);
    expect(lastState()).toMatchObject({ selected: 'v1/secrets', session: { ended: true }, pipeline: { indexer: { objects: 0 } } });
  });

  it.each([
    ['two selectors as long as they may be', { labelSelector: `name in (${'x'.repeat(980)})`, fieldSelector: `metadata.name!=${'y'.repeat(980)}` }],
    ['more than a message carries', { labelSelector: `name in (${'x'.repeat(9000)})` }],
  ])('can be selected with a name of %s', async (_what, scope) => {
    const { name } = session.informers.start(pods, scope);
    session.informers.start(secrets);
    model.show();
    await clock.advance(200);
    const shown = lastState().informers.find((each) => each !== 'v1/secrets')!;
    model.select(shown);
    await clock.advance(200);
    expect([lastState().selected, lastState().pipeline.reflector.informer]).toEqual([shown, shown]);
    expect(name.startsWith(shown.slice(0, 4000))).toBe(true);
    model.select(name);
    await clock.advance(200);
    expect(lastState().selected).toBe(shown);
  });

  it('can be gone back in, and a person who looks at its past stays there', async () => {
    cluster.put(pods, pod('a', 1));
    session.informers.start(pods);
    model.show();
    await clock.advance(1000);
    const early = session.tracer.lastSeq;
    cluster.put(pods, pod('b', 2));
    await clock.advance(1000);
    void model.goTo(early);
    await clock.advance(200);
    const ending = session.close();
    await clock.advance(1000);
    await ending;
    expect(lastState()).toMatchObject({ time: { at: early }, pipeline: { indexer: { objects: 1 } } });
    void model.goTo(null);
    await clock.advance(200);
    expect(lastState()).toMatchObject({ session: { ended: true }, time: { at: null, going: null }, pipeline: { indexer: { objects: 2 } } });
    void model.goTo(early);
    await clock.advance(200);
    expect(lastState()).toMatchObject({ session: { ended: true }, time: { at: early, failure: null }, pipeline: { indexer: { objects: 1 } } });
    model.dispose();
    expect(clock.pending).toBe(0);
  });
});

describe('where an informer behaves as the article tells', () => {
  it('each entry says what client-go does instead, also when the informer has been started again with other rules', async () => {
    let clientGo: 'article' | '1.32' = 'article';
    ({ session, cluster, clock } = openSession({ informerSettings: () => ({ clientGo }) }));
    cluster.put(pods, pod('a', 1));
    model = new PanelModel({ session, clock, title: () => '', words: () => ({ word: '', detail: '' }), post: (message) => posted.push(message) });
    model.show();
    model.view({ filter: '', end: null, count: 100 });
    const notes = async (): Promise<string[]> => {
      await clock.advance(1000);
      return lastRows().rows.flatMap(({ kind, note }) => (note?.follows === 'article' ? [`${kind}: ${note.article} / ${note.source} / ${note.rules.join(' ')}`] : []));
    };
    session.informers.start(pods);
    const told = ['queue.replace: each listed object is queued as Added / client-go queues Replaced, or one ReplacedAll; the handler hears OnAdd because the store does not know the object yet / D-19 F-20 P-05'];
    expect(await notes()).toEqual(told);
    await session.informers.stop('v1/pods');
    clientGo = '1.32';
    session.informers.start(pods);
    expect(await notes()).toEqual(told);
    expect(lastRows().rows.flatMap(({ note }) => (note ? [`${note.row} ${note.follows}`] : []))).toEqual(['9 article', '9 source']);
    expect(posted.every((message) => 'message' in validateHostMessage({ ...message, number: 1 }))).toBe(true);
    model.find(lastRows().rows.find(({ note }) => note)!.seq, '');
    expect(bodies('stream/found').at(-1)!.row!.note).toMatchObject({ article: 'each listed object is queued as Added' });
  });

  it('a work queue backs off as the article tells, and says so, unless the reconciler brings a limiter of its own', async () => {
    const failing = (name: string, more: Partial<Reconciler>): Reconciler => ({
      name,
      for: 'v1/pods',
      reconcile: () => Promise.reject(new Error('not yet')),
      ...more,
    });
    const reconcilers = { article: failing('article', {}), own: failing('own', { limiter: { type: 'exponential', baseDelay: 50, maxDelay: 100 } }) };
    ({ session, cluster, clock } = openSession({ informerSettings: () => ({ clientGo: 'article' }), launchReconciler: launchHere(reconcilers) }));
    cluster.put(pods, pod('a', 1));
    for (const name of ['article', 'own']) await session.controllers.run({ kind: 'sample', name }, { dryRun: true });
    await clock.settle();
    const [view] = session.controllers.running.map(workQueueView);
    expect(view).toMatchObject({ name: 'article', failures: [{ key: 'd/a', count: 1 }], waiting: [{ key: 'd/a', dueInMs: 1000 }], counts: { failures: 1 } });
    const limited = [...session.tracer.entries()].filter((entry) => entry.kind === 'workqueue.ratelimited');
    expect(limited.map((entry) => [entry.queue, entry.after, session.articleNoteOf(entry)?.row])).toEqual([
      ['article', 1000, 21],
      ['own', 50, undefined],
    ]);
    await session.close();
  });

  it('a work queue has priorities when it is asked for, unless the reconciler says', async () => {
    const idle = (name: string, more: Partial<Reconciler>): Reconciler => ({ name, for: 'v1/pods', reconcile: () => Promise.resolve(), ...more });
    const reconcilers = { asked: idle('asked', {}), without: idle('without', { priority: false }) };
    ({ session, cluster, clock } = openSession({ launchReconciler: launchHere(reconcilers) }));
    cluster.put(pods, pod('a', 1));
    for (const name of Object.keys(reconcilers)) await session.controllers.run({ kind: 'sample', name }, { dryRun: true, priority: true });
    await clock.settle();
    const adds = [...session.tracer.entries()].filter((entry) => entry.kind === 'workqueue.add');
    expect(adds.map(({ queue, priority }) => [queue, priority])).toEqual([
      ['asked', -100],
      ['without', undefined],
    ]);
    const views = session.controllers.running.map(workQueueView);
    expect(views).toMatchObject([
      { name: 'asked', priorities: [], tokens: null },
      { name: 'without', priorities: null, tokens: 100 },
    ]);
    await session.close();
  });
});
