import { type Clock, nextTurn } from '../base/clock.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import type { RequestFigures } from '../cluster/requestStats.ts';
import { preflight, type Preflight } from '../cluster/preflight.ts';
import type { Breakpoints } from '../debugger/breakpoints.ts';
import { Stepper } from '../debugger/stepper.ts';
import { type InformerChoices, type InformerScope, SharedInformerFactory } from '../informer/sharedInformerFactory.ts';
import type { KeyedHash } from '../kube/mask.ts';
import { type GroupVersionResource, scopedInformerName } from '../kube/resource.ts';
import type { ArticleNote } from '../trace/articleNote.ts';
import type { TraceEntry } from '../trace/entry.ts';
import { Tracer } from '../trace/tracer.ts';
import { Refusals } from './access/refusals.ts';
import { SessionAccess } from './access/sessionAccess.ts';
import { sessionIndexers } from './indexers.ts';
import { noteSession } from './isSession.ts';
import { countEntry, newPipelineCounters, type PipelineCounters } from './pipelineCounters.ts';
import { SessionBreakpoints } from './sessionBreakpoints.ts';
import { PrinterColumns } from './printerColumns.ts';
import { type Connection, SessionConnection } from './sessionConnection.ts';
import { SessionFigures } from './figures/sessionFigures.ts';
import { defaultRecordingBytes, History } from './history/history.ts';
import type { LaunchReconciler } from './launchReconciler.ts';
import { PileBound } from './pileBound.ts';
import type { ScenarioStage } from './scenarios/scenarioStage.ts';
import { SessionScenarios } from './scenarios/sessionScenarios.ts';
import { SessionControllers } from './sessionControllers.ts';
import { SessionFaults } from './faults/sessionFaults.ts';
import type { RecordedObjects } from './history/recordedObjects.ts';
import type { IntrospectionClient } from './introspection/introspectionClient.ts';
import { ServerStory } from './introspection/serverStory.ts';
import type { ExportedSession } from './recordings/exportRecording.ts';
import { QueueComparisons } from './recordings/queueComparisons.ts';
import { recordedSession } from './recordings/recordedSession.ts';
import type { SessionRecording } from './recordings/sessionRecording.ts';
import { ResourceCatalog } from './resourceCatalog.ts';
import { CacheChecks } from './verify/cacheChecks.ts';
import { SessionInformers } from './sessionInformers.ts';
import { SessionLints } from './sessionLints.ts';
import { SessionLogin } from './sessionLogin.ts';
import type { SessionCluster } from './sessionCluster.ts';
import { type SessionSource, sourceId } from './sessionSource.ts';
import { isOnItsWay } from './whatIf/onItsWay.ts';
import { PipelineWhatIf } from './whatIf/pipelineWhatIf.ts';
import type { SessionWhatIf } from './whatIf/sessionWhatIf.ts';

export interface SessionOptions {
  readonly source: SessionSource;
  readonly cluster: SessionCluster;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly launchReconciler: LaunchReconciler;
  /** Of the window. */
  readonly breakpoints?: Breakpoints;
  /** How many deltas may gather in a queue while it is paused; default: any number. */
  readonly mostDeltas?: () => number;
  /** How much of what happens is kept, to be gone back to; default: 64 MB. */
  readonly recordingBytes?: number;
  /** Namespaces of this cluster that were used before, the newest first. */
  readonly rememberedNamespaces?: () => readonly string[];
  /** Settings of informers, asked for when one is started. */
  readonly informerSettings: () => InformerChoices;
  /** Of a source that is one. */
  readonly recording?: SessionRecording;
  /** Masks what was recorded once more when it is read again. */
  readonly hash?: KeyedHash;
  /** The way into the inside of the API server, for one that has any; resolves to undefined while it is not up. */
  readonly introspection?: () => Promise<IntrospectionClient | undefined>;
  /** Clients of their own for what is played on the playground. */
  readonly scenarioStage?: (session: Session) => Promise<ScenarioStage>;
}

