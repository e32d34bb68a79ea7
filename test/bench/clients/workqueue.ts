import { systemClock } from '../../../extension/base/systemClock.ts';
import { openGate } from '../../../extension/trace/gate.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { RateLimitingQueue } from '../../../extension/workqueue/rateLimitingQueue.ts';
import { readClientOptions } from './clientOptions.ts';
import { memoryMB } from './meter.ts';

/** Keys through the queue: added all at once, then taken, forgotten and done by so many workers (`handlers`); `events` says how many keys. */
const { events: keys, handlers: workers = 1 } = readClientOptions();
const queue = new RateLimitingQueue({ name: 'bench', clock: systemClock, probe: new Tracer(systemClock, 50_000), gate: openGate });
const names = Array.from({ length: keys }, (_, index) => `team-${index % 40}/object-${index}`);
let done = 0;
const started = process.threadCpuUsage();
for (const name of names) queue.add(name);
queue.shutDown();
await Promise.all(Array.from({ length: workers }, work));
const { user, system } = process.threadCpuUsage(started);
if (done !== keys) throw new Error(`${done} of ${keys} keys were done`);
console.log(JSON.stringify({ keysPerCpuSecond: (1e6 * keys) / (user + system), memoryMB: memoryMB() }));

async function work(): Promise<void> {
  for (let item = await queue.get(); item; item = await queue.get()) {
    queue.forget(item.key);
    queue.done(item.key);
    done++;
  }
}
