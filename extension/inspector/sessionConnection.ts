import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { ApiError, ConnectionError, isCertificateFault } from '../kube/status.ts';
import { isImpersonationRefused } from './mayImpersonate.ts';

/** Whether the server answers at all. Informers have states of their own; this is for a session that has none yet. */
export type Connection =
  | { readonly phase: 'connecting' }
  /** Without a version: the server answers, and does not tell it to whoever asks. */
  | { readonly phase: 'connected'; readonly version?: string }
  | {
      readonly phase: 'failed';
      readonly error: unknown;
      /** Absent where asking again cannot help: somebody has to change something first. */
      readonly retry?: {
        /** Which attempt comes next. */
        readonly attempt: number;
        /** Session time in milliseconds at which it comes. */
        readonly due: number;
      };
    };

export interface SessionConnectionOptions {
  readonly version: (signal: AbortSignal) => Promise<{ readonly gitVersion: string }>;
  readonly clock: Clock;
  /** Session time. */
  readonly now: () => number;
  /** Aborts when the session ends. */
  readonly signal: AbortSignal;
}

/** The wait before the second attempt doubles with each one, up to the last. */
const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/** Asks the server for its version until it answers. A failure stands until then, so that whoever shows it need not flicker. */
export class SessionConnection implements Disposable {
  readonly #options: SessionConnectionOptions;
  readonly #onChange = new Emitter<void>();
  #state: Connection = { phase: 'connecting' };
  #asking: Promise<void> | undefined;
  #retry: Disposable | undefined;
  #attempts = 0;

  constructor(options: SessionConnectionOptions) {
    this.#options = options;
  }

  readonly onChange: Event<void> = this.#onChange.event;

  get state(): Connection {
    return this.#state;
  }

  /** Asks now; resolves with what came of it, and never rejects. What is being asked already is not asked twice. */
  async connect(): Promise<Connection> {
    this.#retry?.dispose();
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    await this.#asking;
    return this.#state;
  }

  dispose(): void {
    this.#retry?.dispose();
    this.#onChange.dispose();
  }

  async #ask(): Promise<void> {
    const { version, signal } = this.#options;
    this.#attempts++;
    try {
      const { gitVersion } = await version(signal);
      this.#connected(gitVersion);
    } catch (error) {
      if (signal.aborted) return;
      if (isSecret(error)) this.#connected();
      else this.#failed(error);
    }
  }

  #connected(version?: string): void {
    this.#attempts = 0;
    this.#set({ phase: 'connected', ...(version !== undefined && { version }) });
  }

  #failed(error: unknown): void {
    if (!passesByItself(error)) return this.#set({ phase: 'failed', error });
    const { clock, now } = this.#options;
    const wait = Math.min(firstWaitMs * 2 ** (this.#attempts - 1), longestWaitMs);
    this.#retry = clock.setTimer(wait, () => void this.connect());
    this.#set({ phase: 'failed', error, retry: { attempt: this.#attempts + 1, due: now() + wait } });
  }

  #set(state: Connection): void {
    if (this.#options.signal.aborted) return;
    this.#state = state;
    this.#onChange.fire();
  }
}

/** The version is: a Kubernetes API has recognised who asks, and let them through that far. What its own 403 is not may come from anything on the way. */
function isSecret(error: unknown): boolean {
  return ApiError.is(error, 403) && error.data.kind === 'Status' && !isImpersonationRefused(error);
}

/** Credentials, certificates and addresses are not mended by patience. */
function passesByItself(error: unknown): boolean {
  if (ConnectionError.is(error)) return !isCertificateFault(error.code) && error.code !== 'decode';
  return ApiError.is(error) && (error.status === 429 || error.status >= 500);
}
