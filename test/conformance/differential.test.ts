import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../extension/base/random.ts';
import type { ClientGo, QueueKind } from '../../extension/informer/profile.ts';
import { Believer } from '../support/believer.ts';
import { FakeApiServer } from '../support/fakeApiServer.ts';
import { describeStep, type HistoryStep, playStep, randomStep } from '../support/history.ts';
import { InformerHarness } from '../support/informerHarness.ts';
import { longestRecoveryMs } from '../support/longestRecovery.ts';
import { propertyRuns } from '../support/seed.ts';

/**
 * One history through all three queues: whatever they make of it, nothing is lost, and no handler hears anything
 * impossible of a key. Where the three tell it differently, what they tell is kept as a text, so that a change in it is
 * seen (`vitest -u` takes the new one).
 */

const queues: readonly QueueKind[] = ['DeltaFIFO', 'RealFIFO', 'atomic'];

interface Told {
  /** Handler calls, in order. */
  readonly calls: readonly string[];
  /** What each pop took: `n0/k0 Added Updated`. */
  readonly pops: readonly string[];
}

function historyOf(seed: number, steps: number): HistoryStep[] {
  const random = seededRandom(seed);
  return Array.from({ length: steps }, () => randomStep(random, 4));
}

async function play(history: readonly HistoryStep[], queue: QueueKind, seed: number, clientGo: ClientGo): Promise<Told> {
  const server = new FakeApiServer();
  server.put('n0', 'k0');
  server.put('n1', 'k1');
  const harness = new InformerHarness(server, { settings: { clientGo, queue, resyncPeriodMs: 20_000 }, random: seededRandom(seed) });
  const believer = new Believer();
  harness.informer.addEventHandler(believer, { name: 'believer' });
  await harness.start();
  for (const step of history) await playStep(step, server, harness);
  harness.gate.open();
  server.listFailures.length = 0;
  server.watchFailures.length = 0;
  // To the end of the longest delay, and no further: resyncs without news would fill the texts.
  for (let waited = 0; waited < longestRecoveryMs(clientGo) && !isAtRest(harness, server); waited += 500) await harness.clock.advance(500);

  expect(harness.informer.hasSynced()).toBe(true);
  expect(believer.mistakes).toEqual([]);
  expect(believer.beliefs).toEqual(server.state);
  expect(harness.informer.indexer.list().map(({ metadata }) => `${metadata.namespace}/${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`).toSorted()).toEqual(
    server.state,
  );
  const pops = harness.probe.of('queue.pop').map(({ key, deltas }) => [key, ...deltas].filter(Boolean).join(' '));
  const calls = harness.handler.calls.slice();
  await harness.stop();
  expect(harness.clock.pending).toBe(0);
  return { calls, pops };
}

function isAtRest({ informer }: InformerHarness, server: FakeApiServer): boolean {
  return informer.lastSyncResourceVersion() === String(server.revision) && informer.phase.name === 'watch' && informer.queueSnapshot(0).keys === 0;
}

/** The history, then what each queue told; queues that told the same stand together. */
function goldenText(history: readonly HistoryStep[], told: ReadonlyMap<QueueKind, Told>): string {
  const lines = ['n0/k0 and n1/k1 are there at first', ...history.map(describeStep)].map((line, index) => `${String(index).padStart(3)}  ${line}`);
  const sections = new Map<string, QueueKind[]>();
  for (const [queue, { calls, pops }] of told) {
    const text = ['  pops', ...pops.map((pop) => `    ${pop}`), '  handler', ...calls.map((call) => `    ${call}`)].join('\n');
    sections.set(text, [...(sections.get(text) ?? []), queue]);
  }
  return [...lines, ...Array.from(sections, ([text, kinds]) => `\n${kinds.join(', ')}\n${text}`)].join('\n') + '\n';
}

async function playThrough(history: readonly HistoryStep[], seed: number, clientGo: ClientGo = '1.32'): Promise<Map<QueueKind, Told>> {
  const told = new Map<QueueKind, Told>();
  for (const queue of queues) told.set(queue, await play(history, queue, seed, clientGo));
  return told;
}

const differ = (told: ReadonlyMap<QueueKind, Told>): boolean => new Set(Array.from(told.values(), ({ calls }) => calls.join('\n'))).size > 1;

describe('one history through three queues', () => {
  it.each(['1.32', '1.36'] as const)('loses nothing and tells nothing impossible, 100 histories of 40 steps, client-go %s', { timeout: 120_000 }, async (clientGo) => {
    const runs = propertyRuns(100);
    for (let seed = 1; seed <= runs; seed++) {
      await playThrough(historyOf(seed, 40), seed, clientGo).catch((error: unknown) => {
        throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
      });
    }
  });

  /** Short histories that handlers hear differently from one queue and another; which they are is part of what is held. */
  const seeds = [1, 2, 4, 5, 9, 11, 13, 14, 16, 17, 22, 23, 27, 29];

  it('is told differently by the same short histories as ever', async () => {
    const found: number[] = [];
    for (let seed = 1; seed <= 30; seed++) if (differ(await playThrough(historyOf(seed, 10), seed))) found.push(seed);
    expect(found).toEqual(seeds);
  });

  it.each(seeds)('seed %d is told as ever', async (seed) => {
    const history = historyOf(seed, 10);
    const text = goldenText(history, await playThrough(history, seed));
    await expect(text).toMatchFileSnapshot(`histories/seed-${String(seed).padStart(2, '0')}.txt`);
  });
});
