import { CodedError, messageOf } from '../../base/codedError.ts';
import type { TransformFunc } from '../../informer/delta.ts';
import type { IndexFunc } from '../../informer/indexer.ts';
import type { Seq, TraceDraft, TraceEntry } from '../../trace/entry.ts';
import type { Happening } from '../../trace/happening.ts';
import type { SessionFigures } from '../figures/sessionFigures.ts';
import { type InformerState, initialInformerState, reduceInformerState } from '../informerState.ts';
import { KeyTable } from '../keyTable.ts';
import type { LintLog } from '../lintLog.ts';
import { countEntry, type PipelineCounters } from '../pipelineCounters.ts';
import { copyCounters } from './copyCounters.ts';
import { InformerReplica, type ReplayProbe } from './informerReplica.ts';
import type { Checkpoint, Recorded, RecordedController, RecordedInformer, RecordedStepper } from './recorded.ts';
import { RebuiltClock } from './rebuiltClock.ts';
import { differenceOf } from './sameEntry.ts';
import { WorkQueueReplica } from './workQueueReplica.ts';

/** What was recorded from a checkpoint on. */
export interface ReplaySource {
  readonly checkpoint: Checkpoint;
  /** The clock's time at `t` 0. */
  readonly startedAt: number;
  readonly entryAt: (seq: Seq) => TraceEntry | undefined;
  /** In order. */
  readonly recorded: readonly Recorded[];
  readonly indexers: Readonly<Record<string, IndexFunc>>;
  readonly indexFunc: (name: string) => IndexFunc | undefined;
  readonly transform?: TransformFunc;
}

/** The engine, run again, did something else than was recorded: what would be shown would not be what was. */
export class DivergenceError extends CodedError<'divergence', { readonly seq: Seq; readonly field: string }> {
  override readonly name = 'DivergenceError';

  static is(error: unknown): error is DivergenceError {
    return error instanceof DivergenceError;
  }
}

/** How many entries are gone through between two looks at the time. */
const entriesBetweenLooks = 256;

/** The entry is reached: whatever is under way stops where it stands. */
class Reached extends Error {}

/**
 * Runs the engine's own data structures over what was recorded, in the order of the trace. The entries that they make are compared with those that were recorded; it stops inside
 * the probe, when the entry that was asked for has been made, so that what is in the middle of something is seen there.
 */
export class Replay implements ReplayProbe {
  readonly #source: ReplaySource;
  readonly #clock: RebuiltClock;
  readonly informers = new Map<string, InformerReplica>();
  readonly queues = new Map<string, WorkQueueReplica>();
  readonly states = new Map<string, InformerState>();
  readonly tables = new Map<string, KeyTable>();
  readonly counters: PipelineCounters;
  readonly figures: SessionFigures;
  readonly lints: LintLog;
  controllers: readonly RecordedController[];
  stepper: RecordedStepper;
  connection: Checkpoint['connection'];
  #seq: Seq;
  #t: number;
  #target: Seq = Infinity;
  #nextRecorded = 0;
  isHalted = false;
  /** Of the controllers that have a table. */
  #starts: ReadonlyMap<string, number> = new Map();
  #failure: DivergenceError | undefined;

