import { benchSession } from './benchSession.ts';
import { readClientOptions } from './clientOptions.ts';
import { Meter } from './meter.ts';
import { meteredRun } from './meteredRun.ts';
import { openCluster, podsResource } from './openEngine.ts';

/** So many entries are gone back to, spread over the whole recording. */
const seeks = 24;
/** What the trace kept before there was a recording. */
const entriesWithout = 50_000;

/** A session as the product composes it, with its recording or without; then, with it, the time that going back takes. */
const options = readClientOptions();
const session = benchSession(await openCluster(options.port), { clientGo: '1.32', queue: 'DeltaFIFO' });
if (options.trace === 'off') {
  session.history.dispose();
  session.tracer.resize(entriesWithout);
}
const informer = session.informers.start(podsResource);
const meter = new Meter();
const { handler, untilToldAll } = meteredRun(meter, options);
informer.addEventHandler(handler, { name: 'bench' });
await untilToldAll(informer);
const figures = meter.end();
// What is due to be dropped is dropped in a turn of its own.
await new Promise((resolve) => setTimeout(resolve, 50));
const { oldest, newest, bytes, limit, dropped } = session.history.extent;
const times: number[] = [];
if (options.trace !== 'off') {
  for (let seek = 0; seek < seeks; seek++) {
    const seq = Math.round(oldest + ((newest - oldest) * seek) / (seeks - 1));
    const began = performance.now();
    await session.history.goTo(seq, session.signal);
    times.push(performance.now() - began);
  }
}
console.log(JSON.stringify({ ...figures, entries: newest - oldest + 1, bytes, limit, dropped, seekMs: Math.max(0, ...times), meanSeekMs: times.reduce((sum, ms) => sum + ms, 0) / Math.max(1, times.length) }));
await session.close();
