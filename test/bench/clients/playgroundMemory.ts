import { largeWorldStorage } from '../playground/largeWorldStorage.ts';
import { ServedPlayground } from '../playground/servedPlayground.ts';
import { readClientOptions } from './clientOptions.ts';
import { memoryMB } from './meter.ts';

/** A playground of so many pods with its controllers, after it was listed whole and in pages: what it holds. */
const { pods } = readClientOptions();
const served = await ServedPlayground.start({ restored: largeWorldStorage(pods), controllers: ['*'] });
await served.order({ do: 'list', path: '/api/v1/pods' });
await served.order({ do: 'list', path: '/api/v1/pods?resourceVersion=0' });
console.log(JSON.stringify({ memoryMB: memoryMB(), residentMB: process.memoryUsage().rss / 1e6 }));
await served.stop();
process.exit();