/** One source with everything that runs on it. `seq`, `t` and Pause are the session's own. */
export class Session {
  /** That of its source. */
  readonly id: string;
  /** Another for each session, also of the same source. */
  readonly instance: string;
  readonly source: SessionSource;
  readonly cluster: SessionCluster;
  readonly tracer: Tracer;
  readonly stepper: Stepper;
  /** What gathers meanwhile, and how much may. */
  readonly pile: PileBound;
  /** Of the window; what stops here is named by them. */
  readonly breakpoints: SessionBreakpoints | undefined;
  /** Undefined where nothing may be invented: the session looks at a real cluster. */
  readonly whatIf: SessionWhatIf | undefined;
  readonly informers: SessionInformers;
  readonly controllers: SessionControllers;
  /** What the server can list and watch. */
  readonly catalog: ResourceCatalog;
  /** What it would allow. */
  readonly access: SessionAccess;
  /** Which informers it refuses. */
  readonly refusals: Refusals;
  /** Printer columns of custom resources. */
  readonly columns: PrinterColumns;
  /** The credential plugin that it waits for. */
  readonly login: SessionLogin;
  /** What looks wrong. */
  readonly lints: SessionLints;
  /** Whether caches are true to the server. */
  readonly caches: CacheChecks;
  /** Of a source that is a recording. */
  readonly recording: SessionRecording | undefined;
  /** What the servers of its informers have sent. */
  readonly input: ExportedSession['input'];
  /** What the three queues make of what was recorded. */
  readonly comparisons: QueueComparisons;
  /** Of everything since the session began, whether a panel looks or not. */
  readonly counters: PipelineCounters = newPipelineCounters();
  /** Besides the counters: of queues, reads and ages. */
  readonly figures = new SessionFigures((seq) => this.tracer.at(seq));
  /** What was, up to any entry that is kept. */
  readonly history: History;
  /** The way into the inside of the API server; undefined where that is hidden, as everywhere but on the playground. */
  readonly introspection: SessionOptions['introspection'];
  /** Where there is such a way: what the API server does, as entries of this session. */
  readonly serverStory: ServerStory | undefined;
  /** What is broken on purpose; undefined everywhere but on the playground. */
  readonly faults: SessionFaults | undefined;
  /** What is played on it; undefined everywhere but on the playground. */
  readonly scenarios: SessionScenarios | undefined;
  readonly #factory: SharedInformerFactory;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #closing = new AbortController();
  readonly #owned = new DisposableStore();
  readonly #onChange = new Emitter<void>();
  readonly #onEnding = new Emitter<void>();
  readonly #connection: SessionConnection;
  #closed: Promise<void> | undefined;

