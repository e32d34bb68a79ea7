import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import { SharedInformerFactory, type SharedInformerFactoryOptions } from '../../../extension/informer/sharedInformerFactory.ts';
import { type InformerMetricsProvider, InformerNames } from '../../../extension/informer/informerMetrics.ts';
import type { GroupVersionResource } from '../../../extension/kube/resource.ts';
import { openGate } from '../../../extension/trace/gate.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { pods } from '../../support/informerHarness.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { added, bookmark, page, pod } from '../../support/objects.ts';
import { RecordingHandler } from '../../support/recordingHandler.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

const deployments: GroupVersionResource = { group: 'apps', version: 'v1', resource: 'deployments' };

function factory(
  answer = (): ScriptedListerWatcher => new ScriptedListerWatcher([page(10, [pod('a', 1)])]),
  options: Partial<SharedInformerFactoryOptions> = {},
) {
  const clock = new FakeClock();
  const servers: ScriptedListerWatcher[] = [];
  const made = new SharedInformerFactory({
    clock,
    random: () => 0,
    probe: new RecordingProbe(),
    gate: openGate,
    logger: silentLogger,
    listerWatcherFor() {
      const server = answer();
      servers.push(server);
      return server;
    },
    ...options,
  });
  return { clock, servers, factory: made };
}

const forever = new AbortController().signal;

