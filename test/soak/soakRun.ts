import { silentLogger } from '../../extension/base/logger.ts';
import { type Random, seededRandom } from '../../extension/base/random.ts';
import { deltaKey, type DeltaObject } from '../../extension/informer/delta.ts';
import { type ClientGo, profiles, type QueueKind } from '../../extension/informer/profile.ts';
import { SharedInformer } from '../../extension/informer/sharedInformer.ts';
import type { Seq } from '../../extension/trace/entry.ts';
import type { Gate, GateStep } from '../../extension/trace/gate.ts';
import { Tracer } from '../../extension/trace/tracer.ts';
import { RateLimitingQueue } from '../../extension/workqueue/rateLimitingQueue.ts';
import { Believer } from '../support/believer.ts';
import { FakeApiServer } from '../support/fakeApiServer.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { playStep, randomStep } from '../support/history.ts';
import { longestRecoveryMs } from '../support/longestRecovery.ts';

/** How many objects there may be, and how many changes come in one go at most. */
const keys = 500;
const burst = 100;

/** How often something happens besides changes, and how much time passes at most after each burst. */
const troubles = 0.2;
const peaceMs = 3000;

/** What the trace keeps: enough to look back, little enough to see what else grows. */
const traceCapacity = 1000;

/** Holds pops while it is told to; unlike a test's gate it remembers nothing. */
class HoldingGate implements Gate {
  #held: PromiseWithResolvers<void> | undefined;

  close(): void {
    this.#held ??= Promise.withResolvers();
  }

  open(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  ask({ point }: GateStep): Promise<void> | undefined {
    return point === 'queue.pop' ? this.#held?.promise : undefined;
  }
}

/** An informer with a handler that believes what it is told, and a work queue whose worker reads the cache. */
class Watching {
  readonly name: string;
  readonly informer: SharedInformer;
  readonly believer = new Believer();
  readonly #queue: RateLimitingQueue;
  readonly #stop = new AbortController();
  readonly #running: Promise<unknown>;
  /** What the worker saw of each key when it was asked last. */
  readonly #reconciled = new Map<string, string>();
  /** Events that came through a watch. */
  watched = 0;

  constructor(clientGo: ClientGo, queue: QueueKind, server: FakeApiServer, clock: FakeClock, gate: Gate, random: Random) {
    this.name = `${clientGo}, ${queue}`;
    const probe = new Tracer(clock, traceCapacity);
    probe.onEntry(({ kind }) => {
      if (kind === 'reflector.event') this.watched++;
    });
    const ports = { clock, random, probe, gate, logger: silentLogger };
    const settings = { clientGo, queue, resyncPeriodMs: 120_000 };
    this.informer = new SharedInformer({ ...ports, resource: { group: '', version: 'v1', resource: 'pods' }, scope: {}, settings, listerWatcher: server, indexers: {} });
    this.informer.addEventHandler(this.believer, { name: 'believer' });
    this.#queue = new RateLimitingQueue({ ...ports, name: 'worker' });
    const add = (object: DeltaObject, cause: Seq): void => this.#queue.add(deltaKey(object), cause);
    this.informer.addEventHandler(
      { onAdd: (object, _initial, cause) => add(object, cause), onUpdate: (_old, object, cause) => add(object, cause), onDelete: (object, cause) => add(object, cause) },
      { name: 'worker' },
    );
    this.informer.addEventHandler(
      {
        onUpdate() {
          if (random() < 0.001) throw new Error('a handler that fails now and then');
        },
      },
      { name: 'clumsy' },
    );
    this.#running = Promise.all([this.informer.run(this.#stop.signal), this.#work(random)]);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#queue.shutDown();
    await this.#running;
  }

  /** What is lost, in words; empty when nothing is. To be asked at rest. */
  losses(server: FakeApiServer): string[] {
    const cached = this.informer.indexer.list().map(({ metadata }) => `${metadata.namespace}/${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`);
    const reconciled = [...this.#reconciled].map(([key, seen]) => `${key} ${seen}`);
    const { state } = server;
    const claims: [string, readonly string[]][] = [['the cache has', cached], ['the handler was told', this.believer.beliefs], ['the worker saw', reconciled]];
    const losses = claims.flatMap(([claim, found]) => (found.toSorted().join('\n') === state.join('\n') ? [] : [`${this.name}: ${claim} what the server has not`]));
    const { counts } = this.#queue.snapshot(0);
    if (counts.dirty + counts.processing + counts.queue > 0) losses.push(`${this.name}: the work queue is not empty`);
    return [...losses, ...this.believer.mistakes.map((mistake) => `${this.name}: ${mistake}`)];
  }

  async #work(random: Random): Promise<void> {
    for (let item = await this.#queue.get(); item; item = await this.#queue.get()) {
      const { key } = item;
      const object = this.informer.indexer.get(key);
      if (object) this.#reconciled.set(key, `${object.metadata.uid} ${object.metadata.resourceVersion}`);
      else this.#reconciled.delete(key);
      if (random() < 0.001) this.#queue.addRateLimited(key);
      else this.#queue.forget(key);
      this.#queue.done(key);
    }
  }
}

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
  /** The least that one of the informers was told by a watch; the rest came with lists. */
  readonly watched: number;
  readonly heapBytes: number;
  /** Empty: nothing is lost. */
  readonly losses: readonly string[];
}

/**
 * Changes, faults and pauses by chance, before four informers of different releases and queues at once, on a clock that
 * is moved by hand. At each rest everything must have arrived everywhere.
 */
export async function soak({ events, seed, rests, heapBytes, onRest }: SoakOptions): Promise<SoakRest[]> {
  const random = seededRandom(seed);
  const clock = new FakeClock();
  const server = new FakeApiServer();
  const gate = new HoldingGate();
  const variants: readonly (readonly [ClientGo, QueueKind])[] = [
    ['1.32', 'DeltaFIFO'],
    ['1.32', 'RealFIFO'],
    ['1.36', 'atomic'],
    ['article', 'DeltaFIFO'],
  ];
  const all = variants.map(([clientGo, queue], index) => new Watching(clientGo, queue, server, clock, gate, seededRandom(seed + index)));
  const first = server.revision;
  const happened: SoakRest[] = [];
  for (let rest = 1; rest <= rests; rest++) {
    while (server.revision - first < (events * rest) / rests) {
      for (let change = Math.floor(random() * burst); change >= 0; change--) changeOne(server, random);
      await clock.settle();
      if (random() < troubles) await playStep(randomStep(random, keys), server, { gate, clock });
      // Most of the time passes in peace, or the informers would only ever list.
      await clock.advance(random() * peaceMs);
    }
    gate.open();
    server.listFailures.length = 0;
    server.watchFailures.length = 0;
    server.compact();
    await clock.advance(Math.max(...Object.keys(profiles).map((name) => longestRecoveryMs(name as ClientGo))));
    const losses = all.flatMap((watching) => watching.losses(server));
    const seen = { events: server.revision - first, requests: server.requests, watched: Math.min(...all.map(({ watched }) => watched)), heapBytes: heapBytes(), losses };
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
