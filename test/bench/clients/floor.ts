import { request, type IncomingMessage } from 'node:http';
import { readClientOptions, requestEvents } from './clientOptions.ts';
import { Meter } from './meter.ts';

/**
 * The least that one thread can do: read the same bytes from the same socket, parse each object, put it into a map, call a function.
 */
interface Pod {
  readonly metadata: { readonly name: string; readonly namespace: string };
}

interface List {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly Pod[];
}

const options = readClientOptions();
const store = new Map<string, Pod>();
const meter = new Meter();
const all = Promise.withResolvers<void>();

meter.start();
await readList();
meter.synced();
// Once more, for what is compared with a relist.
const before = performance.now();
const cpuBefore = process.threadCpuUsage();
if (options.events === 0) await readList();
const again = process.threadCpuUsage(cpuBefore);
const relist = { relistMs: performance.now() - before, relistCpuMs: (again.user + again.system) / 1000 };
if (options.events === 0) {
  console.log(JSON.stringify({ ...meter.end(), ...relist, objects: store.size }));
  process.exit(0);
}
const watch = await get('/api/v1/pods?watch=true');
let rest: Buffer | undefined;
watch.on('data', read);
await requestEvents(options.port);
await all.promise;
console.log(JSON.stringify({ ...meter.end(), objects: store.size }));
watch.destroy();

async function readList(): Promise<void> {
  let token: string | undefined;
  do {
    const list = JSON.parse(await readText(`/api/v1/pods?limit=500${token ? `&continue=${token}` : ''}`)) as List;
    for (const pod of list.items) put(pod);
    token = list.metadata.continue;
  } while (token);
}

function put(pod: Pod): void {
  store.set(`${pod.metadata.namespace}/${pod.metadata.name}`, pod);
}

function read(chunk: Buffer): void {
  let start = 0;
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
    const line = rest ? Buffer.concat([rest, chunk.subarray(start, end)]).toString() : chunk.toString('utf8', start, end);
    rest = undefined;
    start = end + 1;
    put((JSON.parse(line) as { object: Pod }).object);
    meter.event();
    if (meter.events === options.events) all.resolve();
  }
  if (start < chunk.length) rest = rest ? Buffer.concat([rest, chunk.subarray(start)]) : chunk.subarray(start);
}

function get(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: options.port, path }, resolve).on('error', reject).end();
  });
}

async function readText(path: string): Promise<string> {
  const response = await get(path);
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => response.on('end', resolve));
  return Buffer.concat(chunks).toString();
}
