import { silentLogger } from '../../extension/base/logger.ts';
import type { Random } from '../../extension/base/random.ts';
import { deltaKey, type DeltaObject } from '../../extension/informer/delta.ts';
import type { ClientGo, QueueKind } from '../../extension/informer/profile.ts';
import { SharedInformer } from '../../extension/informer/sharedInformer.ts';
import type { Seq, TraceEntry } from '../../extension/trace/entry.ts';
import type { Gate, GateStep } from '../../extension/trace/gate.ts';
import { Tracer } from '../../extension/trace/tracer.ts';
import { RateLimitingQueue } from '../../extension/workqueue/rateLimitingQueue.ts';
import { Believer } from '../support/believer.ts';
import type { FakeApiServer } from '../support/fakeApiServer.ts';
import type { FakeClock } from '../support/fakeClock.ts';

/** What the trace keeps: enough to look back, little enough to see what else grows. */
const traceCapacity = 1000;

/** Holds pops while it is told to; unlike a test's gate it remembers nothing. */
export class HoldingGate implements Gate {
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
export class Watching {
  readonly name: string;
  readonly informer: SharedInformer;
  readonly believer = new Believer();
  readonly #queue: RateLimitingQueue;
  readonly #stop = new AbortController();
  readonly #running: Promise<unknown>;
  /** What the worker saw of each key when it was asked last. */
  readonly #reconciled = new Map<string, string>();
  /** Changes that came through a watch, when they happened; the others came with a list, or with the events that stand for one. */
  watched = 0;
  #isListing = false;

  constructor(clientGo: ClientGo, queue: QueueKind, server: FakeApiServer, clock: FakeClock, gate: Gate, random: Random) {
    this.name = `${clientGo}, ${queue}`;
    const probe = new Tracer(clock, traceCapacity);
    probe.onEntry((entry) => this.#count(entry));
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
    if (!this.informer.hasSynced()) losses.push(`${this.name}: the informer is not synced`);
    const { counts } = this.#queue.snapshot(0);
    if (counts.dirty + counts.processing + counts.queue > 0) losses.push(`${this.name}: the work queue is not empty`);
    return [...losses, ...this.believer.mistakes.map((mistake) => `${this.name}: ${mistake}`)];
  }

  #count(entry: TraceEntry): void {
    if (entry.kind === 'reflector.watch') this.#isListing = entry.streaming || entry.resourceVersion === '' || entry.resourceVersion === '0';
    else if (entry.kind === 'reflector.bookmark' && entry.initialEventsEnd) this.#isListing = false;
    else if (entry.kind === 'reflector.event' && !this.#isListing) this.watched++;
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
