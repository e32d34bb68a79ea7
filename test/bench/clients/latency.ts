import { systemClock } from '../../../extension/base/systemClock.ts';
import { Stepper } from '../../../extension/debugger/stepper.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { readClientOptions, requestEvents } from './clientOptions.ts';
import { Meter } from './meter.ts';
import { openEngine, podsResource, untilWatching } from './openEngine.ts';

/** From the write of an event to the call of the handler, at a rate that leaves time; then how long Pause takes to hold the first step. */
const options = readClientOptions();
const { rate = 200 } = options;
const stepper = new Stepper(systemClock);
const { cluster, factory } = await openEngine(options.port, new Tracer(systemClock, 50_000), stepper);
const informer = factory.informer(podsResource);
const latencies: number[] = [];
const all = Promise.withResolvers<void>();
informer.addEventHandler(
  {
    onUpdate: (_old, pod) => {
      latencies.push(Number(process.hrtime.bigint() - sentAt(pod)) / 1e6);
      if (latencies.length === options.events) all.resolve();
    },
  },
  { name: 'bench' },
);
factory.start();
await informer.whenSynced;
await untilWatching(informer);
const meter = new Meter();
await requestEvents(options.port, `?rate=${rate}&count=${options.events}`);
await all.promise;
const { longestBlockMs } = meter.end();
const sorted = latencies.toSorted((one, other) => one - other);
const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
console.log(JSON.stringify({ p50Ms: at(0.5), p99Ms: at(0.99), longestBlockMs, pauseMs: await pause() }));
stepper.dispose();
await factory.shutdown();
await cluster.close();

function sentAt(pod: KubeObject): bigint {
  return BigInt(pod.metadata.annotations?.['prometheus.io/port'] ?? 0);
}

/** Events go on while it pauses. */
async function pause(): Promise<number> {
  await requestEvents(options.port, `?rate=${rate}&count=${options.events}`);
  const held = Promise.withResolvers<void>();
  const asked = performance.now();
  stepper.onChange(() => {
    if (stepper.held.length > 0) held.resolve();
  });
  stepper.pause();
  await held.promise;
  return performance.now() - asked;
}
