import { type Random, seededRandom } from '../../extension/base/random.ts';
import { type ClientGo, profiles, type QueueKind } from '../../extension/informer/profile.ts';
import { FakeApiServer } from '../support/fakeApiServer.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { playStep } from '../support/history.ts';
import { longestRecoveryMs } from '../support/longestRecovery.ts';
import { type FaultCounts, Storms } from './storms.ts';
import { HoldingGate, Watching } from './watching.ts';

/** How many objects there may be, and how many changes come in one go at most. */
const keys = 500;
const burst = 100;

/** How much time passes at most after each burst: in a storm there is little, for what it breaks is to meet what it broke before. */
const stormMs = 3000;
const peaceMs = 12_000;

export interface SoakOptions {
  readonly events: number;
  readonly seed: number;
  /** How often everything comes to rest and is looked at. */
  readonly rests: number;
  /** Bytes of the heap after a collection. */
  readonly heapBytes: () => number;
  readonly onRest: (rest: SoakRest) => void;
}

export interface SoakRest {
  readonly events: number;
  readonly requests: number;
  /** For each informer the share of the events that a watch told it of, when they happened; the rest came with lists. */
  readonly watched: Readonly<Record<string, number>>;
  /** How often each kind of fault has happened. */
  readonly faults: FaultCounts;
  readonly heapBytes: number;
  /** Empty: nothing is lost. */
  readonly losses: readonly string[];
}

/**
 * Changes by chance, with storms of faults and quiet between them, before five informers of different releases and queues at once, on a
 * clock that is moved by hand. At each rest everything must have arrived everywhere.
 */
export async function soak({ events, seed, rests, heapBytes, onRest }: SoakOptions): Promise<SoakRest[]> {
  const random = seededRandom(seed);
  const clock = new FakeClock();
  const server = new FakeApiServer();
  const gate = new HoldingGate();
  const variants: readonly (readonly [ClientGo, QueueKind])[] = [
    ['1.32', 'DeltaFIFO'],
    ['1.32', 'RealFIFO'],
    ['1.36', 'RealFIFO'],
    ['1.36', 'atomic'],
    ['article', 'DeltaFIFO'],
  ];
  const all = variants.map(([clientGo, queue], index) => new Watching(clientGo, queue, server, clock, gate, seededRandom(seed + index)));
  const storms = new Storms(random, keys);
  const first = server.revision;
  const happened: SoakRest[] = [];
  const letGo = (): void => {
    gate.open();
    server.listFailures.length = 0;
    server.watchFailures.length = 0;
  };
  for (let rest = 1; rest <= rests; rest++) {
    while (server.revision - first < (events * rest) / rests) {
      for (let change = Math.floor(random() * burst); change >= 0; change--) changeOne(server, random);
      await clock.settle();
      const fault = storms.next();
      if (fault) await playStep(fault, server, { gate, clock });
      else letGo();
      await clock.advance(random() * (fault ? stormMs : peaceMs));
    }
    letGo();
    server.compact();
    await clock.advance(Math.max(...Object.keys(profiles).map((name) => longestRecoveryMs(name as ClientGo))));
    const losses = all.flatMap((watching) => watching.losses(server));
    const soFar = server.revision - first;
    const watched = Object.fromEntries(all.map((watching) => [watching.name, watching.watched / soFar]));
    const seen = { events: soFar, requests: server.requests, watched, faults: { ...storms.counts }, heapBytes: heapBytes(), losses };
    happened.push(seen);
    onRest(seen);
  }
  await Promise.all(all.map((watching) => watching.stop()));
  if (clock.pending > 0 || server.openWatches > 0) throw new Error(`${clock.pending} timers and ${server.openWatches} watches are left after the stop`);
  return happened;
}

function changeOne(server: FakeApiServer, random: Random): void {
  const key = Math.floor(random() * keys);
  const namespace = `n${key % 2}`;
  const draw = random();
  if (draw < 0.2) server.delete(`${namespace}/k${key}`);
  if (draw >= 0.1) server.put(namespace, `k${key}`);
}

/** The most that the heap may have grown by, from the first rest to any later one: what the runtime itself learns. */
const toleratedGrowth = 1.15;
const toleratedBytes = 4_000_000;

/** Undefined: flat. Otherwise how far it grew, in words. */
export function growthOf(rests: readonly SoakRest[]): string | undefined {
  const [first, ...later] = rests;
  const worst = Math.max(...later.map(({ heapBytes }) => heapBytes));
  if (!first || worst <= first.heapBytes * toleratedGrowth + toleratedBytes) return undefined;
  return `the heap grew from ${megabytes(first.heapBytes)} to ${megabytes(worst)}`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Most of what happens is to be watched, or it would be the lists that are tried at length. */
export const leastWatched = 0.8;

/** What the run did not try enough of, in words; empty when it tried everything. */
export function untried({ watched, faults }: SoakRest, leastFaults: number): string[] {
  const seldom = Object.entries(faults).filter(([, count]) => count < leastFaults);
  return [
    ...Object.entries(watched).filter(([, share]) => share < leastWatched).map(([name, share]) => `${name} watched only ${percent(share)} of the events`),
    ...seldom.map(([fault, count]) => `"${fault}" happened only ${count} times`),
  ];
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
