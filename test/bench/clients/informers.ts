import { systemClock } from '../../../extension/base/systemClock.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { readClientOptions } from './clientOptions.ts';
import { Meter } from './meter.ts';
import { openEngine } from './openEngine.ts';

/** Many informers that begin at once, each of its own resource; `events` says how many. */
const options = readClientOptions();
const { cluster, factory } = await openEngine(options.port, new Tracer(systemClock, 50_000));
for (let number = 0; number < options.events; number++) {
  factory.informer({ group: '', version: 'v1', resource: `things${number}` }).addEventHandler({}, { name: 'bench' });
}
const meter = new Meter();
meter.start();
factory.start();
const synced = await factory.waitForCacheSync(new AbortController().signal);
meter.synced();
const objects = factory.informers.reduce((sum, { indexer }) => sum + indexer.size, 0);
if (!synced || objects !== options.pods * options.events) throw new Error(`${objects} objects were cached`);
console.log(JSON.stringify(meter.end()));
await factory.shutdown();
await cluster.close();
