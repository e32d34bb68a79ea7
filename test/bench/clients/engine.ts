import { systemClock } from '../../../extension/base/systemClock.ts';
import { noProbe } from '../../../extension/trace/probe.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { readClientOptions } from './clientOptions.ts';
import { Meter } from './meter.ts';
import { meteredRun } from './meteredRun.ts';
import { openEngine, podsResource } from './openEngine.ts';

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
const { handler, untilToldAll } = meteredRun(meter, options);
const ignore = { onAdd: () => undefined, onUpdate: () => undefined };
for (let number = 0; number < handlers; number++) informer.addEventHandler(number === handlers - 1 ? handler : ignore, { name: `bench-${number}` });

await untilToldAll(informer, () => factory.start());
console.log(JSON.stringify({ ...meter.end(), objects: informer.indexer.size, entries: trace === 'off' ? 0 : tracer.lastSeq, told }));
await factory.shutdown();
await cluster.close();
