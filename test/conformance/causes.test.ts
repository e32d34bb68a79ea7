import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../extension/base/random.ts';
import { deltaKey, type DeltaObject } from '../../extension/informer/delta.ts';
import type { ClientGo, QueueKind } from '../../extension/informer/profile.ts';
import type { Seq, TraceEntry, TraceKind } from '../../extension/trace/entry.ts';
import type { GatePoint } from '../../extension/trace/gate.ts';
import { RateLimitingQueue } from '../../extension/workqueue/rateLimitingQueue.ts';
import { FakeApiServer } from '../support/fakeApiServer.ts';
import { playStep, randomStep } from '../support/history.ts';
import { InformerHarness } from '../support/informerHarness.ts';
import { longestRecoveryMs } from '../support/longestRecovery.ts';
import { faultsIn } from '../support/traceValidator.ts';

/** An informer, a work queue that its handler fills, and a worker that fails now and then; and a history with faults. */
class Pipeline {
  readonly server = new FakeApiServer();
  readonly harness: InformerHarness;
  readonly queue: RateLimitingQueue;

  constructor(clientGo: ClientGo, queue: QueueKind, seed: number) {
    for (const name of ['k0', 'k2']) this.server.put('n0', name);
    const random = seededRandom(seed);
    this.harness = new InformerHarness(this.server, { settings: { clientGo, queue, resyncPeriodMs: 20_000 }, random });
    const { clock, probe, gate, informer } = this.harness;
    this.queue = new RateLimitingQueue({ name: 'q', clock, probe, gate });
    const add = (object: DeltaObject, cause: Seq): void => this.queue.add(deltaKey(object), cause);
    informer.addEventHandler(
      {
        onAdd: (object, _initial, cause) => add(object, cause),
        onUpdate(_old, object, cause) {
          if (random() < 0.05) throw new Error('now and then');
          add(object, cause);
        },
        onDelete: (object, cause) => add(object, cause),
      },
      { name: 'enqueue' },
    );
    void this.#work(random);
  }

  async play(seed: number, steps: number): Promise<readonly TraceEntry[]> {
    const random = seededRandom(seed);
    await this.harness.run();
    for (let step = 0; step < steps; step++) {
      // Later the server forgets how to stream a list.
      this.server.supportsWatchList = step < steps / 2;
      await playStep(randomStep(random, 5), this.server, this.harness);
      await this.harness.clock.advance(random() * 3000);
    }
    this.harness.gate.open();
    await this.harness.clock.advance(longestRecoveryMs(this.harness.informer.settings.clientGo));
    await this.harness.stop();
    this.queue.shutDown();
    return this.harness.probe.entries;
  }

  async #work(random: () => number): Promise<void> {
    for (let item = await this.queue.get(); item; item = await this.queue.get()) {
      if (random() < 0.2) this.queue.addRateLimited(item.key);
      else this.queue.forget(item.key);
      this.queue.done(item.key);
    }
  }
}

const variants = [
  { clientGo: '1.32', queue: 'DeltaFIFO' },
  { clientGo: '1.32', queue: 'RealFIFO' },
  { clientGo: '1.36', queue: 'atomic' },
  { clientGo: 'article', queue: 'DeltaFIFO' },
] as const;

/** What comes of itself: the first request. A resync comes of the watch that it belongs to. */
function isRoot(entry: TraceEntry, entries: readonly TraceEntry[]): boolean {
  return entry.seq === entries.find(({ kind }) => kind === 'reflector.list' || kind === 'reflector.watch')?.seq;
}

describe.each(variants)('client-go $clientGo, $queue', ({ clientGo, queue }) => {
  it('every entry names what led to it, and that came before', async () => {
    const entries = await new Pipeline(clientGo, queue, 5).play(5, 400);
    expect(entries.length).toBeGreaterThan(1000);
    const without = entries.filter((entry) => !entry.cause?.length && !isRoot(entry, entries));
    expect(without.slice(0, 3)).toEqual([]);
    for (const { seq, cause = [] } of entries) for (const one of cause) expect(one > 0 && one < seq).toBe(true);
    expect(faultsIn(entries)).toEqual([]);
  });

  it('a get of the work queue leads back to every delta that asked for it, and from there to the server', async () => {
    const pipeline = new Pipeline(clientGo, queue, 6);
    const { probe } = pipeline.harness;
    const entries = await pipeline.play(6, 200);
    const gets = probe.of('workqueue.get');
    expect(gets.length).toBeGreaterThan(50);
    // From the deltas forward: each that a handler was told of is found from exactly one get, backward.
    const found = new Map<Seq, Seq[]>();
    for (const { seq } of gets) {
      for (const entry of probe.chain(seq)) if (entry.kind.startsWith('handler.')) found.set(entry.seq, [...(found.get(entry.seq) ?? []), seq]);
    }
    const failed = new Set(probe.of('handler.error').flatMap(({ cause }) => cause ?? []));
    const told = entries.filter(({ kind, seq }) => /^handler\.(add|update|delete)$/.test(kind) && !failed.has(seq));
    const popped = told.filter(({ seq }) => (found.get(seq) ?? []).length > 0);
    expect(popped.length).toBe(told.length);
    for (const { seq } of gets.slice(0, 50)) {
      const kinds = new Set(probe.chain(seq).map(({ kind }) => kind));
      for (const kind of ['workqueue.add', 'queue.pop', 'queue.add'] satisfies TraceKind[]) expect(kinds).toContain(kind);
    }
  });

  it('C-10: each boundary of client-go’s pipeline is an entry, a gate, or both', async () => {
    const pipeline = new Pipeline(clientGo, queue, 7);
    const entries = await pipeline.play(7, 600);
    const kinds = new Set(entries.map(({ kind }) => kind));
    const streamed = clientGo === '1.36';
    const boundaries: TraceKind[] = [
      'reflector.list',
      'reflector.listed',
      'reflector.watch',
      'reflector.event',
      'reflector.bookmark',
      'reflector.closed',
      'reflector.error',
      'reflector.backoff',
      'reflector.synced',
      'reflector.stopped',
      'queue.add',
      'queue.replace',
      'queue.pop',
      'queue.resync',
      ...(queue === 'atomic' ? (['store.replace'] as const) : []),
      'store.add',
      'store.update',
      'store.delete',
      'handler.add',
      'handler.update',
      'handler.delete',
      'handler.error',
      'workqueue.add',
      'workqueue.coalesced',
      'workqueue.get',
      'workqueue.done',
      'workqueue.delayed',
      'workqueue.ratelimited',
      'workqueue.forget',
    ];
    expect(boundaries.filter((kind) => !kinds.has(kind))).toEqual([]);
    expect(entries.some((entry) => entry.kind === 'reflector.watch' && entry.streaming)).toBe(streamed);
    const asked = new Set(pipeline.harness.gate.asked.map(({ point }) => point));
    const points: GatePoint[] = ['list.page', 'watch.event', 'queue.add', 'queue.pop', 'handler.call', 'workqueue.add', 'workqueue.get', 'workqueue.done'];
    expect(points.filter((point) => !asked.has(point))).toEqual([]);
  });
});
