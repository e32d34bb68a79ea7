import { afterEach, describe, expect, it } from 'vitest';
import { sleep } from '../../../../extension/base/clock.ts';
import type { Reconciler, ReconcileResult } from '../../../../extension/controller/api.ts';
import { chainPage } from '../../../../extension/inspector/pages/chainPage.ts';
import { PanelModel } from '../../../../extension/inspector/panelModel.ts';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { parseResource } from '../../../../extension/kube/resource.ts';
import type { ChainPicture, FactView } from '../../../../extension/protocol/pages/chain.ts';
import { chainPicture } from '../../../../extension/protocol/pages/chain.ts';
import type { EntryOf, TraceEntry, TraceKind } from '../../../../extension/trace/entry.ts';
import type { GatePoint } from '../../../../extension/trace/gate.ts';
import { launchHere } from '../../../support/inProcessReconcilers.ts';
import { openSession, type OpenSession } from '../../../support/openSession.ts';

const configMaps = parseResource('v1/configmaps')!;
const pods = parseResource('v1/pods')!;

let open: OpenSession;
afterEach(() => open.session.close());

/** A session on which a reconciler of ConfigMaps runs, `d/a` settled. */
async function run(reconcile: Reconciler['reconcile'], more: Partial<Reconciler> = {}): Promise<void> {
  const test: Reconciler = { name: 'test', for: 'v1/configmaps', reconcile, ...more };
  open = openSession({ launchReconciler: launchHere({ test }) });
  put('1');
  await open.session.controllers.run({ kind: 'sample', name: 'test' }, { dryRun: false, workers: 1 });
  await open.clock.settle();
}

