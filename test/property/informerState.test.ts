import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClientGo, QueueKind } from '../../extension/informer/profile.ts';
import { initialInformerState, type InformerState, isFailing, reduceInformerState } from '../../extension/inspector/informerState.ts';
import type { InformerHarness } from '../support/informerHarness.ts';
import { propertyParameters } from '../support/seed.ts';
import { befall, type ServerTrouble } from '../support/serverTrouble.ts';
import { recover, refusal, type TroubledInformer, troubledInformer, waiting } from '../support/troubledInformer.ts';

/**
 * The state that is shown agrees with what the engine does: whatever the server does, and wherever the pipeline is held, the entries alone tell whether
 * a watch is open, a timer waits, everything has synced. A failure prints its seed and the shortest story that fast-check finds.
 */

const points = ['queue.pop', 'queue.add', 'watch.event', 'list.page'] as const;

type Event =
  | ServerTrouble
  | { readonly do: 'put'; readonly key: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'relist' | 'open' }
  | { readonly do: 'hold'; readonly point: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), key: fc.nat(5) }) },
  { weight: 6, arbitrary: waiting },
  { weight: 7, arbitrary: fc.record({ do: fc.constantFrom('drop', 'silence', 'break', 'compact', 'bookmark', 'expire', 'relist', 'open', 'forgetWatchList') as fc.Arbitrary<'drop'> }) },
  { weight: 4, arbitrary: refusal },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), point: fc.nat(points.length - 1) }) },
);

interface Variant {
  readonly clientGo: ClientGo;
  readonly queue: QueueKind;
}

async function play(events: readonly Event[], seed: number, variant: Variant): Promise<void> {
  const troubled = troubledInformer(seed, variant);
  const { harness } = troubled;
  let state = initialInformerState;
  // Entries of the harness have no time of their own.
  harness.probe.onEntry((entry) => void (state = reduceInformerState(state, { ...entry, t: harness.clock.now() })));
  await harness.run();
  agrees(state, harness);

  for (const each of events) {
    act(each, troubled);
    await harness.clock.advance(each.do === 'wait' ? each.ms : 0);
    agrees(state, harness);
  }

  await recover(troubled, variant.clientGo);
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

function act(each: Event, { server, gate, harness }: TroubledInformer): void {
  switch (each.do) {
    case 'put':
      return server.put('n0', `k${each.key}`);
    case 'wait':
      return undefined;
    case 'relist':
      harness.informer.relist('the test asks for it');
      return undefined;
    case 'hold':
      return gate.close(points[each.point]!);
    case 'open':
      return gate.open();
    default:
      return befall(each, server);
  }
}

const variants: readonly Variant[] = [
  { clientGo: '1.32', queue: 'DeltaFIFO' },
  { clientGo: '1.36', queue: 'RealFIFO' },
  { clientGo: '1.36', queue: 'atomic' },
  { clientGo: 'article', queue: 'DeltaFIFO' },
];

/** `PROPERTY_RUNS` for more of them, `PROPERTY_SEED` for the one that failed. */
const runs = propertyParameters(60);

describe('the state of an informer, from its entries alone, is what its engine does', () => {
  it.each(variants)('client-go $clientGo, $queue', { timeout: 10_000 + 500 * runs.numRuns }, async (variant) => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40, size: 'max' }), fc.nat(), (events, seed) => play(events, seed, variant)),
      runs,
    );
  });
});
