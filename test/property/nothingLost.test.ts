import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClientGo, QueueKind } from '../../extension/informer/profile.ts';
import { Believer, describeObject } from '../support/believer.ts';
import { propertyParameters } from '../support/seed.ts';
import { befall, type ServerTrouble } from '../support/serverTrouble.ts';
import { recover, refusal, type TroubledInformer, troubledInformer, waiting } from '../support/troubledInformer.ts';

/**
 * Nothing is lost: whatever happens to objects, watches, lists and steps, at rest the cache equals the server,
 * and the last call that each handler saw for each key tells that state. A failure prints its seed and the shortest
 * story that fast-check finds.
 */

const points = ['queue.pop', 'queue.add', 'watch.event', 'handler.call', 'list.page'] as const;

type Event =
  | ServerTrouble
  | { readonly do: 'put' | 'delete' | 'recreate'; readonly key: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'lateHandler' | 'open' }
  | { readonly do: 'hold'; readonly point: number };

const key = fc.nat(5);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constantFrom('put' as const, 'put' as const, 'delete' as const, 'recreate' as const), key }) },
  { weight: 6, arbitrary: waiting },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('drop', 'break', 'compact', 'bookmark', 'expire', 'lateHandler', 'open', 'forgetWatchList') as fc.Arbitrary<'drop'>,
    }),
  },
  { weight: 2, arbitrary: refusal },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), point: fc.nat(points.length - 1) }) },
);

interface Variant {
  readonly clientGo: ClientGo;
  readonly queue: QueueKind;
  readonly resyncPeriodMs: number;
}

async function play(events: readonly Event[], seed: number, variant: Variant): Promise<void> {
  const troubled = troubledInformer(seed, variant);
  const { server, gate, harness } = troubled;
  const believers = [new Believer(), new Believer()];
  for (const [index, believer] of believers.entries()) harness.informer.addEventHandler(believer, { name: `h${index}` });
  // Even the first list may be held in the queue, when the watch that follows it breaks or expires.
  if (seed % 3 === 0) gate.close('queue.pop');
  await harness.run();

  for (const each of events) {
    act(each, troubled, believers);
    // Events of one moment may arrive together: sometimes nothing settles in between.
    if (each.do !== 'put' || each.key % 2 === 0) await harness.clock.advance(each.do === 'wait' ? each.ms : 0);
  }

  await recover(troubled, variant.clientGo);

  const cached = harness.informer.indexer.list().map((object) => `${describeObject(object).id} ${describeObject(object).value}`);
  expect(cached.toSorted()).toEqual(server.state);
  expect(harness.informer.hasSynced()).toBe(true);
  for (const believer of believers) {
    expect(believer.beliefs).toEqual(server.state);
    expect(believer.mistakes).toEqual([]);
  }
  const indexed = harness.informer.indexer.listIndexFuncValues('namespace').flatMap((value) => harness.informer.indexer.indexKeys('namespace', value));
  expect(indexed.toSorted()).toEqual(server.keys.toSorted());
  expect(harness.informer.queueSnapshot(1)).toMatchObject({ keys: 0, deltas: 0 });
  for (const entry of harness.probe.entries) for (const cause of entry.cause ?? []) expect(cause).toBeLessThan(entry.seq);

  await harness.stop();
  expect(server.openWatches).toBe(0);
  expect(harness.clock.pending).toBe(0);
  const { requests } = server;
  await harness.clock.advance(200_000);
  expect(server.requests).toBe(requests);
}

function act(each: Event, { server, gate, harness }: TroubledInformer, believers: Believer[]): void {
  switch (each.do) {
    case 'put':
      return server.put(`n${each.key % 2}`, `k${each.key}`);
    case 'delete':
      return server.delete(`n${each.key % 2}/k${each.key}`);
    case 'recreate':
      server.delete(`n${each.key % 2}/k${each.key}`);
      return server.put(`n${each.key % 2}`, `k${each.key}`);
    case 'wait':
      return undefined;
    case 'hold':
      return gate.close(points[each.point]!);
    case 'open':
      return gate.open();
    case 'lateHandler': {
      const late = new Believer();
      believers.push(late);
      harness.informer.addEventHandler(late, { name: `late${believers.length}` });
      return undefined;
    }
    default:
      return befall(each, server);
  }
}

const variants: readonly Variant[] = [
  { clientGo: '1.32', queue: 'DeltaFIFO', resyncPeriodMs: 0 },
  { clientGo: '1.32', queue: 'DeltaFIFO', resyncPeriodMs: 20_000 },
  { clientGo: '1.32', queue: 'RealFIFO', resyncPeriodMs: 20_000 },
  { clientGo: '1.36', queue: 'DeltaFIFO', resyncPeriodMs: 0 },
  { clientGo: '1.36', queue: 'RealFIFO', resyncPeriodMs: 20_000 },
  { clientGo: '1.36', queue: 'atomic', resyncPeriodMs: 20_000 },
  { clientGo: 'article', queue: 'DeltaFIFO', resyncPeriodMs: 20_000 },
];

/** `PROPERTY_RUNS` for more of them, `PROPERTY_SEED` for the one that failed. */
const runs = propertyParameters(40);

describe('nothing is lost', () => {
  it.each(variants)('client-go $clientGo, $queue, resync $resyncPeriodMs', { timeout: 10_000 + 500 * runs.numRuns }, async (variant) => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60, size: 'max' }), fc.nat(), (events, seed) => play(events, seed, variant)),
      runs,
    );
  });
});
