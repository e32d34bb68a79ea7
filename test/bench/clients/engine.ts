import { systemClock } from '../../../extension/base/systemClock.ts';
import { noProbe } from '../../../extension/trace/probe.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { readClientOptions, requestEvents } from './clientOptions.ts';
import { Meter } from './meter.ts';
import { openEngine, podsResource, untilWatching } from './openEngine.ts';

/** How many entries the product keeps unless it is told otherwise. */
const traceCapacity = 50_000;

/** This engine: a DeltaFIFO, the ring of the trace on unless it is told otherwise, one handler or several. */
const options = readClientOptions();
const { trace = 'on', handlers = 1 } = options;
const tracer = new Tracer(systemClock, traceCapacity);
let told = 0;
if (trace === 'subscribers') for (let count = 0; count < 10; count++) tracer.onEntry(() => void told++);
const { cluster, factory } = await openEngine(options.port, trace === 'off' ? noProbe : tracer);
const informer = factory.informer(podsResource, {}, { clientGo: '1.32', queue: 'DeltaFIFO' });
const meter = new Meter();
const all = Promise.withResolvers<void>();
const added = Promise.withResolvers<void>();
let adds = 0;
for (let number = 0; number < handlers; number++) {
  const isLast = number === handlers - 1;
  informer.addEventHandler(
    {
      onAdd: () => {
        if (isLast && ++adds === options.pods) added.resolve();
      },
      onUpdate: () => {
        if (!isLast) return;
        meter.event();
        if (meter.events === options.events) all.resolve();
      },
    },
    { name: `bench-${number}` },
  );
}

meter.start();
factory.start();
await informer.whenSynced;
meter.synced();
await added.promise;
await untilWatching(informer);
if (options.events > 0) {
  await requestEvents(options.port);
  await all.promise;
}
console.log(JSON.stringify({ ...meter.end(), objects: informer.indexer.size, entries: trace === 'off' ? 0 : tracer.lastSeq, told }));
await factory.shutdown();
await cluster.close();