function put(value: string, meta: Partial<KubeObject['metadata']> = {}): KubeObject {
  return open.cluster.put(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd', ...meta }, data: { value } });
}

function hold(...points: GatePoint[]): void {
  open.session.stepper.setPoints(points);
  open.session.stepper.pause();
}

function last<Kind extends TraceKind>(kind: Kind): EntryOf<Kind> {
  return [...open.session.tracer.entries()].findLast((entry): entry is EntryOf<Kind> => entry.kind === kind)!;
}

function pictureOf({ seq }: Pick<TraceEntry, 'seq'>): ChainPicture {
  const picture = chainPage({ session: open.session, selected: null, words: () => ({ word: '', detail: '' }) }, { seq });
  expect(chainPicture(picture, 'picture')).toBeUndefined();
  return picture;
}

/** `id name=text …` */
function said({ id, words, entries, times }: FactView): string {
  const filled = [...words.map(({ name, text }) => `${name}=${text}`), ...entries.map(({ name, seq }) => `${name}=${open.session.tracer.at(seq)?.kind}`), ...times.map(({ name, ms }) => `${name}=${ms} ms`)];
  return [id, ...filled].join(' ');
}

const fates = (entry: Pick<TraceEntry, 'seq'>): string[] => pictureOf(entry).fates.map(said);
const reasons = (entry: Pick<TraceEntry, 'seq'>): string[] => pictureOf(entry).runs.flatMap((each) => each.reasons.map(said));
const outcome = (entry: Pick<TraceEntry, 'seq'>): string[] => pictureOf(entry).runs.flatMap((each) => each.outcome.map(said));

describe('why a run ran', () => {
  it('is told from any entry of its chain, with what it wrote and when that came back', async () => {
    await run(async ({ cache, client }) => {
      const object = await cache.get('v1/configmaps', 'd', 'a');
      if (object?.['data'] && !object.metadata.labels?.['seen']) await client.patch('v1/configmaps', 'd', 'a', { metadata: { labels: { seen: 'yes' } } });
    });
    await open.clock.advance(100);
    const write = last('reconcile.write');
    for (const entry of [last('reflector.listed'), open.session.tracer.at(write.cause![0]!)!, write]) {
      const [first] = pictureOf(entry).runs;
      expect(first).toMatchObject({ controller: 'test', key: 'd/a' });
      expect(first!.reasons.map(said)).toEqual(['list key=d/a informer=v1/configmaps entry=reflector.listed']);
    }
    expect(outcome(write)).toEqual(['wroteOnce what=patch v1/configmaps d/a write=reconcile.write', 'cameBack event=reflector.event after=0 ms']);
    expect(reasons(last('reconcile.end'))).toEqual(['eventOfOwnWrite type=MODIFIED key=d/a informer=v1/configmaps controller=test entry=reflector.event write=reconcile.write']);
    expect(outcome(last('reconcile.end'))).toEqual(['wroteNothing']);
  });

  it('names who wrote each change and what it changed', async () => {
    await run(async () => undefined);
    put('2', { managedFields: [{ manager: 'kubectl-edit', operation: 'Update', time: '2026-01-01T00:00:00Z', fieldsV1: { 'f:data': { 'f:value': {} } } }] });
    await open.clock.settle();
    const [{ reasons: all } = { reasons: [] }] = pictureOf(last('reconcile.start')).runs;
    expect(all.map(said)).toEqual(['eventOfWriter type=MODIFIED key=d/a informer=v1/configmaps manager=kubectl-edit operation=Update entry=reflector.event']);
    expect(all[0]!.changed).toEqual([{ path: 'data.value', before: '1', after: '2' }]);
    const steps = pictureOf(last('reconcile.start')).steps;
    expect(steps[0]).toMatchObject({ from: 'kubectl', to: 'apiServer', way: 'told', label: 'kubectl-edit Update' });
    // The object is another one now; who wrote the one before is still known.
    const before = last('reconcile.start');
    put('3');
    await open.clock.settle();
    expect(reasons(before)[0]).toContain('manager=kubectl-edit');
  });

  it('says that a write is held, and that a read did not see an own write', async () => {
    let runs = 0;
    await run(async ({ cache, client }) => {
      await cache.get('v1/configmaps', 'd', 'a');
      if (++runs < 3) await client.patch('v1/configmaps', 'd', 'a', { metadata: { labels: { run: String(runs) } } });
    });
    await open.clock.advance(100);
    hold('reconcile.write');
    open.cluster.lagging = true;
    runs = 0;
    const controller = open.session.controllers.all[0]!;
    void controller.runAgain('d/a');
    await open.clock.settle();
    expect(outcome(last('reconcile.start'))).toEqual(['isRunning since=0 ms', 'heldAt point=reconcile.write owner=test key=d/a']);
    open.session.stepper.continue();
    await open.clock.settle();
    void controller.runAgain('d/a');
    await open.clock.settle();
    expect(outcome(last('reconcile.start'))).toContain('readStale read=reconcile.read write=reconcile.write');
  });

  it('is a retry, and says what failed', async () => {
    let failures = 0;
    await run(async () => {
      if (failures++ < 2) throw new Error('not this time');
    });
    await open.clock.advance(100);
    expect(reasons(last('reconcile.start'))).toEqual(['retry message=not this time attempts=2 error=reconcile.error after=10 ms']);
  });
});

describe('why it has not run', () => {
  it('is what it stands before: held, waiting, in hand, or in the queue', async () => {
    await run(async () => undefined);
    for (const point of ['queue.add', 'queue.pop', 'handler.call', 'workqueue.add', 'workqueue.get', 'reconcile.start'] as const) {
      hold(point);
      put(point);
      await open.clock.settle();
      const owner = point.startsWith('workqueue') || point.startsWith('reconcile') ? 'test' : 'v1/configmaps';
      expect(fates(last('reflector.event')), point).toEqual([`heldAt point=${point} owner=${owner} key=d/a`]);
      open.session.stepper.continue();
      await open.clock.settle();
      expect(fates(last('reflector.event')), point).toEqual(['ran key=d/a entry=workqueue.add run=reconcile.start']);
    }
  });

  it('is a worker that has the key, or another', async () => {
    await run(async ({ signal }) => void (await sleep(open.clock, 1000, signal)));
    await open.clock.advance(1000);
    put('2');
    await open.clock.settle();
    expect(fates(last('reflector.event'))).toEqual(['runs key=d/a entry=workqueue.add run=reconcile.start']);
    put('3');
    open.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name: 'b', namespace: 'd' } });
    await open.clock.settle();
    expect(fates(last('reflector.event'))).toEqual(['queued ahead=0 workers=1 busy=1 entry=workqueue.add']);
    const inHand = [...open.session.tracer.entries()].findLast((entry) => entry.kind === 'reflector.event' && entry.key === 'd/a')!;
    expect(fates(inHand)).toEqual(['inProcessing key=d/a entry=workqueue.add']);
    expect(outcome(last('reconcile.start'))).toEqual(['isRunning since=0 ms']);
  });

  it('is an item that was dirty already, into which it was merged', async () => {
    await run(async () => undefined);
    hold('workqueue.get');
    put('2');
    put('3');
    await open.clock.settle();
    const merged = last('workqueue.coalesced');
    expect(fates(merged)).toEqual(['coalesced key=d/a entry=workqueue.coalesced add=workqueue.add']);
    open.session.stepper.continue();
    await open.clock.settle();
    expect(fates(merged)).toEqual(['coalescedAndRan key=d/a entry=workqueue.coalesced run=reconcile.start add=workqueue.add']);
    expect(reasons(merged)).toHaveLength(2);
    expect(pictureOf(merged).fates[0]!.entries.find(({ name }) => name === 'add')!.seq).toBe(last('workqueue.add').seq);
  });

  it('is a predicate, or a handler that asks for nothing', async () => {
    await run(async () => undefined, { for: { resource: 'v1/configmaps', predicates: [{ type: 'generationChanged' }] }, owns: ['v1/pods'] });
    put('1', { labels: { a: 'b' } });
    await open.clock.settle();
    expect(fates(last('reflector.event'))).toEqual(['filtered predicate=generationChanged controller=test entry=handler.filtered']);
    open.cluster.put(pods, { kind: 'Pod', metadata: { name: 'alone', namespace: 'd' } });
    await open.clock.settle();
    expect(fates(last('reflector.event'))).toEqual(['asksForNothing controller=test entry=handler.add']);
  });

  it('is a controller that does not watch it, and an informer that is gone', async () => {
    await run(async () => undefined);
    open.session.informers.start(pods);
    await open.clock.settle();
    open.cluster.put(pods, { kind: 'Pod', metadata: { name: 'alone', namespace: 'd' } });
    await open.clock.settle();
    expect(fates(last('reflector.event'))).toEqual(['noHandler informer=v1/pods entry=store.add']);
  });

  it('is a time that has not come: a retry, or its own wish', async () => {
    let result: ReconcileResult | undefined;
    await run(async () => {
      if (!result) throw new Error('no');
      return result;
    });
    await open.clock.advance(3);
    const first = last('reflector.listed');
    expect(fates(first)).toEqual(['failed message=no entry=workqueue.add run=reconcile.start error=reconcile.error', 'rateLimited key=d/a attempts=1 entry=workqueue.delayed due=2 ms']);
    result = { requeueAfter: 60_000 };
    await open.clock.advance(1000);
    expect(fates(last('workqueue.delayed'))).toEqual(['delayed key=d/a attempts=0 entry=workqueue.delayed due=59002 ms']);
  });

  it('is a controller whose caches have not synced yet', async () => {
    const test: Reconciler = { name: 'test', for: 'v1/configmaps', owns: ['v1/pods'], reconcile: async () => undefined };
    const never = new Promise<never>(() => undefined);
    open = openSession({ launchReconciler: launchHere({ test }), cluster: { listerWatcher: (resource) => ({ ...open.cluster.listerWatcher(resource), ...(resource.resource === 'pods' && { list: () => never }) }) } });
    put('1');
    void open.session.controllers.run({ kind: 'sample', name: 'test' }, { dryRun: false, workers: 1 });
    await open.clock.settle();
    expect(fates(last('reflector.listed'))).toEqual(['notSynced controller=test informer=v1/pods entry=workqueue.add']);
  });

  it('is that it was given up', async () => {
    await run(
      async () => {
        throw new Error('no');
      },
      { maxRetries: 0 },
    );
    expect(fates(last('reflector.listed'))).toEqual(['failed message=no entry=workqueue.add run=reconcile.start error=reconcile.error', 'givenUp key=d/a attempts=0 entry=workqueue.drop']);
  });

  it('is a list that brought its end alone: what lies between was never seen', async () => {
    await run(async () => undefined);
    open.cluster.lagging = true;
    for (const value of ['2', '3', '4']) put(value);
    open.cluster.compact();
    open.cluster.dropWatches();
    open.cluster.deliver();
    await open.clock.advance(60_000);
    const change = last('store.update');
    expect(change).toMatchObject({ old: '101', rv: '104' });
    expect(fates(last('reflector.listed'))[0]).toBe('unseenBefore from=101 to=104 list=reflector.listed change=store.update');
  });

  it('is not told of an entry that is not kept any more', async () => {
    await run(async () => undefined);
    expect(pictureOf({ seq: 99_999 })).toMatchObject({ entry: null, runs: [], fates: [] });
  });
});