  constructor(source: ReplaySource) {
    const { checkpoint, startedAt } = source;
    this.#source = source;
    this.#seq = checkpoint.seq;
    this.#t = checkpoint.t;
    this.#clock = new RebuiltClock(startedAt + checkpoint.t);
    this.counters = copyCounters(checkpoint.counters);
    // Of what came later nothing is known then.
    this.figures = checkpoint.figures.copy((seq) => (seq > this.#seq ? undefined : source.entryAt(seq)));
    this.lints = checkpoint.lints.copy();
    this.stepper = checkpoint.stepper;
    this.connection = checkpoint.connection;
    this.controllers = checkpoint.controllers;
    for (const informer of checkpoint.informers) {
      this.#open(informer).restore(informer);
      this.states.set(informer.name, informer.state);
    }
    for (const { name, type, limiter, state } of checkpoint.queues) {
      const queue = this.#openQueue(name, type, limiter);
      queue.moveTo(this.#clock.time);
      queue.restore(state);
    }
    this.#keepTables();
    for (const [name, rows] of checkpoint.tables) this.tables.get(name)?.restore(rows);
  }

  /** The entry that it has come to. */
  get seq(): Seq {
    return this.#seq;
  }

  /** Session time of that entry. */
  get t(): number {
    return this.#t;
  }

  /** The clock's time then. */
  get time(): number {
    return this.#clock.time;
  }

  /** Those that somebody wanted then, in the order in which they were started. */
  get wanted(): readonly InformerReplica[] {
    return [...this.informers.values()].filter(({ isGone }) => !isGone);
  }

  /**
   * Goes on to this entry; stands still now and then, so that whoever drives it can rest. After that it can go no further.
   * @throws DivergenceError
   */
  *to(target: Seq): Generator<void, void, void> {
    this.#target = target;
    let looked = 0;
    while (this.#seq < target) {
      this.#takeRecorded();
      if (this.isHalted) break;
      const entry = this.#source.entryAt(this.#seq + 1);
      if (!entry) throw new DivergenceError('divergence', `entry ${this.#seq + 1} is not kept any more, so that entry ${target} cannot be gone back to`, { seq: this.#seq + 1, field: '' });
      this.#step(entry);
      if (this.#failure) throw this.#failure;
      if (++looked % entriesBetweenLooks === 0) yield;
    }
    this.isHalted = true;
    for (const queue of this.queues.values()) queue.moveTo(this.#clock.time);
  }

  /** An entry that the engine makes again. */
  record(draft: TraceDraft): Seq {
    if (this.isHalted) return 0;
    const seq = this.#seq + 1;
    const entry = this.#source.entryAt(seq);
    const difference = entry ? differenceOf(draft, entry) : 'kind';
    if (!entry || difference !== undefined) throw this.#diverged(seq, difference ?? 'kind', entry, draft);
    this.#take(entry);
    if (seq >= this.#target) {
      this.isHalted = true;
      throw new Reached();
    }
    return seq;
  }

  #step(entry: TraceEntry): void {
    const before = this.#seq;
    this.#moveTo(entry.t);
    try {
      if (!this.#run(entry)) this.#take(entry);
      else if (this.#seq === before) this.#diverged(entry.seq, 'kind', entry);
    } catch (error) {
      // What the engine throws was thrown then, too, and has been told in an entry.
      if (!(error instanceof Reached) && !this.#failure && this.#seq === before) this.#diverged(entry.seq, messageOf(error), entry);
    }
  }

  #run(entry: TraceEntry): boolean {
    if ('queue' in entry) {
      const queue = this.queues.get(entry.queue);
      if (!queue || entry.kind === 'workqueue.drop') return false;
      queue.moveTo(this.#clock.time);
      queue.run(entry);
      return true;
    }
    if (entry.informer === undefined) return false;
    return this.informers.get(entry.informer)?.run(entry) ?? false;
  }

  /** The entry is there: what is folded from entries moves on. */
  #take(entry: TraceEntry): void {
    this.#seq = entry.seq;
    this.#t = entry.t;
    this.#moveTo(entry.t);
    countEntry(this.counters, entry);
    this.figures.note(entry);
    this.lints.note(entry);
    if ('controller' in entry) {
      this.tables.get(entry.controller)?.note(entry);
      if (entry.kind === 'reconcile.end' || entry.kind === 'reconcile.error') this.queues.get(entry.controller)?.ended(entry);
      return;
    }
    if ('queue' in entry) {
      this.tables.get(entry.queue)?.note(entry);
      return;
    }
    if (entry.informer === undefined) return;
    const informer = this.informers.get(entry.informer);
    informer?.observe(entry);
    if (informer?.cursor.lost !== undefined) throw this.#diverged(entry.seq, informer.cursor.lost, entry);
    if (entry.kind.startsWith('reflector.')) this.states.set(entry.informer, reduceInformerState(this.states.get(entry.informer) ?? initialInformerState, entry));
  }

  #moveTo(t: number): void {
    this.#clock.time = this.#source.startedAt + t;
  }

  /** What came before the next entry. */
  #takeRecorded(): void {
    const { recorded } = this.#source;
    for (let next = recorded[this.#nextRecorded]; next && next.after <= this.#seq; next = recorded[this.#nextRecorded]) {
      this.#nextRecorded++;
      this.#apply(next);
      if (this.isHalted) return;
    }
  }

  #apply(recorded: Recorded): void {
    switch (recorded.kind) {
      case 'input': {
        const informer = this.informers.get(recorded.informer);
        if (informer?.recorded.instance === recorded.instance) informer.arrive(recorded);
        return;
      }
      case 'happening':
        return this.#happen(recorded.happening);
      case 'informers':
        return this.#want(recorded.informers);
      case 'controllers':
        this.controllers = recorded.controllers;
        return this.#keepTables();
      case 'stepper':
        for (const { point, owner, key, cause } of recorded.stepper.held) if (point === 'workqueue.add' && key !== undefined) this.queues.get(owner)?.hold(key, cause);
        this.stepper = recorded.stepper;
        return;
      case 'connection':
        this.connection = recorded.connection;
    }
  }

  #happen(happening: Happening): void {
    if ('informer' in happening) {
      try {
        this.informers.get(happening.informer)?.note(happening);
      } catch (error) {
        if (!(error instanceof Reached)) throw this.#failure ?? error;
      }
      if (this.#failure) throw this.#failure;
      return;
    }
    if (happening.kind === 'workqueue.opened') this.#openQueue(happening.queue, happening.type, happening.limiter);
    else this.queues.get(happening.queue)?.shutDown();
  }

  #want(wanted: readonly RecordedInformer[]): void {
    for (const [name, replica] of this.informers) {
      const still = wanted.find((each) => each.name === name && each.instance === replica.recorded.instance);
      if (still) replica.wantedBy(still);
      else replica.isGone = true;
    }
    for (const informer of wanted) {
      const existing = this.informers.get(informer.name);
      if (existing && !existing.isGone) continue;
      this.informers.delete(informer.name);
      this.#open(informer);
      this.states.set(informer.name, initialInformerState);
    }
  }

  #open(informer: RecordedInformer): InformerReplica {
    const { indexers, indexFunc, transform, entryAt } = this.#source;
    const replica = new InformerReplica(informer, { probe: this, clock: this.#clock, indexers, indexFunc, entryAt, ...(transform && { transform }) });
    this.informers.set(informer.name, replica);
    return replica;
  }

  #openQueue(name: string, type: WorkQueueReplica['type'], limiter: object | undefined): WorkQueueReplica {
    const queue = new WorkQueueReplica({ name, type, limiter, probe: this, entryAt: this.#source.entryAt });
    queue.moveTo(this.#clock.time);
    this.queues.set(name, queue);
    return queue;
  }

  /** A controller has a table of its keys from its start to its end. */
  #keepTables(): void {
    const starts = new Map(this.controllers.map(({ name, start }) => [name, start]));
    for (const name of this.tables.keys()) if (starts.get(name) !== this.#starts.get(name)) this.tables.delete(name);
    this.#starts = starts;
    for (const name of starts.keys()) {
      if (this.tables.has(name)) continue;
      this.tables.set(name, new KeyTable((key) => this.#ownOf(name)?.indexer.get(key) === undefined && this.#ownOf(name) !== undefined));
    }
  }

  #ownOf(controller: string): InformerReplica | undefined {
    const own = this.controllers.find(({ name }) => name === controller)?.own;
    return own === undefined ? undefined : this.informers.get(own);
  }

  #diverged(seq: Seq, field: string, recorded: TraceEntry | undefined, made?: TraceDraft): DivergenceError {
    const instead = made ? `run again, the engine did ${made.kind}${made.key === undefined ? '' : ` of ${made.key}`}` : 'run again, the engine did nothing';
    const message = `The time of entry ${seq} cannot be rebuilt: ${recorded ? `it recorded ${recorded.kind}${recorded.key === undefined ? '' : ` of ${recorded.key}`}` : 'nothing was recorded'}, and ${instead} (${field}). Choose a later entry.`;
    this.#failure ??= new DivergenceError('divergence', message, { seq, field });
    return this.#failure;
  }
}
