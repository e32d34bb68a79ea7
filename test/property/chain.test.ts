import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../extension/base/random.ts';
import type { Reconciler, ReconcileResult } from '../../extension/controller/api.ts';
import { causesOf } from '../../extension/debugger/chain/causeWalk.ts';
import { EffectWalk } from '../../extension/debugger/chain/effectWalk.ts';
import { whyItRan } from '../../extension/debugger/chain/why.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import type { EntryOf } from '../../extension/trace/entry.ts';
import { Tracer } from '../../extension/trace/tracer.ts';
import { ControllerHarness } from '../unit/controller/controllerHarness.ts';
import { propertyParameters } from '../support/seed.ts';

/**
 * Of whatever a controller does: each of the causes of an entry has that entry among its effects; and each run has a why, every
 * reason of which begins where a chain may begin. A failure prints its seed and the shortest story that fast-check finds.
 */

const configMaps = parseResource('v1/configmaps')!;

type Event = { readonly do: 'put' | 'delete'; readonly key: number } | { readonly do: 'wait'; readonly ms: number } | { readonly do: 'drop' | 'again' };

const key = fc.nat(3);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('put' as const, 'put' as const, 'delete' as const), key }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 40, 1500, 31_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('drop' as const, 'again' as const) }) },
);

async function play(events: readonly Event[], seed: number, queue: Partial<Reconciler>): Promise<Tracer> {
  const random = seededRandom(seed);
  let writes = 0;
  const reconciler: Reconciler = {
    name: 'test',
    for: 'v1/configmaps',
    resync: 30_000,
    workers: 2,
    ...queue,
    async reconcile({ cache, client }, { namespace, name }): Promise<ReconcileResult | void> {
      const object = await cache.get('v1/configmaps', namespace, name);
      const fate = random();
      if (fate < 0.15) throw new Error('not this time');
      if (fate < 0.25) return { requeue: true };
      if (fate < 0.35) return { requeueAfter: 1 + Math.floor(random() * 500) };
      // Its own writes come back to it, and must come to an end.
      if (object && fate < 0.6 && writes++ < 20) await client.patch('v1/configmaps', namespace, name, { data: { n: String(random()) } });
    },
  };
  const probe = { record: (draft: Parameters<Tracer['record']>[0]) => tracer.record(draft) };
  const harness: ControllerHarness = new ControllerHarness(reconciler, { random, probe });
  const tracer: Tracer = new Tracer(harness.clock, 100_000);
  harness.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name: 'k0', namespace: 'd' } });
  await harness.start();
  for (const each of events) {
    const id = 'key' in each ? `k${each.key}` : '';
    if (each.do === 'put') harness.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name: id, namespace: 'd' }, data: { n: String(random()) } });
    else if (each.do === 'delete' && harness.cluster.object(configMaps, `d/${id}`)) harness.cluster.remove(configMaps, `d/${id}`);
    else if (each.do === 'drop') harness.cluster.dropWatches();
    else if (each.do === 'again') void harness.controller.runAgain('d/k0').catch(() => undefined);
    else if (each.do === 'wait') await harness.clock.advance(each.ms);
    if (random() < 0.5) await harness.clock.settle();
  }
  await harness.clock.advance(2000);
  await harness.stop();
  return tracer;
}

const begins: Readonly<Record<string, readonly string[]>> = {
  event: ['reflector.event'],
  eventOfOwnWrite: ['reflector.event'],
  list: ['reflector.listed', 'reflector.list'],
  tombstone: ['reflector.listed', 'reflector.list'],
  initial: ['handler.add'],
  resync: ['handler.update', 'queue.add', 'reflector.watch', 'reflector.listed'],
  retry: ['workqueue.ratelimited', 'reconcile.error'],
  requeue: ['workqueue.ratelimited', 'reconcile.end'],
  requeueAfter: ['reconcile.end'],
  asked: ['reconcile.again'],
};

const variants: Record<string, Partial<Reconciler>> = {
  'a rate limiting queue': {},
  'a queue with priorities': { priority: true },
  'a delaying queue': { queue: 'delaying' },
  'a plain queue': { queue: 'fifo' },
};

/** `PROPERTY_RUNS` for more of them, `PROPERTY_SEED` for the one that failed. */
const runs = propertyParameters(25);

describe('the chain of causes', () => {
  it.each(Object.entries(variants))('leads back to where it began, and on again, with %s', { timeout: 20_000 + 1000 * runs.numRuns }, async (_, queue) => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60, size: 'max' }), fc.nat(), async (events, seed) => {
        const trace = await play(events, seed, queue);
        const entries = [...trace.entries()];
        for (const entry of entries) {
          const { entries: causes, lost } = causesOf(trace, entry);
          expect(lost, `#${entry.seq}`).toEqual([]);
          // Each entry of long stories costs a walk for each of its causes; some of them tell as much.
          if (entry.seq % 7 !== seed % 7) continue;
          for (const cause of causes) expect(new EffectWalk(trace, cause).catchUp().entries.includes(entry), `#${cause.seq} ${cause.kind} → #${entry.seq} ${entry.kind}`).toBe(true);
        }
        for (const start of entries.filter((entry): entry is EntryOf<'reconcile.start'> => entry.kind === 'reconcile.start')) {
          const { reasons } = whyItRan(trace, start);
          expect(reasons.length, `#${start.seq}`).toBeGreaterThan(0);
          for (const { id, origin } of reasons) {
            expect(begins[id], `#${start.seq}: ${id} #${origin}`).toContain(trace.at(origin)!.kind);
            seen.add(id);
          }
        }
      }),
      runs,
    );
    expect([...seen]).toEqual(expect.arrayContaining(['event', 'eventOfOwnWrite', 'resync', 'retry', 'requeue', 'requeueAfter', 'asked', 'list']));
  });
});
