import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { seededRandom } from '../base/random.ts';
import { VirtualClock } from '../base/virtualClock.ts';
import { keysIn, type Parting, partingsOf } from '../debugger/comparison/partings.ts';
import { Stories } from '../debugger/comparison/stories.ts';
import type { ResourceEventHandler } from '../informer/eventHandler.ts';
import { type QueueKind, queueKinds } from '../informer/profile.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { SharedInformerFactory } from '../informer/sharedInformerFactory.ts';
import type { TraceEntry } from '../trace/entry.ts';
import { Tracer } from '../trace/tracer.ts';
import { HoldingGate } from './recordings/holdingGate.ts';
import { playableInput, playStart } from './recordings/playableInput.ts';
import { RecordedCluster } from './recordings/recordedCluster.ts';
import type { RecordedInput, Recording } from './recordings/recording.ts';

export interface CompareOptions {
  /** How slow the consumer is: pops are held until so many events have come since the last, or all of them; 0: as fast as they come. */
  readonly hold: number | 'all';
  /** Gives turns of the event loop; its time counts for nothing. */
  readonly turns: Pick<Clock, 'defer'>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** What one queue made of the recording. */
export interface QueueRun {
  readonly queue: QueueKind;
  readonly counts: QueueCounts;
  /** Key and version of each object that is in the caches at the end, by informer. */
  readonly cache: ReadonlyMap<string, string>;
}

export interface QueueCounts {
  readonly deltas: number;
  /** Of these, how many have been merged into another, or dropped. */
  readonly coalesced: number;
  readonly dropped: number;
  readonly pops: number;
  readonly calls: number;
  readonly storeChanges: number;
  /** The most deltas that one pop took. */
  readonly longestPop: number;
}

export interface QueueComparison {
  readonly hold: CompareOptions['hold'];
  readonly runs: readonly QueueRun[];
  /** Keys of which some handler was told. */
  readonly keys: number;
  /** Where what handlers were told is not the same. */
  readonly calls: readonly Parting[];
  /** Where the deltas of the pops are not. */
  readonly pops: readonly Parting[];
  /** Keys whose object at the end is not the same in all caches, with what each has; bounded. */
  readonly caches: readonly { readonly id: string; readonly has: readonly (string | undefined)[] }[];
  /** There were more steps than are compared. */
  readonly cut: boolean;
}

/** Nobody acts on what is told: it is only compared. */
const handler: ResourceEventHandler = { onAdd: () => undefined, onUpdate: () => undefined, onDelete: () => undefined };

/** Of each run: what three of them take of memory stays bearable. */
const mostSteps = 300_000;

/** After the last line what was begun goes on, for the longest delay that there is after an error. */
const drainMs = 60_000;
const drainStepMs = 500;

const shownCaches = 100;

/**
 * Runs a recording through each of the three queues, in engines of their own on a clock that is moved by hand: the same each time. Whoever
 * is slow sees more coalescing; how slow is said by `hold`.
 * @throws the signal's reason
 */
export async function compareQueues(recording: Recording, options: CompareOptions): Promise<QueueComparison> {
  const runs: Run[] = [];
  for (const queue of queueKinds) {
    const run = new Run(recording, queue, options);
    await run.play();
    runs.push(run);
  }
  const calls = runs.map((run) => run.calls);
  return {
    hold: options.hold,
    runs: runs.map(({ queue, counts, cache }) => ({ queue, counts, cache })),
    keys: keysIn(calls),
    calls: partingsOf(calls),
    pops: partingsOf(runs.map((run) => run.pops)),
    caches: differingCaches(runs),
    cut: runs.some(({ calls: { left }, pops }) => left + pops.left > 0),
  };
}

type Counted = { -readonly [Name in keyof QueueCounts]: number };

class Run implements QueueRun {
  readonly queue: QueueKind;
  readonly counts: Counted = { deltas: 0, coalesced: 0, dropped: 0, pops: 0, calls: 0, storeChanges: 0, longestPop: 0 };
  readonly cache = new Map<string, string>();
  readonly calls = new Stories({ versions: 'exact', kinds: ['handler.'], most: mostSteps });
  readonly pops = new Stories({ versions: 'exact', kinds: ['queue.pop'], most: mostSteps });
  readonly #options: CompareOptions;
  readonly #recording: Recording;
  readonly #clock: VirtualClock;
  readonly #gate: HoldingGate;
  readonly #cluster: RecordedCluster;
  readonly #factory: SharedInformerFactory;
  readonly #informers: readonly SharedInformer[];

