import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { IndexFunc } from '../../informer/indexer.ts';
import type { ListerWatcher } from '../../informer/listerWatcher.ts';
import type { InformerScope, SharedInformer } from '../../informer/sharedInformer.ts';
import { formatResource, type GroupVersionResource, scopedInformerName } from '../../kube/resource.ts';
import type { Seq, TraceEntry } from '../../trace/entry.ts';
import type { WorkQueueType } from '../../trace/happening.ts';
import type { InputLine, RecordedInformer } from '../../trace/recording.ts';
import { SessionFigures } from '../figures/sessionFigures.ts';
import { LintLog } from '../lintLog.ts';
import { newPipelineCounters } from '../pipelineCounters.ts';
import { ObservedListerWatcher } from '../recordings/observedListerWatcher.ts';
import { Follower } from './follower.ts';
import type { HistorySubject } from './historySubject.ts';
import type { Checkpoint, Recorded, RecordedBody, RecordedController, RecordedStepper } from './recorded.ts';
import { RememberedIndexers } from './rememberedIndexers.ts';
import { RecordedObjects } from './recordedObjects.ts';
import { Replay, type ReplaySource } from './replay.ts';
import { serverLines } from './serverLines.ts';
import { sizeOfEntry, sizeOfObject, sizeOfRecorded } from './sizeOf.ts';
import { type PresentInformer, takeCheckpoint } from './takeCheckpoint.ts';

/** What is kept unless it is said otherwise. */
export const defaultRecordingBytes = 64_000_000;

/** So many parts the ring has, about: it is dropped part by part, and each begins with a checkpoint. */
const parts = 12;
/** One that cannot end with a checkpoint ends without when it has grown to so many times its size. */
const patience = 4;
/** A smaller part than this would be all checkpoint. */
const leastPartBytes = 16 * 1024;

/** Of so many objects of an informer it is looked whether they are still there: of more, of some, evenly. It is done for each part, in one turn. */
const mostMeasured = 2000;

/** A part of the recording: from one checkpoint to the next. */
interface Part {
  /** Its first entry. */
  readonly first: Seq;
  /** How it was before that entry; undefined where that could not be said. */
  readonly checkpoint: Checkpoint | undefined;
  readonly recorded: Recorded[];
  bytes: number;
}

export interface HistoryOptions {
  readonly subject: HistorySubject;
  readonly clock: Clock;
  readonly indexers: Readonly<Record<string, IndexFunc>>;
  /** How much is kept. */
  readonly bytes: number;
}

/** How far back one can go. */
export interface HistoryExtent {
  /** The first entry that can be gone back to; one more than the newest where there is none. */
  readonly oldest: Seq;
  readonly newest: Seq;
  /** Session time of the oldest entry that is kept. */
  readonly since: number;
  readonly bytes: number;
  readonly limit: number;
  /** Entries that are not kept any more. */
  readonly dropped: number;
}

/**
 * Records a session, always, in a ring that is bounded by bytes: the entries, what came from the server (the very objects that were decoded) and what no entry
 * tells of. From that the engine can be run again up to any entry that is kept.
 */
export class History implements Disposable {
  readonly #options: HistoryOptions;
  readonly #parts: Part[];
  readonly #owned = new DisposableStore();
  readonly #follower = new Follower();
  readonly #instances = new Map<string, number>();
  readonly #known = new Map<SharedInformer, number>();
  readonly #queueTypes = new Map<string, { readonly type: WorkQueueType; readonly limiter: object | undefined }>();
  readonly #observed = new Map<string, RecordedInformer>();
  readonly #onRecorded = new Emitter<Recorded>();
  /** Objects as they were. */
  readonly versions = new RecordedObjects(this);
  #limit: number;
  #bytes = 0;
  /** Of the part that is being written to: when it is to end. */
  #endAt = 0;
  #pending: Disposable | undefined;
  #isDisposed = false;
  readonly #indexers: RememberedIndexers;
  #lastInstance = 0;
  /** Objects that only the oldest checkpoint holds. */
  #oldestBytes = 0;