it('is sent again, though nothing happens, until the whole trace was looked through', async () => {
  open = openSession();
  // More than is looked through in one turn.
  for (let entry = 0; entry < 40_000; entry++) open.session.tracer.record({ kind: 'workqueue.forget', queue: 'q', key: 'k' });
  const first = open.session.tracer.lastSeq - 39_999;
  const searching: boolean[] = [];
  const model = new PanelModel({
    session: open.session,
    clock: open.clock,
    title: () => '',
    words: () => ({ word: '', detail: '' }),
    post: (message) => void (message.type === 'page/picture' && message.body.page === 'chain' && searching.push(message.body.picture.searching)),
  });
  model.look({ page: 'chain', look: { seq: first } });
  model.show();
  const { lastSeq } = open.session.tracer;
  await open.clock.advance(2000);
  expect(open.session.tracer.lastSeq).toBe(lastSeq);
  expect(searching[0]).toBe(true);
  expect(searching.at(-1)).toBe(false);
  expect(searching.filter((each) => !each).length).toBe(1);
  model.dispose();
});

it('goes on where it stood when more has happened, and keeps to its bounds', async () => {
  await run(async () => undefined);
  hold('workqueue.get');
  put('2');
  await open.clock.settle();
  const event = last('reflector.event');
  expect(pictureOf(event).runs).toEqual([]);
  for (let value = 3; value < 300; value++) put(String(value));
  await open.clock.settle();
  open.session.stepper.continue();
  await open.clock.settle();
  const { runs, causes, spans, moreSpans, moreSteps } = pictureOf(last('reconcile.start'));
  expect(runs[0]).toMatchObject({ more: true });
  expect(runs[0]!.reasons).toHaveLength(100);
  expect(causes.links).toHaveLength(100);
  expect(causes.count).toBeGreaterThan(1000);
  expect([spans.length, moreSpans, moreSteps]).toEqual([200, true, true]);
  expect(pictureOf(event).runs).toHaveLength(1);
});