  constructor(recording: Recording, queue: QueueKind, options: CompareOptions) {
    this.queue = queue;
    this.#options = options;
    this.#recording = recording;
    this.#clock = new VirtualClock(options.turns);
    this.#gate = new HoldingGate('queue.pop', this.#clock);
    this.#cluster = new RecordedCluster({ recording, title: '', hash: () => '' });
    const tracer = new Tracer(this.#clock, 1);
    tracer.onEntry((entry) => this.#count(entry));
    this.#factory = new SharedInformerFactory({
      clock: this.#clock,
      // The same chance for each.
      random: seededRandom(1),
      probe: tracer,
      gate: this.#gate,
      logger: options.logger,
      listerWatcherFor: (resource, scope) => this.#cluster.listerWatcher(resource, scope),
    });
    this.#informers = this.#cluster.replayed.map(({ resource, scope, settings }) => {
      const informer = this.#factory.informer(resource, scope, { ...settings, queue });
      informer.setWatchErrorHandler(() => undefined);
      informer.addEventHandler(handler, { name: 'comparison' });
      return informer;
    });
  }

  async play(): Promise<void> {
    const { signal, hold } = this.#options;
    const offset = playStart(this.#recording);
    const lines = playableInput(this.#recording);
    if (hold === 0) this.#gate.open();
    try {
      this.#factory.start();
      let waiting = 0;
      for (const line of lines) {
        signal.throwIfAborted();
        await this.#clock.advanceTo(line.t - offset);
        this.#cluster.tell(line);
        await this.#clock.settle();
        waiting += eventsIn(line);
        if (hold === 0 || hold === 'all' || waiting < hold) continue;
        waiting = 0;
        await this.#release();
      }
      await this.#drain();
      for (const { name, indexer } of this.#informers) {
        for (const key of indexer.listKeys()) this.cache.set(`${name} ${key}`, versionIn(indexer.get(key)));
      }
    } finally {
      this.#gate.open();
      const down = this.#factory.shutdown();
      await this.#clock.settle();
      await down;
    }
  }

  async #release(): Promise<void> {
    this.#gate.open();
    await this.#clock.settle();
    this.#gate.close();
  }

  async #drain(): Promise<void> {
    this.#gate.open();
    await this.#clock.settle();
    const end = this.#clock.now() + drainMs;
    while (this.#clock.now() < end && !this.#isAtRest()) await this.#clock.advanceTo(this.#clock.now() + drainStepMs);
  }

  #isAtRest(): boolean {
    return this.#informers.every((informer) => informer.phase.name === 'watch' && informer.queueSnapshot(0).deltas === 0);
  }

  #count(entry: TraceEntry): void {
    const { counts } = this;
    if (entry.kind === 'queue.add') counts.deltas++;
    else if (entry.kind === 'queue.coalesced') counts.coalesced++;
    else if (entry.kind === 'queue.drop') counts.dropped += entry.deltas;
    else if (entry.kind === 'queue.pop') {
      counts.pops++;
      counts.longestPop = Math.max(counts.longestPop, entry.deltas.length);
      this.pops.add(entry);
    } else if (entry.kind === 'handler.add' || entry.kind === 'handler.update' || entry.kind === 'handler.delete') {
      counts.calls++;
      this.calls.add(entry);
    } else if (entry.kind.startsWith('store.')) counts.storeChanges++;
  }
}

function eventsIn(line: RecordedInput): number {
  return line.kind === 'input.list' ? (line.page?.items.length ?? 0) : (line.events?.length ?? 0);
}

function versionIn(object: { readonly metadata: { readonly resourceVersion?: string; readonly uid?: string } } | undefined): string {
  return `${object?.metadata.resourceVersion ?? ''} ${object?.metadata.uid ?? ''}`.trim();
}

function differingCaches(runs: readonly QueueRun[]): QueueComparison['caches'] {
  const ids = new Set(runs.flatMap(({ cache }) => [...cache.keys()]));
  const differing: { id: string; has: readonly (string | undefined)[] }[] = [];
  for (const id of ids) {
    const has = runs.map(({ cache }) => cache.get(id));
    if (new Set(has).size > 1) differing.push({ id, has });
    if (differing.length === shownCaches) break;
  }
  return differing;
}
