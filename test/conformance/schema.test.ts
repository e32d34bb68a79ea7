import { expect, it } from 'vitest';
import type { Reconciler } from '../../extension/controller/api.ts';
import { SharedInformerFactory } from '../../extension/informer/sharedInformerFactory.ts';
import type { ListerWatcher } from '../../extension/informer/listerWatcher.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import { ApiError } from '../../extension/kube/status.ts';
import { entrySchemas } from '../../extension/trace/schema/entrySchemas.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { lintHarness } from '../support/lintHarness.ts';
import { ManualGate } from '../support/manualGate.ts';
import { added, bookmark, deleted, modified, page, pod } from '../support/objects.ts';
import { RecordingLogger } from '../support/recordingLogger.ts';
import { RecordingProbe } from '../support/recordingProbe.ts';
import { ScriptedListerWatcher } from '../support/scriptedListerWatcher.ts';
import { faultsIn } from '../support/traceValidator.ts';
import { ControllerHarness } from '../unit/controller/controllerHarness.ts';
import { answered, cached, committed, FactStory, fault, received, sent } from '../support/factStory.ts';

/** Every kind of entry, as the engine makes it: what it records is what the published schema says. */

const pods = parseResource('v1/pods')!;
const configMaps = parseResource('v1/configmaps')!;

/** Informers on a server that does whatever servers do. */
async function informers(probe: RecordingProbe): Promise<void> {
  const clock = new FakeClock();
  const gate = new ManualGate();
  const busy = new ApiError({ code: 503, reason: 'ServiceUnavailable', message: 'try again' });
  const server = new ScriptedListerWatcher([busy, page(10, [pod('a', 1)], { continue: 'x' }), page(10, [pod('b', 2)]), page(40, [pod('a', 30)])]);
  const observed: ListerWatcher = {
    list(options, signal, observer) {
      observer?.throttled(20);
      return server.list(options, signal);
    },
    watch(options, signal, observer) {
      observer?.reduced('Pod');
      return server.watch(options, signal);
    },
  };
  const factory = new SharedInformerFactory({ clock, probe, gate, random: () => 0, logger: new RecordingLogger(), listerWatcherFor: () => observed });
  const ordinary = factory.informer(pods, {}, { resyncPeriodMs: 5000, detectsMutations: true });
  ordinary.addEventHandler({ onUpdate: (_old, { metadata }) => metadata.name === 'b' && fail('no') }, { name: 'h' });
  factory.start();
  await clock.advance(1000);
  server.current.send(added(pod('c', 11)), modified(pod('a', 12)), { type: 'MODIFIED', object: null });
  await clock.advance(7000);
  gate.close('queue.pop');
  server.current.send(deleted(pod('c', 13)), deleted(pod('c', 14)), deleted(pod('unknown', 15)));
  await clock.settle();
  gate.open();
  await clock.settle();
  gate.close('watch.event');
  server.current.send(added(pod('never', 16)));
  await clock.settle();
  gate.releaseOne({ type: 'skip' });
  gate.open();
  (ordinary.indexer.get('d/a') as { spec?: string }).spec = 'changed';
  await clock.advance(2000);
  server.current.end(new Error('broken'));
  await clock.advance(2000);
  ordinary.relist('a check found a difference');
  await clock.advance(2000);
  await factory.stop(ordinary);

  const streaming = factory.informer(pods, { namespace: 'd' }, { clientGo: '1.36', queue: 'atomic' });
  factory.start();
  await clock.settle();
  server.current.send(added(pod('a', 30)));
  await clock.advance(30_000);
  server.current.send(bookmark(40, true));
  await clock.settle();
  await factory.stop(streaming);
}

/** A replica that leads, and does all that a reconciler may do, wrong things too. */
async function controllers(probe: RecordingProbe): Promise<void> {
  const reconciler: Reconciler = {
    name: 'all',
    for: { resource: 'v1/configmaps', predicates: [{ type: 'labels', selector: '!ignored' }] },
    maxRetries: 1,
    setup: async ({ client }) => void (await client.create('v1/pods', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'set-up', namespace: 'd' } })),
    async reconcile({ cache, client }, { namespace, name }) {
      const object = await cache.get('v1/configmaps', namespace, name);
      if (name === 'vandal') (object as { data?: unknown }).data = {};
      if (name === 'later') return { requeueAfter: 60_000 };
      if (name === 'writer') await client.patch('v1/configmaps', namespace, name, { data: { seen: 'yes' } });
      return {};
    },
  };
  const harness = new ControllerHarness(reconciler, { probe, replica: 'one' });
  const put = (name: string, labels = {}): unknown => harness.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name, namespace: 'd', labels } });
  for (const name of ['writer', 'later', 'vandal']) put(name);
  put('ignored', { ignored: 'yes' });
  await harness.start();
  await harness.clock.advance(5000);
  harness.gate.close('workqueue.get');
  put('writer', { changed: 'yes' });
  put('writer', { changed: 'again' });
  await harness.clock.settle();
  harness.gate.open();
  await harness.clock.settle();
  const again = harness.controller.runAgain('d/writer');
  await harness.clock.advance(1000);
  await again;
  await harness.stop();
}

/** What looks wrong, and is gone. */
async function lints(probe: RecordingProbe): Promise<void> {
  const { session, clock } = lintHarness();
  await session.connect();
  session.informers.start(pods);
  await clock.advance(80_000); // no bookmark comes
  const stopping = session.informers.stop('v1/pods');
  await clock.settle();
  await stopping;
  for (const entry of session.tracer.entries()) if (entry.kind.startsWith('lint.')) probe.record(entry);
  await session.close();
}

/** What the API server of the playground tells of a write, and of what was broken on purpose. */
function apiServer(probe: RecordingProbe): void {
  const story = new FactStory();
  const watch = story.ask('watch');
  story.tell(received('k'), committed(9, 'k'), cached(9), sent(watch.auditId, [9]), answered('k'));
  story.event(watch.seq, 9);
  story.tell(fault('dropWatch', watch.auditId));
  story.linker.take([{ kind: 'gap', lost: 3 }]);
  for (const entry of story.tracer.entries()) if (entry.kind.startsWith('apiserver.')) probe.record(entry);
}

function fail(message: string): never {
  throw new Error(message);
}

it('the entries of every kind are what the schema says of them', async () => {
  const probe = new RecordingProbe();
  await informers(probe);
  await controllers(probe);
  await lints(probe);
  apiServer(probe);
  const kinds = new Set<string>(probe.kinds());
  // A kind that is new wants a schema, and something here that makes it.
  expect(Object.keys(entrySchemas).filter((kind) => !kinds.has(kind))).toEqual([]);
  expect(faultsIn(probe.entries)).toEqual([]);
});
