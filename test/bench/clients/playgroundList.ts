import { cpuMsOf } from '../../support/cpuMs.ts';
import { largeWorldStorage } from '../playground/largeWorldStorage.ts';
import { ServedPlayground } from '../playground/servedPlayground.ts';
import { readClientOptions } from './clientOptions.ts';

/** A list of so many pods, as it is served: the first time, and again; beside it, what writing them as JSON once costs. */
const { pods } = readClientOptions();
const served = await ServedPlayground.start({ restored: largeWorldStorage(pods) });
const list = () => served.order({ do: 'list', path: '/api/v1/pods' });
await served.order({ do: 'list', path: '/api/v1/namespaces' }); // the handshake, and everything compiled that can be
await served.order({ do: 'list', path: '/api/v1/pods?limit=500' });
const { items } = served.playground.storage.range('/registry/pods/');
let length = 0;
const serialise = async () => {
  for (const { object } of items) length += JSON.stringify(object).length;
};
await serialise();
const serialiseMs = await cpuMsOf(serialise);
const firstMs = await cpuMsOf(list);
const againMs = await cpuMsOf(list);
console.log(JSON.stringify({ serialiseMs, firstMs, againMs, megabytes: length / 2e6 }));
await served.stop();
process.exit();
