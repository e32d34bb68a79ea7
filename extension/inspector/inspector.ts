import type { Clock } from '../base/clock.ts';
import { CodedError, messageOf } from '../base/codedError.ts';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import { createKeyedHash } from '../cluster/keyedHash.ts';
import type { Kubeconfig } from '../cluster/kubeconfig.ts';
import type { Breakpoints } from '../debugger/breakpoints.ts';
import type { InformerChoices } from '../informer/sharedInformerFactory.ts';
import type { ServiceAccountName } from '../kube/serviceAccount.ts';
import { placeOf } from './access/placeOf.ts';
import { type InformerRequest, informerRequests, startInformers } from './informerRequest.ts';
import type { KubeconfigStore } from './kubeconfigStore.ts';
import { mayImpersonate } from './mayImpersonate.ts';
import type { LaunchReconciler } from './launchReconciler.ts';
import type { PlaygroundSettings } from './playgroundFlags.ts';
import { type OtherPlayground, PlaygroundLife } from './playgroundLife.ts';
import type { PlaygroundProcess } from './playgroundProcess.ts';
import type { OpenedRecording } from './recordings/openRecordingSession.ts';
import type { ClientOptions, OpenClient, ScenarioClient } from './scenarios/live/scenarioClient.ts';
import type { Session, SessionOptions } from './session.ts';
import type { SessionCluster } from './sessionCluster.ts';
import { Sessions } from './sessions.ts';
import { type ContextSource, playgroundId, type SessionSource, sourceId } from './sessionSource.ts';

export interface InspectorOptions {
  readonly kubeconfig: KubeconfigStore;
  readonly playground: PlaygroundProcess;
  /** @param as through whose eyes; default: those of the context's user */
  readonly openCluster: (kubeconfig: Kubeconfig, context: string | undefined, as?: ServiceAccountName) => Promise<SessionCluster>;
  /** Further clients of the playground, besides that of its session; without, no scenario can be played. */
  readonly openClient?: (kubeconfig: Kubeconfig, options: ClientOptions) => Promise<ScenarioClient>;
  /** What runs reconcilers, which nothing asks for before a session is opened. */
  readonly loadLauncher: () => Promise<LaunchReconciler>;
  /** Of the window. */
  readonly breakpoints?: Breakpoints;
  readonly settings: () => InspectorSettings;
  /** Namespaces that were used before on the cluster that is remembered under this name, the newest first. */
  readonly rememberedNamespaces?: (place: string) => readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

export interface InspectorSettings {
  /** Deltas that may gather in a queue while a session is paused; default: any number. */
  readonly mostDeltas?: number;
  readonly recordingBytes: number;
  readonly informer: InformerChoices;
  readonly playground: PlaygroundSettings;
}

export interface OpenFailure {
  readonly context: string;
  readonly error: unknown;
}

export type RecordingSource = Extract<SessionSource, { readonly kind: 'recording' }>;

/** What there is to see as soon as the playground is up. */
const playgroundInformers: readonly InformerRequest[] = [
  { resource: { group: '', version: 'v1', resource: 'pods' }, scope: {}, chosen: {} },
  { resource: { group: 'apps', version: 'v1', resource: 'deployments' }, scope: {}, chosen: {} },
];

/** The use cases: which sources are inspected, and how each comes up and goes. */
export class Inspector {
  readonly kubeconfig: KubeconfigStore;
  readonly sessions: Sessions;
  readonly playground: PlaygroundLife;
  readonly #options: InspectorOptions;
  readonly #owned = new DisposableStore();
  readonly #onChange = new Emitter<void>();
  #openFailure: OpenFailure | undefined;
  /** Recordings that are open, by the id of their source. */
  readonly #recordings = new Map<string, OpenedRecording>();
  readonly #hash = createKeyedHash();

