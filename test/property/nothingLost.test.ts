import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClientGo, QueueKind } from '../../extension/informer/profile.ts';
import { ApiError, ConnectionError } from '../../extension/kube/status.ts';
import { Believer, describeObject } from '../support/believer.ts';
import { FakeApiServer } from '../support/fakeApiServer.ts';
import { InformerHarness } from '../support/informerHarness.ts';
import { ManualGate } from '../support/manualGate.ts';
import { seededRandom } from '../../extension/base/random.ts';
import { longestRecoveryMs } from '../support/longestRecovery.ts';
import { errorEvent } from '../support/objects.ts';

/**
 * Nothing is lost: whatever happens to objects, watches, lists and steps, at rest the cache equals the server,
 * and the last call that each handler saw for each key tells that state. A failure prints its seed and the shortest
 * story that fast-check finds.
 */

const points = ['queue.pop', 'queue.add', 'watch.event', 'handler.call', 'list.page'] as const;

type Event =
  | { readonly do: 'put' | 'delete' | 'recreate'; readonly key: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'drop' | 'break' | 'compact' | 'bookmark' | 'expire' | 'lateHandler' | 'open' | 'forgetWatchList' }
  | { readonly do: 'failList' | 'failWatch'; readonly error: number }
  | { readonly do: 'hold'; readonly point: number };

const errors: readonly (() => Error)[] = [
  () => new ApiError({ code: 500, reason: 'InternalError' }),
  () => new ApiError({ code: 503, reason: 'ServiceUnavailable' }),
  () => new ApiError({ code: 429, reason: 'TooManyRequests' }, 1),
  () => new ApiError({ code: 410, reason: 'Expired' }),
  () => new ApiError({ code: 403, reason: 'Forbidden' }),
  () => new ConnectionError('refused', 'refused', { server: 's' }),
  () => new ConnectionError('reset', 'reset', { server: 's' }),
];

const key = fc.nat(5);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constantFrom('put' as const, 'put' as const, 'delete' as const, 'recreate' as const), key }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 500, 1500, 40_000, 130_000) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('drop', 'break', 'compact', 'bookmark', 'expire', 'lateHandler', 'open', 'forgetWatchList') as fc.Arbitrary<'drop'>,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('failList' as const, 'failWatch' as const), error: fc.nat(errors.length - 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), point: fc.nat(points.length - 1) }) },
);

interface Variant {
  readonly clientGo: ClientGo;
  readonly queue: QueueKind;
  readonly resyncPeriodMs: number;
}

async function play(events: readonly Event[], seed: number, variant: Variant): Promise<void> {
  const server = new FakeApiServer();
  server.pagesEverything = seed % 2 === 0;
  for (let index = 0; index < 4; index++) server.put('n0', `k${index}`);
  const gate = new ManualGate();
  const harness = new InformerHarness(server, { settings: variant, gate, random: seededRandom(seed) });
  const believers = [new Believer(), new Believer()];
  for (const [index, believer] of believers.entries()) harness.informer.addEventHandler(believer, { name: `h${index}` });
  // Even the first list may be held in the queue, when the watch that follows it breaks or expires.
  if (seed % 3 === 0) gate.close('queue.pop');
  await harness.run();

  for (const each of events) {
    act(each, server, gate, harness, believers);
    // Events of one moment may arrive together: sometimes nothing settles in between.
    if (each.do !== 'put' || each.key % 2 === 0) await harness.clock.advance(each.do === 'wait' ? each.ms : 0);
  }

  gate.open();
  server.listFailures.length = 0;
  server.watchFailures.length = 0;
  await harness.clock.advance(longestRecoveryMs(variant.clientGo));

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

function act(each: Event, server: FakeApiServer, gate: ManualGate, harness: InformerHarness, believers: Believer[]): void {
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
    case 'drop':
      return server.dropWatches();
    case 'break':
      return server.dropWatches(new ConnectionError('decode', 'broken', { server: 's' }));
    case 'compact':
      return server.compact();
    case 'bookmark':
      return server.sendBookmarks();
    case 'expire':
      return server.sendToWatches(errorEvent(410, 'Expired'));
    case 'failList':
      server.listFailures.push(errors[each.error]!());
      return undefined;
    case 'failWatch':
      server.watchFailures.push(errors[each.error]!());
      return undefined;
    case 'hold':
      return gate.close(points[each.point]!);
    case 'open':
      return gate.open();
    case 'forgetWatchList':
      server.supportsWatchList = false;
      return undefined;
    case 'lateHandler': {
      const late = new Believer();
      believers.push(late);
      harness.informer.addEventHandler(late, { name: `late${believers.length}` });
      return undefined;
    }
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
const runs = Number(process.env['PROPERTY_RUNS'] ?? 40);

describe('nothing is lost', () => {
  it.each(variants)('client-go $clientGo, $queue, resync $resyncPeriodMs', { timeout: 10_000 + 500 * runs }, async (variant) => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60, size: 'max' }), fc.nat(), (events, seed) => play(events, seed, variant)),
      { numRuns: runs, ...(process.env['PROPERTY_SEED'] ? { seed: Number(process.env['PROPERTY_SEED']) } : {}) },
    );
  });
});
