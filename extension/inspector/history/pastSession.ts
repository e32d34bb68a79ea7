import type { KubeObject } from '../../kube/object.ts';
import type { Seq, TraceEntry } from '../../trace/entry.ts';
import { initialInformerState, type InformerState } from '../informerState.ts';
import type { KeyTable } from '../keyTable.ts';
import type { KnownLints } from '../lintLog.ts';
import type { ObjectVersions } from '../pages/objectVersions.ts';
import type { Session } from '../session.ts';
import type { PicturedController, PicturedInformer, SessionPicture, Trace } from '../sessionPicture.ts';
import type { InformerReplica } from './informerReplica.ts';
import type { RecordedController } from './recorded.ts';
import type { Replay } from './replay.ts';

/** A session as it was when one entry was made. Time stands still in it. */
export class PastSession implements SessionPicture {
  readonly seq: Seq;
  readonly tracer: Trace;
  readonly whole: Trace;
  readonly informers: SessionPicture['informers'];
  readonly controllers: SessionPicture['controllers'];
  readonly versions: ObjectVersions;
  readonly #session: Session;
  readonly #replay: Replay;

  /** @param replay that has come to its entry */
  constructor(session: Session, replay: Replay) {
    this.#session = session;
    this.#replay = replay;
    this.seq = replay.seq;
    this.whole = session.tracer;
    this.tracer = new PastTrace(session.tracer, replay.seq);
    this.versions = session.history.versions;
    this.informers = { all: replay.wanted.map(picturedInformer), stateOf: (name) => this.#stateOf(name) };
    this.controllers = { running: replay.controllers.map((controller) => picturedController(controller, replay)), keysOf: (name): KeyTable | undefined => replay.tables.get(name) };
  }

  get instance(): string {
    return this.#session.instance;
  }

  get source(): Session['source'] {
    return this.#session.source;
  }

  get ended(): boolean {
    return this.#session.ended;
  }

  get runs(): boolean {
    return this.#session.runs;
  }

  get counters(): SessionPicture['counters'] {
    return this.#replay.counters;
  }

  get connection(): SessionPicture['connection'] {
    return this.#replay.connection;
  }

  get stepper(): SessionPicture['stepper'] {
    return this.#replay.stepper;
  }

  get breakpoints(): Session['breakpoints'] {
    return this.#session.breakpoints;
  }

  get figures(): Session['figures'] {
    return this.#replay.figures;
  }

  get lints(): KnownLints {
    return this.#replay.lints;
  }

  articleNoteOf(entry: TraceEntry): ReturnType<Session['articleNoteOf']> {
    return this.#session.articleNoteOf(entry);
  }

  now(): number {
    return this.#replay.t;
  }

  msSince(time: number): number {
    return Math.max(0, this.#replay.time - time);
  }

  /** The object as the cache had it. */
  objectAt(informer: string, key: string): KubeObject | undefined {
    return this.#replay.informers.get(informer)?.indexer.get(key);
  }

  #stateOf(name: string): InformerState {
    return this.#replay.states.get(name) ?? initialInformerState;
  }
}

/** The entries up to one, and none that came later. */
class PastTrace implements Trace {
  readonly #trace: Trace;
  readonly lastSeq: Seq;

  constructor(trace: Trace, lastSeq: Seq) {
    this.#trace = trace;
    this.lastSeq = lastSeq;
  }

  get dropped(): number {
    return Math.min(this.#trace.dropped, this.lastSeq);
  }

  at(seq: Seq): TraceEntry | undefined {
    return seq > this.lastSeq ? undefined : this.#trace.at(seq);
  }

  seenBy(seq: Seq): readonly Seq[] {
    return this.#trace.seenBy(seq).filter((each) => each <= this.lastSeq);
  }

  *entries(from?: Seq): Generator<TraceEntry> {
    for (let seq = Math.max(from ?? 1, this.dropped + 1); seq <= this.lastSeq; seq++) {
      const entry = this.#trace.at(seq);
      if (entry) yield entry;
    }
  }
}

function picturedInformer(replica: InformerReplica): PicturedInformer {
  const { recorded, indexer, cursor, handlers } = replica;
  const { name, resource, scope, settings, asked, controllers } = recorded;
  const informer = {
    name,
    resource,
    scope,
    settings,
    indexer,
    handlers,
    queueSnapshot: (limit: number) => replica.queueSnapshot(limit),
    hasSynced: () => replica.hasSynced,
    lastSyncResourceVersion: () => cursor.version,
    lastStoreSyncResourceVersion: () => (settings.queue === 'atomic' ? indexer.resourceVersion : ''),
  };
  return { name, asked, controllers, informer };
}

function picturedController({ name, workers, dryRun }: RecordedController, { queues }: Replay): PicturedController {
  const queue = queues.get(name);
  const snapshot = (limit: number): ReturnType<PicturedController['queue']['snapshot']> => queue?.snapshot(limit) ?? emptyQueue;
  return { name, workers, dryRun, busy: snapshot(0).counts.processing, queue: { name, snapshot } };
}

const emptyQueue: ReturnType<PicturedController['queue']['snapshot']> = {
  queue: [],
  dirty: [],
  processing: [],
  waiting: [],
  failures: [],
  counts: { queue: 0, dirty: 0, processing: 0, waiting: 0, failures: 0 },
};