  constructor(options: InspectorOptions) {
    this.#options = options;
    this.kubeconfig = options.kubeconfig;
    this.sessions = new Sessions((source, signal) => this.#open(source, signal));
    this.#owned.add(this.kubeconfig.onChange(() => this.#setOpenFailure(undefined)));
    this.playground = new PlaygroundLife(options.playground, () => options.settings().playground);
    this.playground.onChange(() => this.#onChange.fire());
    this.#owned.add(
      this.playground.onLost(() => {
        void this.#closePlayground();
        this.playground.become('stopped');
      }),
    );
  }

  /** Fires when the playground comes or goes, or a context could not be opened. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** What runs reconcilers, and reads what they say of themselves. */
  loadLauncher(): Promise<LaunchReconciler> {
    return this.#options.loadLauncher();
  }

  /** Why a context could not even be asked; until one can, or the kubeconfig is read again. */
  get openFailure(): OpenFailure | undefined {
    return this.#openFailure;
  }

  /** Those on the playground: its own, and those of accounts. */
  get playgroundSessions(): readonly Session[] {
    return this.sessions.all.filter(({ source }) => source.kind === 'playground');
  }

  /**
   * The session of a context: the one there is, or a new one that begins to connect.
   * @param context default: the chosen one, else the current one
   * @throws KubeconfigError
   */
  async openContext(context?: string): Promise<Session> {
    if (context === undefined) {
      await this.kubeconfig.read();
      context = this.kubeconfig.context ?? '';
    }
    return this.#openAndConnect({ kind: 'context', context });
  }

  /**
   * The session of a context as a ServiceAccount sees it, beside that of the context itself: the one there is, or a new one.
   * @throws KubeconfigError; ApiError 403 where the context's user may not act as the account
   */
  async openAs(context: string, as: ServiceAccountName): Promise<Session> {
    return this.#openAndConnect({ kind: 'context', context, as });
  }

  /** The same for the playground, which is started where it does not run. @throws PlaygroundError */
  async openPlaygroundAs(as: ServiceAccountName): Promise<Session> {
    await this.startPlayground();
    const { size, seed } = this.playground.settings;
    return this.#openAndConnect({ kind: 'playground', size, seed, as });
  }

  /** Ends the sessions of all other contexts, and opens this one. */
  async switchContext(context: string): Promise<Session> {
    this.kubeconfig.choose(context);
    const others = this.sessions.all.filter(({ source }) => source.kind === 'context' && source.context !== context);
    await Promise.all(others.map(({ id }) => this.#close(id)));
    return this.openContext(context);
  }

  /** Starts the playground and informers on it; finds it running. @throws PlaygroundError */
  async startPlayground(): Promise<Session> {
    const { size, seed } = this.playground.settings;
    const isNew = this.playground.state === 'stopped';
    if (isNew) this.playground.become('starting');
    try {
      const session = await this.#openAndConnect({ kind: 'playground', size, seed });
      if (isNew) startInformers(session, playgroundInformers);
      this.playground.become('running');
      return session;
    } catch (error) {
      if (isNew) await this.stopPlayground();
      throw error;
    }
  }

  /**
   * Ends the playground and starts it again, with its settings of now and the same informers.
   * @param otherwise another than the settings say: what they keep is left alone then
   * @throws PlaygroundError
   */
  async restartPlayground(otherwise?: OtherPlayground): Promise<Session> {
    const before = this.sessions.get(playgroundId);
    const requests = before ? informerRequests(before) : playgroundInformers;
    await this.stopPlayground();
    this.playground.takeOtherwise(otherwise);
    const session = await this.startPlayground();
    startInformers(session, requests);
    return session;
  }

  async stopPlayground(): Promise<void> {
    await this.#closePlayground();
    await this.playground.stop();
    this.playground.become('stopped');
  }

  /** Shows a recording, or replays it; a session of the same file gives way to the new one. */
  async openRecording(source: RecordingSource, opened: OpenedRecording): Promise<Session> {
    const id = sourceId(source);
    await this.#close(id);
    this.#recordings.set(id, opened);
    return this.#openAndConnect(source);
  }

  /** Nobody looks at it any more. */
  async closeRecording(source: RecordingSource): Promise<void> {
    const id = sourceId(source);
    await this.#close(id);
    this.#recordings.delete(id);
  }

  /** Ends a session and begins another on the same source, with a kubeconfig that is read again and the same informers. */
  async reconnect(session: Session): Promise<Session> {
    const requests = informerRequests(session);
    await this.#close(session.id);
    if (session.source.kind === 'context') await this.kubeconfig.read();
    const next = await this.#openAndConnect(session.source);
    startInformers(next, requests);
    return next;
  }

  /** Ends a session, and nothing else: a playground goes on running. */
  async disconnect(session: Session): Promise<void> {
    await this.#close(session.id);
  }

  /** Ends everything; resolves when nothing is left. */
  async close(): Promise<void> {
    this.#owned.dispose();
    // Together: a session that waits for the playground to come up would wait for nothing.
    await Promise.all([this.sessions.dispose(), this.playground.stop()]);
    this.playground.dispose();
    this.#onChange.dispose();
    this.kubeconfig.dispose();
  }

  async #openAndConnect(source: SessionSource): Promise<Session> {
    const isNew = !this.sessions.get(sourceId(source));
    const session = await this.#openOrNote(source);
    if (isNew) void session.connect(); // never rejects; the session says what came of it
    return session;
  }

  async #openOrNote(source: SessionSource): Promise<Session> {
    try {
      const session = await this.sessions.open(source);
      if (isContextItself(source)) this.#setOpenFailure(undefined);
      return session;
    } catch (error) {
      if (isContextItself(source)) this.#setOpenFailure({ context: source.context, error });
      throw error;
    }
  }

  async #open(source: SessionSource, signal: AbortSignal): Promise<Session> {
    const { loadLauncher, breakpoints, settings, clock, random, logger, rememberedNamespaces } = this.#options;
    if (source.kind === 'recording') return this.#openRecording(source);
    const cluster = await this.#openCluster(source, signal);
    // What only an open session needs is read when the first is opened: nothing of it has a part in starting up.
    const [{ Session }, launchReconciler] = await Promise.all([import('./session.ts'), loadLauncher()]);
    return new Session({
      source,
      cluster,
      clock,
      random,
      logger,
      launchReconciler,
      ...(breakpoints && { breakpoints }),
      mostDeltas: () => settings().mostDeltas ?? Infinity,
      recordingBytes: settings().recordingBytes,
      ...(rememberedNamespaces && { rememberedNamespaces: () => rememberedNamespaces(placeOf({ id: sourceId(source), source, cluster })) }),
      informerSettings: () => settings().informer,
      ...(source.kind === 'playground' && { introspection: () => this.playground.introspection(), ...this.#stageOnPlayground() }),
    });
  }

  async #openCluster(source: Exclude<SessionSource, RecordingSource>, signal: AbortSignal): Promise<SessionCluster> {
    const { openCluster } = this.#options;
    const cluster =
      source.kind === 'playground'
        ? await openCluster(await this.playground.kubeconfig(), undefined, source.as)
        : await openCluster(await this.kubeconfig.upToDate(), source.context || undefined, source.as);
    if (source.as) await mayImpersonate(cluster, signal);
    return cluster;
  }

  /** What scenarios are played with is loaded when the first one is. */
  #stageOnPlayground(): Pick<SessionOptions, 'scenarioStage'> {
    const { openClient, clock, random, logger } = this.#options;
    if (!openClient) return {};
    const open: OpenClient = async (options) => openClient(await this.playground.kubeconfig(), options);
    return {
      scenarioStage: async (session) => {
        const { LiveStage } = await import('./scenarios/live/liveStage.ts');
        return new LiveStage({ session, openClient: open, clock, random, logger });
      },
    };
  }

