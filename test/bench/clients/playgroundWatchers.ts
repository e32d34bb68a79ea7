import { cpuMsOf } from '../../support/cpuMs.ts';
import { ServedPlayground } from '../playground/servedPlayground.ts';
import { readClientOptions } from './clientOptions.ts';

/** So many small changes, written as fast as they can be, to so many watchers of one resource (`handlers`), each with a connection of its own. */
const { events, handlers: watchers = 1 } = readClientOptions();
const path = '/api/v1/namespaces/default/configmaps';
const served = await ServedPlayground.start({});
const { storage } = served.playground;
const watch = () => served.order({ do: 'watch', path: `${path}?watch=true&resourceVersion=${storage.revision}`, watchers });
const write = (count: number) => served.order({ do: 'write', path, writes: count, connections: 8 });
await watch();
await write(2_000); // everything compiled that can be
await served.order({ do: 'await', lines: 2_000 });
const cpuMs = await cpuMsOf(async () => {
  await write(events);
  await served.order({ do: 'await', lines: 2_000 + events });
});
console.log(JSON.stringify({ cpuMs, usPerWrite: (1000 * cpuMs) / events }));
await served.stop();
process.exit();
