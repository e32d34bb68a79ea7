import path from 'node:path';
import { silentLogger } from '../../../extension/base/logger.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import type { Reconciler } from '../../../extension/controller/api.ts';
import { Controller } from '../../../extension/controller/controller.ts';
import { type LaunchedReconciler, launchInProcess } from '../../../extension/inspector/launchReconciler.ts';
import { SharedInformerFactory } from '../../../extension/informer/sharedInformerFactory.ts';
import { openGate } from '../../../extension/trace/gate.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { ScriptedWatch } from '../../support/scriptedListerWatcher.ts';
import emptyReconciler from './emptyReconciler.ts';
import { readClientOptions } from './clientOptions.ts';
import { memoryMB } from './meter.ts';

/** A controller with 8 workers, trace on, whose reconciler does nothing: in this process, or (`remote`) in one of its own. `events` says how many keys. */
const workers = 8;
/** What is compiled and allocated on the way is not what is measured. */
const warmUp = 20_000;
const { events: keys, remote = false } = readClientOptions();

const controller = path.resolve(import.meta.dirname, '../../../extension/controller');
const program = { program: path.join(controller, 'child/main.ts'), api: path.join(controller, 'api.ts'), samples: path.join(controller, 'samples'), execPath: process.execPath, env: process.env };
const launched: LaunchedReconciler | undefined = remote
  ? launchInProcess({ program, clock: systemClock, logger: silentLogger })({ kind: 'file', path: path.join(import.meta.dirname, 'emptyReconciler.ts') })
  : undefined;
const reconciler: Reconciler = launched ? await launched.ready : emptyReconciler;

const tracer = new Tracer(systemClock, 50_000);
const engine = { clock: systemClock, random: () => 0.5, probe: tracer, gate: openGate, logger: silentLogger };
const stop = new AbortController();
// Nothing comes from a server: the keys are added by hand.
const silentServer = { list: () => Promise.resolve({ kind: 'PodList', resourceVersion: '1', items: [], bytes: 0 }), watch: () => Promise.resolve(new ScriptedWatch()) };
const factory = new SharedInformerFactory({ ...engine, listerWatcherFor: () => silentServer, indexers: {} });
const running = new Controller({
  ...engine,
  reconciler,
  isolated: true,
  kindOf: () => ({ group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true }),
  informerFor: (resource) => factory.informer(resource),
  client: { write: () => Promise.resolve({ code: 200 }) },
  writes: { dryRun: true },
  workers,
});
const ended = running.run(stop.signal);
factory.start();
await reconcile(warmUp);
const [began, cpu] = [performance.now(), process.cpuUsage()];
await reconcile(keys);
const ms = performance.now() - began;
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ reconcilesPerSecond: (1000 * keys) / ms, reconcilesPerCpuSecond: (1e6 * keys) / (user + system), memoryMB: memoryMB() }));
stop.abort();
await launched?.stop();
await ended;
await factory.shutdown();

async function reconcile(count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let done = 0;
  const counting = tracer.onEntry(({ kind }) => {
    if (kind === 'reconcile.error') throw new Error('an empty reconcile failed');
    if (kind === 'workqueue.done' && ++done === count) resolve();
  });
  for (let index = 0; index < count; index++) running.queue.add(`team-${index % 40}/object-${index}`);
  await promise;
  counting.dispose();
}