  constructor(options: SessionOptions) {
    noteSession(this);
    const { source, cluster, clock, random, logger } = options;
    this.id = sourceId(source);
    this.instance = `${this.id} ${Math.floor(random() * 2 ** 48).toString(36)}`;
    this.source = source;
    this.cluster = cluster;
    this.login = this.#owned.add(new SessionLogin(cluster.credentials, clock));
    const { recording } = options;
    this.recording = recording;
    this.introspection = options.introspection;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.tracer = new Tracer(clock);
    this.serverStory = options.introspection && this.#owned.add(new ServerStory({ introspection: options.introspection, tracer: this.tracer, clock, random, logger }));
    this.faults = options.introspection && this.#owned.add(new SessionFaults({ introspection: options.introspection, onEntry: this.tracer.onEntry, clock, logger }));
    this.breakpoints = options.breakpoints && this.#owned.add(new SessionBreakpoints(options.breakpoints));
    // Where nothing runs there is no course of things that could be changed.
    const allowsWhatIf = source.kind !== 'context' && this.runs;
    this.stepper = new Stepper(clock, {
      trace: this.tracer,
      allowsWhatIf,
      carries: (isWanted) => isOnItsWay({ informers: this.informers.all.map(({ informer }) => informer), queues: this.controllers.running.map(({ queue }) => queue) }, isWanted),
      ...(this.breakpoints && { breakpoints: this.breakpoints }),
    });
    const whatIf = allowsWhatIf
      ? new PipelineWhatIf({
          informer: (name) => this.informers.get(name),
          controllers: () => this.controllers.running.map(({ name }) => name),
          stepper: this.stepper,
          probe: this.tracer,
        })
      : undefined;
    this.whatIf = whatIf;
    const { recordingBytes = defaultRecordingBytes } = options;
    const waiting = (informer: string): number => this.informers.get(informer)?.queueSnapshot(0).deltas ?? 0;
    this.pile = this.#owned.add(new PileBound({ stepper: this.stepper, most: options.mostDeltas ?? (() => Infinity), waiting, onEntry: this.tracer.onEntry }));
    const engine = { clock, random, probe: this.tracer, gate: this.pile, logger };
    this.#factory = new SharedInformerFactory({
      ...engine,
      listerWatcherFor: (resource, scope) => {
        const server = cluster.listerWatcher(resource, scope, this.serverStory?.namesOf(scopedInformerName(resource, scope)));
        return this.history.observe(resource, scope, whatIf?.observe(resource, scope, server) ?? server);
      },
      nameOf: scopedInformerName,
      indexers: sessionIndexers,
    });
    this.informers = new SessionInformers(this.#factory, this.tracer, options.informerSettings);
    this.catalog = this.#owned.add(new ResourceCatalog({ discover: (signal, onPart) => cluster.discover(signal, onPart), clock, signal: this.signal }));
    this.access = this.#owned.add(new SessionAccess({ cluster, remembered: options.rememberedNamespaces ?? (() => []), clock, logger, signal: this.signal }));
    this.columns = this.#owned.add(new PrinterColumns({ get: (resource, namespace, name, abort) => cluster.objects.get(resource, namespace, name, abort), signal: this.signal }));
    this.refusals = this.#owned.add(new Refusals({ informers: this.informers, access: this.access, catalog: this.catalog, signal: this.signal }));
    this.controllers = new SessionControllers({
      ...engine,
      introspection: options.introspection,
      tracer: this.tracer,
      informers: this.informers,
      client: this.serverStory?.named((request, writing, signal) => cluster.objects.write(request, writing, signal)) ?? cluster.objects,
      writesAnything: options.source.kind === 'playground',
      get: (resource, namespace, name, abort) => cluster.objects.get(resource, namespace, name, abort),
      mask: (request) => cluster.objects.masked(request),
      namespace: cluster.namespace ?? 'default',
      discover: async () => (await this.catalog.upToDate()).resources,
      launch: options.launchReconciler,
    });
    this.caches = new CacheChecks({
      informer: (name) => this.informers.get(name),
      listerWatcher: (resource, scope) => cluster.listerWatcher(resource, scope),
      hasServer: source.kind !== 'recording',
      onEntry: this.tracer.onEntry,
      clock,
      now: () => this.now(),
      signal: this.signal,
    });
    this.lints = this.#owned.add(
      new SessionLints({
        clock,
        now: () => this.now(),
        tracer: this.tracer,
        stepper: this.stepper,
        informers: this.informers,
        controllers: this.controllers,
        version: () => (this.connection.phase === 'connected' ? this.connection.version : undefined),
      }),
    );
    const recorded = async () => recording?.recording ?? recordedSession(this, options.hash ?? (() => ''), () => nextTurn(clock));
    this.comparisons = this.#owned.add(new QueueComparisons({ recorded, turns: recording?.turns ?? clock, logger }));
    if (recording) {
      this.#owned.add(recording);
      this.#owned.add(this.stepper.onChange(() => recording.setHeld(this.stepper.paused || this.stepper.held.length > 0)));
    }
    const version = (signal: AbortSignal): Promise<{ readonly gitVersion: string }> => cluster.version(signal);
    this.#connection = new SessionConnection({ version, clock, now: () => this.now(), signal: this.signal });
    this.onConnectionChange = this.#connection.onChange;
    this.history = this.#owned.add(new History({ subject: this, clock, indexers: sessionIndexers, bytes: recordingBytes }));
    this.input = recording ?? this.history;
    const { scenarioStage } = options;
    this.scenarios = scenarioStage && new SessionScenarios({ session: this, stage: () => scenarioStage(this), clock, logger });
    // It may be another server now, or a newer one.
    this.#owned.add(this.#connection.onChange(() => this.connection.phase === 'connected' && this.catalog.outdate()));
    this.#owned.add(this.tracer.onEntry((entry) => countEntry(this.counters, entry)));
    this.#owned.add(this.tracer.onEntry((entry) => this.catalog.note(entry)));
    this.#owned.add(this.tracer.onEntry((entry) => this.controllers.note(entry)));
    this.#owned.add(this.tracer.onEntry((entry) => this.figures.note(entry)));
    this.#owned.add(this.caches);
    const { login, faults, scenarios, comparisons, informers, refusals, controllers, caches, stepper, pile } = this;
    for (const part of [this.#connection, recording, login, faults, scenarios, comparisons, informers, refusals, controllers, caches, stepper, pile]) {
      if (part) this.#owned.add(part.onChange(() => this.#onChange.fire()));
    }
    this.#owned.add(informers.onStateChange(() => this.#onChange.fire()));
    if (this.breakpoints) this.#owned.add(this.breakpoints.onLog(() => this.#onChange.fire()));
  }

  /** Fires when anything about the session but its objects has changed: once more when it has ended. */
  readonly onChange: Event<void> = this.#onChange.event;

  readonly onConnectionChange: Event<void>;

  /** Fires once, when the session is about to end and everything is still there: the last picture can be taken. */
  readonly onEnding: Event<void> = this.#onEnding.event;

  /** Objects as they were. */
  get versions(): RecordedObjects {
    return this.history.versions;
  }

  get connection(): Connection {
    return this.#connection.state;
  }

  /** Something runs in it, which can be stepped: not so in a recording that is only looked at. */
  get runs(): boolean {
    return this.recording?.isReplay ?? true;
  }

  get ended(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Aborts when the session ends. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** What client-go does instead, of an entry of what behaves as the article tells; undefined where they agree. */
  articleNoteOf(entry: TraceEntry): ArticleNote | undefined {
    return this.informers.articleNoteOf(entry) ?? this.controllers.articleNoteOf(entry);
  }

  /** Where the server is, who asks it, and what was asked of it. */
  get server(): { readonly address: string; readonly identity: SessionCluster['identity']; readonly requests: RequestFigures | undefined } {
    return { address: this.cluster.server, identity: this.cluster.identity, requests: this.cluster.requests?.figures() };
  }

  /** Session time, as in the entries. */
  now(): number {
    return this.#clock.now() - this.#startedAt;
  }

  /** Milliseconds since a time of the session's clock. */
  msSince(time: number): number {
    return Math.max(0, this.#clock.now() - time);
  }

  /** Keeps another number of bytes of what happens from now on. */
  keep(bytes: number): void {
    this.history.resize(bytes);
  }

  /** Asks the server for its version, again and again where it does not answer; never rejects. What comes of it is in {@link connection}. */
  connect(): Promise<Connection> {
    return this.#connection.connect();
  }

  /** What starting an informer will cost. @throws the signal's reason, or that of {@link signal} */
  preflight(resource: GroupVersionResource, scope: InformerScope, signal: AbortSignal): Promise<Preflight> {
    return preflight({ cluster: this.cluster, resource, scope, clock: this.#clock, signal: AbortSignal.any([signal, this.signal]) });
  }

  /** Ends everything: when it resolves, no informer, controller, timer or socket is left. May be called again. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#onEnding.fire();
    this.#onEnding.dispose();
    this.#closing.abort();
    this.#connection.dispose();
    await this.scenarios?.close();
    // What is held is let go by the end of what it belongs to, and does nothing more; the gate opens when nobody stands before it.
    await this.controllers.stopAll();
    await this.#factory.shutdown();
    this.stepper.dispose();
    await this.cluster.close();
    this.informers.dispose();
    this.#owned.dispose();
    this.#onChange.fire();
    this.#onChange.dispose();
  }
}
