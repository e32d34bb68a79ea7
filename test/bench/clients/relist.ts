import { systemClock } from '../../../extension/base/systemClock.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { readClientOptions, tellServer } from './clientOptions.ts';
import { Meter } from './meter.ts';
import { openEngine, podsResource, untilWatching } from './openEngine.ts';

/** The watch expires, and everything is listed again as it was: from that request to the last pop. */
const options = readClientOptions();
const tracer = new Tracer(systemClock, 50_000);
const { cluster, factory } = await openEngine(options.port, tracer);
const informer = factory.informer(podsResource);
informer.addEventHandler({}, { name: 'bench' });
const meter = new Meter();
const relisted = Promise.withResolvers<{ ms: number; cpuMs: number }>();
let expired = false;
let begun: { readonly t: number; readonly cpu: NodeJS.CpuUsage } | undefined;
let replaced = false;
tracer.onEntry((entry) => {
  if (!expired) return;
  if (entry.kind === 'reflector.list') begun ??= { t: entry.t, cpu: process.threadCpuUsage() };
  else if (entry.kind === 'queue.replace') replaced = true;
  else if (entry.kind === 'queue.pop' && replaced && begun && informer.queueSnapshot(0).keys === 0) {
    const { user, system } = process.threadCpuUsage(begun.cpu);
    relisted.resolve({ ms: entry.t - begun.t, cpuMs: (user + system) / 1000 });
  }
});
meter.start();
factory.start();
await informer.whenSynced;
meter.synced();
await untilWatching(informer);
expired = true;
await tellServer(options.port, '/expire');
const { ms, cpuMs } = await relisted.promise;
console.log(JSON.stringify({ relistMs: ms, relistCpuMs: cpuMs, ...meter.end() }));
await factory.shutdown();
await cluster.close();