  constructor(options: HistoryOptions) {
    const { subject, bytes } = options;
    this.#options = options;
    this.#limit = bytes;
    this.#indexers = new RememberedIndexers(options.indexers);
    this.#parts = [{ first: 1, checkpoint: emptyCheckpoint(subject), recorded: [], bytes: 0 }];
    this.#endAt = this.#partBytes;
    this.#owned.add(subject.tracer.onEntry((entry) => this.#add(sizeOfEntry(entry))));
    this.#owned.add(
      subject.tracer.onHappening((happening) => {
        if (happening.kind === 'workqueue.opened') this.#queueTypes.set(happening.queue, { type: happening.type, limiter: happening.limiter });
        this.#record({ kind: 'happening', happening });
      }),
    );
    this.#owned.add(subject.informers.onChange(() => this.#record({ kind: 'informers', informers: this.#informers().map(({ recorded }) => recorded) })));
    this.#owned.add(subject.controllers.onChange(() => this.#recordControllers()));
    this.#owned.add(subject.stepper.onChange(() => this.#record({ kind: 'stepper', stepper: stepperNow(subject) })));
    this.#owned.add(subject.onConnectionChange(() => this.#record({ kind: 'connection', connection: subject.connection })));
  }

  /** Fires for what is recorded besides the entries. */
  readonly onRecorded: Event<Recorded> = this.#onRecorded.event;

  get extent(): HistoryExtent {
    const { tracer } = this.#options.subject;
    const oldest = this.#parts.find(({ checkpoint }) => checkpoint)?.first ?? tracer.lastSeq + 1;
    return { oldest, newest: tracer.lastSeq, since: tracer.at(tracer.dropped + 1)?.t ?? 0, bytes: this.#bytes + this.#oldestBytes, limit: this.#limit, dropped: tracer.dropped };
  }

  /** Everything that is kept besides the entries, in order. */
  get recorded(): readonly Recorded[] {
    return this.#parts.flatMap(({ recorded }) => recorded);
  }

  /** The same, part by part. */
  get parts(): readonly { readonly recorded: readonly Recorded[] }[] {
    return this.#parts;
  }

  /** How it was before the oldest entry that can be gone back to. */
  get oldestCheckpoint(): Checkpoint | undefined {
    return this.#parts.find(({ checkpoint }) => checkpoint)?.checkpoint;
  }

  /** Every informer that has asked for something, by its name. */
  get informers(): ReadonlyMap<string, RecordedInformer> {
    return this.#observed;
  }

  /** What came from the servers, by time: enough to play it again. What is not kept any more is there in what it led to. */
  *lines(): IterableIterator<InputLine> {
    const first = Math.max(0, this.#parts.findIndex(({ checkpoint }) => checkpoint));
    const { checkpoint } = this.#parts[first]!;
    if (checkpoint) yield* serverLines(checkpoint);
    for (const { recorded } of this.#parts.slice(first)) {
      for (const each of recorded) if (each.kind === 'input') yield { ...each.line, informer: each.informer };
    }
  }

  /** Keeps another number of bytes from now on. */
  resize(bytes: number): void {
    this.#limit = bytes;
    this.#endAt = Math.min(this.#endAt, this.#partBytes);
    this.#trim();
  }

  /** The same lists and watches, whose answers are recorded. */
  observe(resource: GroupVersionResource, scope: InformerScope, listerWatcher: ListerWatcher): ListerWatcher {
    const informer = scopedInformerName(resource, scope);
    const instance = ++this.#lastInstance;
    this.#observed.set(informer, { name: informer, resource: formatResource(resource), ...scope });
    this.#instances.set(informer, instance);
    const { clock, subject } = this.#options;
    return new ObservedListerWatcher(listerWatcher, {
      now: () => clock.now() - subject.tracer.startedAt,
      onInput: (line) => this.#record({ kind: 'input', informer, instance, line }),
      onSuccess: () => undefined,
      onFailure: () => undefined,
    });
  }

  /**
   * The session as it was when this entry was made.
   * @throws DivergenceError when it cannot be rebuilt; RangeError for an entry that is not kept; the signal's reason
   */
  async goTo(seq: Seq, signal: AbortSignal): Promise<Replay> {
    const replay = new Replay(this.sourceOf(seq));
    const slice = new TimeSlice(this.#options.clock, 'large');
    for (const _ of replay.to(seq)) {
      if (slice.isSpent()) await slice.rest();
      signal.throwIfAborted();
    }
    return replay;
  }

  /** What has to be run again to come to this entry. @throws RangeError for an entry that is not kept */
  sourceOf(seq: Seq): ReplaySource {
    const { subject } = this.#options;
    const { tracer } = subject;
    const from = this.#parts.findLastIndex(({ checkpoint, first }) => checkpoint !== undefined && first <= seq);
    const part = this.#parts[from];
    if (!part?.checkpoint || seq > tracer.lastSeq) throw new RangeError(`entry ${seq} cannot be gone back to: the recording reaches from ${this.extent.oldest} to ${tracer.lastSeq}`);
    const recorded = this.#parts.slice(from).flatMap((each) => each.recorded);
    return { checkpoint: part.checkpoint, startedAt: tracer.startedAt, entryAt: (each: Seq): TraceEntry | undefined => tracer.at(each), recorded, indexers: this.#indexers.all, indexFunc: (name: string) => this.#indexers.named(name) };
  }

  /** Nothing more is recorded. */
  dispose(): void {
    this.#isDisposed = true;
    this.#pending?.dispose();
    this.#owned.dispose();
    this.#onRecorded.dispose();
  }

  get #partBytes(): number {
    return Math.max(leastPartBytes, this.#limit / parts);
  }

  get #part(): Part {
    return this.#parts.at(-1)!;
  }

  #record(body: RecordedBody): void {
    if (this.#isDisposed) return;
    const recorded: Recorded = { after: this.#options.subject.tracer.lastSeq, ...body };
    this.#part.recorded.push(recorded);
    this.#onRecorded.fire(recorded);
    this.#add(sizeOfRecorded(recorded));
  }

  /** Runs for each entry. */
  #add(bytes: number): void {
    const part = this.#parts[this.#parts.length - 1]!;
    part.bytes += bytes;
    this.#bytes += bytes;
    if (part.bytes >= this.#endAt || this.#bytes + this.#oldestBytes > this.#limit) this.#pending ??= this.#options.clock.defer(() => this.#endPart());
  }

  /** In a turn of its own, between two steps of the engine. */
  #endPart(): void {
    this.#pending = undefined;
    this.#trim();
    if (this.#part.bytes < this.#endAt) return;
    const part = this.#part;
    const { subject } = this.#options;
    const { tracer } = subject;
    this.#follower.catchUp((seq) => tracer.at(seq), part.recorded.slice(this.#followed), tracer.lastSeq);
    this.#followed = part.recorded.length;
    const checkpoint = takeCheckpoint({ subject, follower: this.#follower, informers: this.#informers(), controllers: this.#controllers(), stepper: stepperNow(subject), queueTypes: this.#queueTypes });
    const isWorthIt = checkpoint && (checkpoint.bytes * 2 <= part.bytes || part.bytes >= patience * this.#partBytes);
    if (!isWorthIt && part.bytes < patience * this.#partBytes) {
      this.#endAt = part.bytes + this.#partBytes / 2;
      return;
    }
    this.#followed = 0;
    this.#endAt = this.#partBytes;
    this.#parts.push({ first: tracer.lastSeq + 1, checkpoint, recorded: [], bytes: checkpoint?.bytes ?? 0 });
    this.#bytes += checkpoint?.bytes ?? 0;
    this.#trim();
  }

  /** Of the part that is being written to: what the follower has read. */
  #followed = 0;

  #trim(): void {
    // The part that is being written to has room to grow.
    const most = this.#limit - this.#partBytes;
    while (this.#bytes + this.#oldestBytes > most && this.#parts.length > 1) {
      this.#bytes -= this.#parts.shift()!.bytes;
      this.#options.subject.tracer.dropBefore(this.#parts[0]!.first);
      this.#oldestBytes = this.#ownBytes(this.#parts[0]!.checkpoint);
    }
  }

  /** What nobody but this checkpoint holds: objects that were replaced since, and whose input was dropped. */
  #ownBytes(checkpoint: Checkpoint | undefined): number {
    let bytes = 0;
    const present = new Map(this.#options.subject.informers.all.map(({ name, informer }) => [name, informer.indexer]));
    for (const { name, keys, objects } of checkpoint?.informers ?? []) {
      const indexer = present.get(name);
      const step = Math.ceil(objects.length / mostMeasured);
      for (let index = 0; index < objects.length; index += step) if (indexer?.get(keys[index]!) !== objects[index]) bytes += step * sizeOfObject(objects[index]);
    }
    return bytes;
  }

  #informers(): PresentInformer[] {
    return this.#options.subject.informers.all.map(({ name, informer, asked, controllers }) => {
      // Whoever made the informer has asked for its lists and watches just before.
      let instance = this.#known.get(informer);
      if (instance === undefined) this.#known.set(informer, (instance = this.#instances.get(name) ?? 0));
      const { resource, scope, settings } = informer;
      return { informer, recorded: { name, instance, resource, scope, settings, asked, controllers } };
    });
  }

  #controllers(): RecordedController[] {
    const { informers, controllers } = this.#options.subject;
    return controllers.running.map(({ name, workers, dryRun }) => {
      const { record, startedAs = 0 } = controllers.all.find((each) => each.name === name) ?? {};
      const own = informers.all.find(({ informer }) => informer.indexer === record?.own)?.name;
      return { name, workers, dryRun, own, start: startedAs };
    });
  }

  #recordControllers(): void {
    const controllers = this.#controllers();
    const text = JSON.stringify(controllers);
    if (text === this.#lastControllers) return;
    this.#lastControllers = text;
    this.#record({ kind: 'controllers', controllers });
  }

  #lastControllers = '[]';
}

function stepperNow({ stepper }: HistorySubject): RecordedStepper {
  const { paused, held, chosen, inHand, reason, runningTo, slowMotionMs, allowsWhatIf } = stepper;
  return { paused, held, chosen, inHand, reason, runningTo, slowMotionMs, allowsWhatIf };
}

function emptyCheckpoint(subject: HistorySubject): Checkpoint {
  return { seq: 0, t: 0, informers: [], queues: [], controllers: [], tables: [], stepper: stepperNow(subject), connection: subject.connection, counters: newPipelineCounters(), figures: new SessionFigures(() => undefined), lints: new LintLog(), bytes: 0 };
}
