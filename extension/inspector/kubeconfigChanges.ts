import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import { contextFingerprint, filesOfContext } from './contextFingerprint.ts';
import { FileWatch, type WatchableFiles } from './fileWatch.ts';
import type { KubeconfigState, KubeconfigStore } from './kubeconfigStore.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import { watchSessions } from './watchSessions.ts';

export interface KubeconfigChangesOptions {
  readonly kubeconfig: KubeconfigStore;
  readonly sessions: Sessions;
  /** The files that count now, whether they are there or not. */
  readonly paths: () => readonly string[];
  readonly files: WatchableFiles;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What is known of a session that is connected by a kubeconfig. */
interface Connected {
  /** What it is connected with. */
  readonly fingerprint: Promise<string>;
  /** What was found in its place when it was last told of. */
  told: string | undefined;
}

/**
 * Reads the kubeconfig again when its files change, those too that come into being, and finds out which sessions are connected with what is not in them any
 * more. It begins when the kubeconfig has been read for the first time: before that nobody has looked.
 */
export class KubeconfigChanges {
  readonly #options: KubeconfigChangesOptions;
  readonly #owned = new DisposableStore();
  readonly #onOutdated = this.#owned.add(new Emitter<readonly Session[]>());
  readonly #connected = new Map<Session, Connected>();
  readonly #watch: FileWatch;
  #seen: KubeconfigState | undefined;

  constructor(options: KubeconfigChangesOptions) {
    this.#options = options;
    const { kubeconfig, sessions, files, clock } = options;
    this.#watch = this.#owned.add(new FileWatch({ files, clock, onChange: () => void this.#read() }));
    this.#owned.add(
      kubeconfig.onChange(() => {
        if (kubeconfig.state === this.#seen) return; // another context of it is meant
        this.#seen = kubeconfig.state;
        this.#rewatch();
        void this.#compare(); // also where another file was chosen: a context of the same name may lead elsewhere
      }),
    );
    this.#owned.add(watchSessions(sessions, (session) => this.#connect(session)));
    this.#rewatch();
  }

  /** Sessions that are connected with something else than what the kubeconfig says now; each is told of once for each change. */
  get onOutdated(): Event<readonly Session[]> {
    return this.#onOutdated.event;
  }

  dispose(): void {
    this.#owned.dispose();
    this.#connected.clear();
  }

  #connect(session: Session): { dispose(): void } {
    const { kubeconfig, files } = this.#options;
    const { source } = session;
    if (source.kind !== 'context' || kubeconfig.state.kind !== 'read') return { dispose: () => undefined };
    this.#connected.set(session, { fingerprint: contextFingerprint(kubeconfig.state.kubeconfig, source.context, files.digest), told: undefined });
    this.#rewatch();
    return { dispose: () => void this.#connected.delete(session) };
  }

  #rewatch(): void {
    const { kubeconfig, paths } = this.#options;
    const { state } = kubeconfig;
    if (state.kind === 'unread') return;
    // While a kubeconfig cannot be read what it named before is of no use: it is compared when it can be again.
    const named = state.kind === 'read' ? [...this.#connected.keys()].flatMap(({ source }) => (source.kind === 'context' ? filesOfContext(state.kubeconfig, source.context) : [])) : [];
    void this.#watch.watch([...paths(), ...named]);
  }

  async #read(): Promise<void> {
    const { kubeconfig, logger } = this.#options;
    try {
      await kubeconfig.read(); // which has it compared
    } catch (error) {
      logger.warn('kubeconfig', messageOf(error)); // the view tells, and the file at its line
    }
  }

  async #compare(): Promise<void> {
    const { kubeconfig, files } = this.#options;
    const { state } = kubeconfig;
    if (state.kind !== 'read') return;
    const outdated = await Promise.all(
      [...this.#connected].map(async ([session, connected]) => {
        if (session.source.kind !== 'context') return [];
        const [now, before] = await Promise.all([contextFingerprint(state.kubeconfig, session.source.context, files.digest), connected.fingerprint]);
        // Read once more meanwhile: that is compared by itself.
        if (kubeconfig.state !== state || this.#connected.get(session) !== connected) return [];
        const isNews = now !== before && now !== connected.told;
        connected.told = now === before ? undefined : now;
        return isNews ? [session] : [];
      }),
    );
    const told = outdated.flat();
    if (told.length > 0) this.#onOutdated.fire(told);
  }
}