describe('SharedInformerFactory', () => {
  it('X-01: one informer for one resource and scope', () => {
    const { factory: made, servers } = factory();
    const informer = made.informer(pods);
    expect(made.informer({ ...pods }, {})).toBe(informer);
    expect(made.informer(pods, { namespace: 'd' })).not.toBe(informer);
    expect(made.informer(pods, { labelSelector: 'a=b' })).not.toBe(informer);
    expect(made.informer(deployments)).not.toBe(informer);
    expect(made.informers.map(({ name }) => name)).toEqual(['v1/pods', 'v1/pods@d', 'v1/pods', 'apps/v1/deployments']);
    expect(servers).toHaveLength(4);
  });

  it('X-01: a scope that leaves a part empty is one that does not name it', () => {
    const { factory: made } = factory();
    expect(made.informer(pods, { namespace: '', labelSelector: '', fieldSelector: '' })).toBe(made.informer(pods));
  });

  it('X-01: the metadata of pods and whole pods are two informers, with two names', () => {
    const { factory: made } = factory();
    const whole = made.informer(pods);
    const metadata = made.informer(pods, { metadataOnly: true });
    expect(metadata).not.toBe(whole);
    expect(made.informer(pods, { metadataOnly: false })).toBe(whole);
    expect(made.informer(pods, { metadataOnly: true })).toBe(metadata);
    expect(made.informer(pods, { namespace: 'd', metadataOnly: true })).not.toBe(metadata);
    expect(made.informers.map(({ name }) => name)).toEqual(['v1/pods', 'v1/pods#metadata', 'v1/pods@d#metadata']);
  });

  it('X-01, X-02: a period for a resource comes before the default, and what is asked for before that; a transform is everybody’s', async () => {
    const { factory: made, clock } = factory(undefined, {
      resyncPeriodsMs: { 'v1/pods': 7000 },
      transform: (object) => ({ ...object, spec: 'trimmed' }),
    });
    const settings = (resource: GroupVersionResource, namespace: string, asked = {}): number =>
      made.informer(resource, { namespace }, asked).settings.resyncPeriodMs;
    expect(settings(pods, 'a')).toBe(7000);
    expect(settings(pods, 'b', { resyncPeriodMs: 3000 })).toBe(3000);
    expect(settings(deployments, 'a')).toBe(0);
    expect(settings(deployments, 'b', { clientGo: 'article' })).toBe(30_000);
    made.start();
    await clock.settle();
    for (const { indexer } of made.informers) expect(indexer.list()).toMatchObject([{ spec: 'trimmed' }]);
    await made.shutdown();
  });

  it('X-01: what is switched on for one informer holds for that one, and comes before what holds for all', async () => {
    const gate = new ManualGate('queue.pop');
    const probe = new RecordingProbe();
    const { factory: made, clock, servers } = factory(undefined, { gate, probe, locksWhileHeld: true, featureGates: { WatchListClient: true } });
    const streamed = made.informer(pods, { namespace: 'a' });
    const listed = made.informer(pods, { namespace: 'b' }, { featureGates: {}, locksWhileHeld: false, detectsMutations: true });
    made.start();
    await clock.settle();
    expect(servers.map(({ lists, watches }) => [lists.length, watches[0]?.sendInitialEvents])).toEqual([
      [0, true],
      [1, undefined],
    ]);
    const [first, second] = servers;
    first!.current.send(added(pod('a', 5)), bookmark(9, true));
    await clock.settle();
    // The pop of `a` is held: a queue that is locked meanwhile takes nothing, the other one does.
    for (const server of servers) server.current.send(added(pod('late', 11)));
    await clock.settle();
    expect([streamed, listed].map((informer) => informer.queueSnapshot(9).queue)).toEqual([['d/a'], ['d/a', 'd/late']]);
    gate.open();
    await clock.settle();
    for (const informer of [streamed, listed]) (informer.indexer.get('d/a') as { spec?: string }).spec = 'changed';
    await clock.advance(1000);
    expect(probe.of('store.mutated').map(({ informer, paths }) => [informer, paths])).toEqual([[listed.name, ['spec']]]);
    expect(second!.lists).toHaveLength(1);
    await made.shutdown();
  });

  it('P-21, X-01: reports under its name; of two with one name the first', async () => {
    const names = new InformerNames();
    const figures: string[] = [];
    const metrics: InformerMetricsProvider = {
      queuedItems: ({ name, resource }) => ({ set: () => figures.push(`${name} ${resource}`) }),
      processingLatency: () => ({ observe: () => undefined }),
      storeResourceVersion: () => ({ set: () => undefined }),
    };
    for (const number of ['first', 'second']) {
      const { factory: made, clock } = factory(undefined, { metricsName: { name: 'mine', names }, metrics });
      made.informer(pods, {}, { queue: 'RealFIFO' });
      made.informer(deployments, {}, { queue: 'RealFIFO' });
      made.start();
      await clock.settle();
      expect(figures.splice(0)).toHaveLength(number === 'first' ? 4 : 0);
      await made.shutdown();
    }
  });

  it('X-03: start runs what was asked for before it, once', async () => {
    const logger = new RecordingLogger();
    const { factory: made, servers, clock } = factory(undefined, { logger });
    made.informer(pods);
    made.start();
    made.start();
    expect(logger.lines).toEqual([]);
    made.informer(deployments);
    await clock.settle();
    expect(servers.map(({ lists }) => lists.length)).toEqual([1, 0]);
    made.start();
    await clock.settle();
    expect(servers.map(({ lists }) => lists.length)).toEqual([1, 1]);
  });

  it('X-05: waits for the started ones; an abort, or a stop before sync, is a no', async () => {
    const { factory: made } = factory();
    made.informer(pods);
    await expect(made.waitForCacheSync(forever)).resolves.toBe(true);
    made.start();
    await expect(made.waitForCacheSync(forever)).resolves.toBe(true);
    expect(made.informer(pods).hasSynced()).toBe(true);

    const never = factory(() => new ScriptedListerWatcher([() => new Promise(() => undefined)]));
    const stuck = never.factory.informer(pods);
    never.factory.start();
    await expect(never.factory.waitForCacheSync(AbortSignal.abort())).resolves.toBe(false);
    const waiting = never.factory.waitForCacheSync(forever);
    await never.factory.stop(stuck);
    await expect(waiting).resolves.toBe(false);
  });

  it('X-05: tells of each started informer, and why the wait was given up', async () => {
    const never = (): ScriptedListerWatcher => new ScriptedListerWatcher([() => new Promise(() => undefined)]);
    const answers = [() => new ScriptedListerWatcher([page(10)]), never, never];
    const { factory: made, clock } = factory(() => answers.shift()!());
    made.informer(pods);
    made.informer(deployments);
    made.start();
    made.informer({ ...pods, resource: 'secrets' });
    await clock.settle();
    const stop = new AbortController();
    const waiting = made.syncResult(stop.signal);
    stop.abort(new Error('had enough'));
    const result = await waiting;
    expect([...result.synced]).toEqual([['v1/pods', true], ['apps/v1/deployments', false]]);
    expect(result.asError()?.message).toBe('failed to sync the caches of apps/v1/deployments: had enough');
    await made.shutdown();
  });

  it('X-05: of informers with one name, all must have synced', async () => {
    const never = (): ScriptedListerWatcher => new ScriptedListerWatcher([() => new Promise(() => undefined)]);
    const soon = (): ScriptedListerWatcher => new ScriptedListerWatcher([page(10)]);
    for (const [first, second, synced] of [[soon, soon, true], [never, soon, false], [soon, never, false]] as const) {
      const answers = [first, second];
      const { factory: made, clock } = factory(() => answers.shift()!());
      made.informer(pods, { labelSelector: 'a=b' });
      made.informer(pods, { labelSelector: 'a=c' });
      made.start();
      await clock.settle();
      expect([...(await made.syncResult(synced ? forever : AbortSignal.abort())).synced]).toEqual([['v1/pods', synced]]);
      await made.shutdown();
    }
  });

  it('X-05: one that has been stopped is waited for no longer', async () => {
    const { factory: made, clock } = factory();
    const informer = made.informer(pods);
    made.start();
    await clock.settle();
    await made.stop(informer);
    expect((await made.syncResult(forever)).synced.size).toBe(0);
  });

  it('one that fails is told of and stopped; the others run on', async () => {
    const logger = new RecordingLogger();
    const probe = new RecordingProbe();
    const record = probe.record.bind(probe);
    probe.record = (draft) => {
      if (draft.kind === 'reflector.backoff') throw new Error('a mistake of ours');
      return record(draft);
    };
    const answers = [() => new ScriptedListerWatcher([new Error('no list')]), () => new ScriptedListerWatcher([page(10)])];
    const { factory: made, clock } = factory(() => answers.shift()!(), { logger, probe });
    const failing = made.informer(pods);
    const other = made.informer(deployments);
    made.start();
    await clock.settle();
    expect(logger.lines).toContain('error informer: v1/pods has failed and stopped');
    expect([failing.isStopped(), failing.hasSynced(), other.isStopped(), other.hasSynced()]).toEqual([true, false, false, true]);
    await expect(failing.whenSynced).resolves.toBe(false);
    await made.shutdown();
    expect(clock.pending).toBe(0);
  });

  it('X-06: has the namespace index', async () => {
    const { factory: made, clock } = factory();
    const informer = made.informer(pods);
    made.start();
    await clock.settle();
    expect(informer.indexer.indexKeys('namespace', 'd')).toEqual(['d/a']);
  });

  it('X-07: a stopped informer is replaced by a new one', async () => {
    const { factory: made, clock, servers } = factory();
    const informer = made.informer(pods);
    made.start();
    await clock.settle();
    const stopping = made.stop(informer);
    expect(made.informer(pods)).not.toBe(informer);
    await stopping;
    expect(informer.isStopped()).toBe(true);
    made.start();
    await clock.settle();
    expect(made.informer(pods).hasSynced()).toBe(true);
    expect(servers).toHaveLength(2);
    expect(made.informers).toHaveLength(1);
  });

  it('X-07: a stop takes the informer off the list, but not the one that has taken its place; one that never ran is stopped at once', async () => {
    const { factory: made, clock } = factory();
    const first = made.informer(pods);
    await made.stop(first);
    expect(made.informers).toEqual([]);
    const second = made.informer(pods);
    made.start();
    await clock.settle();
    await made.stop(first);
    expect(made.informers).toEqual([second]);
    await made.stop(second);
    expect(made.informers).toEqual([]);
  });

  it('X-04: a shutdown forgets those too that were never started', async () => {
    const { factory: made } = factory();
    made.informer(pods);
    await made.shutdown();
    expect(made.informers).toEqual([]);
  });

  it('X-04: shutdown stops all of them, for good', async () => {
    const { factory: made, clock, servers } = factory();
    const handler = new RecordingHandler();
    made.informer(pods).addEventHandler(handler, { name: 'test' });
    made.informer(deployments);
    made.start();
    await clock.settle();
    await made.shutdown();
    expect(made.informers).toEqual([]);
    expect(clock.pending).toBe(0);
    expect(servers.every(({ current }) => current.isClosed)).toBe(true);
  });

  it('X-03: after a shutdown start does nothing', async () => {
    const { factory: made, clock, servers } = factory();
    await made.shutdown();
    made.informer(pods);
    made.start();
    await clock.advance(60_000);
    expect(servers[0]!.lists).toEqual([]);
  });

  it('case 13: stopping in mid-list leaves nothing behind', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof page>>();
    const { factory: made, clock, servers } = factory(() => new ScriptedListerWatcher([() => answer.promise]));
    const informer = made.informer(pods);
    made.start();
    await clock.settle();
    await made.stop(informer);
    answer.resolve(page(1));
    await clock.advance(60_000);
    expect(servers[0]!.watches).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