  async #closePlayground(): Promise<void> {
    // Its own also while it is still being opened.
    await Promise.all([playgroundId, ...this.playgroundSessions.map(({ id }) => id)].map((id) => this.#close(id)));
  }

  async #openRecording(source: RecordingSource): Promise<Session> {
    const opened = this.#recordings.get(sourceId(source));
    if (!opened) throw new CodedError('noRecording', `the recording ${source.title} is not open`, { title: source.title });
    const { loadLauncher, breakpoints, settings, clock, random, logger } = this.#options;
    const [{ openRecordingSession }, launchReconciler] = await Promise.all([import('./recordings/openRecordingSession.ts'), loadLauncher()]);
    return openRecordingSession(opened, {
      ...(breakpoints && { breakpoints }),
      source,
      clock,
      random,
      logger,
      launchReconciler,
      mostDeltas: () => settings().mostDeltas ?? Infinity,
      recordingBytes: settings().recordingBytes,
      hash: this.#hash,
    });
  }

  async #close(id: string): Promise<void> {
    try {
      await this.sessions.close(id);
    } catch (error) {
      this.#options.logger.error('inspector', `${id} did not end cleanly: ${messageOf(error)}`, error);
    }
  }

  #setOpenFailure(failure: OpenFailure | undefined): void {
    if (failure === this.#openFailure) return;
    this.#openFailure = failure;
    this.#onChange.fire();
  }
}

/** What keeps it from being opened, the view tells; of an account, whoever asked for it. */
function isContextItself(source: SessionSource): source is ContextSource {
  return source.kind === 'context' && !source.as;
}
