import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../extension/base/logger.ts';
import { seededRandom } from '../../extension/base/random.ts';
import { Stepper } from '../../extension/debugger/stepper.ts';
import { SharedInformer } from '../../extension/informer/sharedInformer.ts';
import { MeddledListerWatcher } from '../../extension/inspector/whatIf/meddledListerWatcher.ts';
import type { GateDecision } from '../../extension/trace/gate.ts';
import { Tracer } from '../../extension/trace/tracer.ts';
import { Believer } from '../support/believer.ts';
import { FakeApiServer } from '../support/fakeApiServer.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { testSeeds } from '../support/seed.ts';

/**
 * Whatever a person has happen to an informer, it ends where its server is: by itself where nothing was lost, with the next list where something was.
 * A failure prints its seed: `PROPERTY_SEED` takes it.
 */

const seeds = testSeeds(12);

/** Of these nothing is lost: the cache is true again as soon as everything has come. */
const harmless = ['duplicate', 'delay', 'resync', 'dropWatch', 'list', 'watch'] as const;
/** After these it is true again with the next event of the object, and for certain with the next list. */
const harmful = ['skip', 'swap', 'forge', 'ghost'] as const;
type Meddling = (typeof harmless)[number] | (typeof harmful)[number];

class World {
  readonly clock = new FakeClock();
  readonly server = new FakeApiServer();
  readonly tracer = new Tracer(this.clock);
  readonly stepper = new Stepper(this.clock, { trace: this.tracer, allowsWhatIf: true });
  readonly meddled = new MeddledListerWatcher('v1/pods', this.server, this.tracer);
  readonly believer = new Believer();
  readonly informer: SharedInformer;
  readonly #random;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(seed: number, queue: 'DeltaFIFO' | 'RealFIFO' | 'atomic') {
    this.#random = seededRandom(seed);
    const { clock, tracer: probe, stepper: gate, meddled: listerWatcher } = this;
    this.informer = new SharedInformer({
      resource: { group: '', version: 'v1', resource: 'pods' },
      scope: {},
      settings: { queue },
      indexers: {},
      listerWatcher,
      clock,
      probe,
      gate,
      random: this.#random,
      logger: silentLogger,
    });
    this.informer.addEventHandler(this.believer, { name: 'believer' });
  }

  async run(meddlings: readonly Meddling[]): Promise<void> {
    this.#running = this.informer.run(this.#stop.signal);
    await this.clock.advance(10);
    for (let turn = 0; turn < 60; turn++) {
      for (let writes = this.#below(4); writes > 0; writes--) this.#write();
      if (this.#below(3) === 0) this.#meddle(meddlings[this.#below(meddlings.length)]!);
      if (this.#below(2) === 0) await this.clock.advance(this.#below(500));
    }
    // Everything that was delayed or backed off comes; what is still to be done to an event is done to one of these.
    for (let turn = 0; turn < 5; turn++) {
      this.server.put('n', 'last');
      await this.clock.advance(60_000);
    }
    this.stepper.dispose();
  }

  get cache(): string[] {
    const { indexer } = this.informer;
    return indexer
      .listKeys()
      .map((key) => `${key} ${indexer.get(key)!.metadata.uid} ${indexer.get(key)!.metadata.resourceVersion}`)
      .toSorted();
  }

  get applied(): string[] {
    return Array.from(this.tracer.entries()).flatMap((entry) => (entry.kind === 'whatif.applied' ? [entry.what] : []));
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.clock.settle();
    await this.#running;
  }

  #write(): void {
    const name = `k${this.#below(5)}`;
    if (this.#below(4) === 0) this.server.delete(`n/${name}`);
    else this.server.put('n', name);
  }

  #meddle(meddling: Meddling): void {
    switch (meddling) {
      case 'resync':
        this.informer.resyncNow();
        return;
      case 'dropWatch':
        this.meddled.dropWatch();
        return;
      case 'list':
      case 'watch':
        this.meddled.answerNext(meddling, ([410, 429, 500] as const)[this.#below(3)]!);
        return;
      default:
        this.stepper.decideNext({ point: this.#below(2) === 0 || meddling === 'swap' ? 'watch.event' : 'queue.add' }, this.#decision(meddling));
    }
  }

  #decision(meddling: Exclude<Meddling, 'resync' | 'dropWatch' | 'list' | 'watch'>): GateDecision {
    if (meddling === 'delay') return { type: 'delay', ms: this.#below(2000) };
    if (meddling !== 'forge' && meddling !== 'ghost') return { type: meddling };
    const name = meddling === 'ghost' ? `ghost${this.#below(3)}` : `k${this.#below(5)}`;
    const type = (['ADDED', 'MODIFIED', 'DELETED'] as const)[this.#below(3)]!;
    return { type: 'forge', event: { type, object: { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'n', name, uid: 'forged', resourceVersion: String(this.server.revision) } } } };
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

describe.each(['DeltaFIFO', 'RealFIFO', 'atomic'] as const)('What-if on %s', (queue) => {
  it.each(seeds)('ends where the server is by itself, where nothing is lost (seed %d)', async (seed) => {
    const world = new World(seed, queue);
    await world.run(harmless);
    expect(world.applied.length).toBeGreaterThan(3);
    expect(world.cache).toEqual(world.server.state);
    expect(world.believer.beliefs).toEqual(world.server.state);
    // A deletion that comes twice is told twice where the queue ignores none (F-07), and once where it asks who knows the key (D-06).
    expect(world.believer.mistakes.filter((mistake) => queue === 'DeltaFIFO' || !mistake.startsWith('delete of'))).toEqual([]);
    await world.stop();
    expect(world.clock.pending).toBe(0);
  });

  it.each(seeds)('ends where the server is with the next list, where something was lost or made up (seed %d)', async (seed) => {
    const world = new World(seed, queue);
    await world.run([...harmless, ...harmful]);
    expect(world.applied.some((what) => ['skip', 'swap', 'forge'].includes(what))).toBe(true);
    world.informer.relist('something was made up');
    await world.clock.advance(60_000);
    expect(world.cache).toEqual(world.server.state);
    expect(world.believer.beliefs).toEqual(world.server.state);
    await world.stop();
  });
});
