import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../extension/base/random.ts';
import type { ClientGo, QueueKind } from '../../extension/informer/profile.ts';
import { initialInformerState, type InformerState, isFailing, reduceInformerState } from '../../extension/inspector/informerState.ts';
import { ApiError, ConnectionError } from '../../extension/kube/status.ts';
import { FakeApiServer } from '../support/fakeApiServer.ts';
import { InformerHarness } from '../support/informerHarness.ts';
import { longestRecoveryMs } from '../support/longestRecovery.ts';
import { ManualGate } from '../support/manualGate.ts';
import { errorEvent } from '../support/objects.ts';

/**
 * The state that is shown agrees with what the engine does: whatever the server does, and wherever the pipeline is held, the entries alone tell whether
 * a watch is open, a timer waits, everything has synced. A failure prints its seed and the shortest story that fast-check finds.
 */

const points = ['queue.pop', 'queue.add', 'watch.event', 'list.page'] as const;

type Event =
  | { readonly do: 'put'; readonly key: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'drop' | 'silence' | 'break' | 'compact' | 'bookmark' | 'expire' | 'relist' | 'open' | 'forgetWatchList' }
  | { readonly do: 'failList' | 'failWatch'; readonly error: number }
  | { readonly do: 'hold'; readonly point: number };

const errors: readonly (() => Error)[] = [
  () => new ApiError({ code: 500, reason: 'InternalError' }),
  () => new ApiError({ code: 503, reason: 'ServiceUnavailable' }),
  () => new ApiError({ code: 429, reason: 'TooManyRequests' }, 1),
  () => new ApiError({ code: 410, reason: 'Expired' }),
  () => new ApiError({ code: 401, reason: 'Unauthorized' }),
  () => new ApiError({ code: 403, reason: 'Forbidden' }),
  () => new ApiError({ code: 404, reason: 'NotFound' }),
  () => new ConnectionError('refused', 'refused', { server: 's' }),
  () => new ConnectionError('reset', 'reset', { server: 's' }),
];

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), key: fc.nat(5) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 500, 1500, 40_000, 130_000) }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constantFrom('drop', 'silence', 'break', 'compact', 'bookmark', 'expire', 'relist', 'open', 'forgetWatchList') as fc.Arbitrary<'drop'> }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('failList' as const, 'failWatch' as const), error: fc.nat(errors.length - 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), point: fc.nat(points.length - 1) }) },
);

interface Variant {
  readonly clientGo: ClientGo;
  readonly queue: QueueKind;
}

async function play(events: readonly Event[], seed: number, variant: Variant): Promise<void> {
  const server = new FakeApiServer();
  server.pagesEverything = seed % 2 === 0;
  for (let index = 0; index < 4; index++) server.put('n0', `k${index}`);
  const gate = new ManualGate();
  const harness = new InformerHarness(server, { settings: variant, gate, random: seededRandom(seed) });
  let state = initialInformerState;
  // Entries of the harness have no time of their own.
  harness.probe.onEntry((entry) => void (state = reduceInformerState(state, { ...entry, t: harness.clock.now() })));
  await harness.run();
  agrees(state, harness);

  for (const each of events) {
    act(each, server, gate, harness);
    await harness.clock.advance(each.do === 'wait' ? each.ms : 0);
    agrees(state, harness);
  }

  gate.open();
  server.listFailures.length = 0;
  server.watchFailures.length = 0;
  await harness.clock.advance(longestRecoveryMs(variant.clientGo));
  agrees(state, harness);
  // At rest, with a server that gives everything: no trace of what has been.
  expect(state).toEqual({ phase: 'watching', synced: true, isOpen: true, wasServed: true });
  await harness.stop();
  expect(state).toEqual({ phase: 'stopped', last: 'watching', synced: true, wasServed: true });
}

function agrees(state: InformerState, { informer, clock }: InformerHarness): void {
  const { phase } = informer;
  // What comes after a wait may be held: then its time has passed, and no entry tells of that.
  const retry = state.retry && state.retry.due > clock.now() ? state.retry : undefined;
  if (state.retry) expect(state.phase).toBe('backingOff');
  const told = { synced: state.synced, isOpen: state.isOpen ?? false, waits: retry !== undefined, due: retry?.due, attempt: retry?.attempt };
  const does = {
    synced: informer.hasSynced(),
    isOpen: phase.name === 'watch' || phase.name === 'initialEvents',
    waits: phase.name === 'backoff',
    due: phase.name === 'backoff' ? phase.until : undefined,
    attempt: phase.name === 'backoff' ? phase.attempt : undefined,
  };
  expect(told, `${phase.name} is told as ${JSON.stringify(state)}`).toEqual(does);
  // The rest follows from these.
  expect(state.phase === 'watching' || state.phase === 'streaming' || (state.phase === 'syncing' && state.isOpen === true)).toBe(does.isOpen);
  if (state.phase === 'watching' || state.phase === 'opening' || state.phase === 'silent') expect(state.synced).toBe(true);
  if (state.phase === 'syncing') expect(state.synced).toBe(false);
  if (state.progress) expect(['connecting', 'listing', 'streaming']).toContain(state.phase);
  if (phase.name === 'initialEvents' && state.progress) expect(state.progress).toMatchObject({ how: 'stream', objects: phase.store.size });
  if (isFailing(state)) expect(does.isOpen, 'what is open does not fail').toBe(false);
  if (state.isOpen) expect(informer.watchSigns).toBeDefined();
}

function act(each: Event, server: FakeApiServer, gate: ManualGate, harness: InformerHarness): void {
  switch (each.do) {
    case 'put':
      return server.put('n0', `k${each.key}`);
    case 'wait':
      return undefined;
    case 'drop':
      return server.dropWatches();
    case 'silence':
      return server.dropWatches(new ConnectionError('silent', 'nothing came', { server: 's' }));
    case 'break':
      return server.dropWatches(new ConnectionError('decode', 'broken', { server: 's' }));
    case 'compact':
      return server.compact();
    case 'bookmark':
      return server.sendBookmarks();
    case 'expire':
      return server.sendToWatches(errorEvent(410, 'Expired'));
    case 'relist':
      harness.informer.relist('the test asks for it');
      return undefined;
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
  }
}

const variants: readonly Variant[] = [
  { clientGo: '1.32', queue: 'DeltaFIFO' },
  { clientGo: '1.36', queue: 'RealFIFO' },
  { clientGo: '1.36', queue: 'atomic' },
  { clientGo: 'article', queue: 'DeltaFIFO' },
];

/** `PROPERTY_RUNS` for more of them, `PROPERTY_SEED` for the one that failed. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 60);

describe('the state of an informer, from its entries alone, is what its engine does', () => {
  it.each(variants)('client-go $clientGo, $queue', { timeout: 10_000 + 500 * runs }, async (variant) => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40, size: 'max' }), fc.nat(), (events, seed) => play(events, seed, variant)),
      { numRuns: runs, ...(process.env['PROPERTY_SEED'] ? { seed: Number(process.env['PROPERTY_SEED']) } : {}) },
    );
  });
});
