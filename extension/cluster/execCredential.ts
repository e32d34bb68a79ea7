import { untilAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import { type Saying, say } from '../base/saying.ts';
import type { CredentialActivity } from './credentialActivity.ts';
import { CredentialError, type CredentialErrorCode } from './credentialError.ts';
import { type PluginOptions, runPlugin } from './execPlugin.ts';
import { PluginPace } from './pluginPace.ts';
import { type ExecCredential, readExecCredential } from './readExecCredential.ts';

/** A plugin that waits for somebody ends by itself: device codes hold for a quarter of an hour. What is still there after this hangs. */
const patienceMs = 20 * 60_000;

export interface ExecCredentialsOptions extends PluginOptions {
  readonly clock: Clock;
  readonly activity: CredentialActivity;
  /** Looks whether a request can be made with it. @throws CredentialError */
  readonly check: (credential: ExecCredential) => Promise<void>;
}

/**
 * Credentials from a plugin (client-go `exec.go`). Ours rather than client-node's because that one runs
 * the plugin once for each request in flight, hides what it says, never runs it again after a 401, and
 * fails with a TypeError on output that it did not expect (K6 to K9).
 *
 * One run serves all who wait; it is ended when none of them waits any more. As in client-go the request that got a 401 fails with it
 * (`roundTripper.RoundTrip`), and the next one has a new credential; client-go runs the plugin at the 401, this one when that request comes.
 */
export class ExecCredentials {
  readonly #options: ExecCredentialsOptions;
  readonly #pace: PluginPace;
  #current: Held | undefined;
  /** Of the last run, where it brought nothing. */
  #failure: unknown;
  #cancelled: CredentialError | undefined;
  #run: PluginRun | undefined;

  constructor(options: ExecCredentialsOptions) {
    this.#options = options;
    this.#pace = new PluginPace(options.clock);
  }

  /** @throws CredentialError; the signal's reason when it aborts first */
  async get(signal: AbortSignal): Promise<ExecCredential> {
    signal.throwIfAborted();
    if (this.#cancelled) throw this.#cancelled;
    if (this.#run) return this.#await(this.#run, signal);
    const current = this.#current;
    if (current && this.#isGood(current)) return current.credential;
    if (!this.#pace.isDue) {
      // It would bring the same again: what it brought last is tried, or told, meanwhile.
      if (current) return current.credential;
      if (this.#failure !== undefined) throw this.#failure;
    }
    return this.#await((this.#run = this.#start()), signal);
  }

  /** The server did not take `credential`: the next request asks the plugin again (K8). */
  reject(credential: ExecCredential): void {
    const current = this.#current;
    if (current?.credential !== credential || current.refused) return;
    current.refused = true;
    if (!this.#hasExpired(credential)) this.#pace.disappointed();
  }

  #isGood({ credential, refused }: Held): boolean {
    return !refused && !this.#hasExpired(credential);
  }

  #hasExpired({ expiresAt }: ExecCredential): boolean {
    return expiresAt !== undefined && expiresAt <= this.#options.clock.wallTime();
  }

  async #await(run: PluginRun, signal: AbortSignal): Promise<ExecCredential> {
    run.waiting++;
    try {
      return await untilAborted(run.result, signal);
    } finally {
      if (--run.waiting === 0) run.abort.abort();
    }
  }

  #start(): PluginRun {
    const abort = new AbortController();
    const run = { result: this.#ask(abort), abort, waiting: 0 };
    const forget = (): void => {
      if (this.#run === run) this.#run = undefined;
    };
    run.result.then(forget, forget);
    abort.signal.addEventListener('abort', forget, { once: true });
    return run;
  }

  async #ask(abort: AbortController): Promise<ExecCredential> {
    const { user, exec, activity, clock, check } = this.#options;
    const report = activity.begin(user, exec.command, () => {
      this.#cancelled = this.#error('execCancelled', say`was cancelled, so that there are no credentials. Reconnect to run it again`);
      abort.abort(this.#cancelled);
    });
    const patience = clock.setTimer(patienceMs, () => abort.abort(this.#error('execTimeout', say`had not ended after ${patienceMs / 60_000} minutes, and was ended. See what it waits for in a terminal, then reconnect`)));
    try {
      const credential = await readExecCredential(await runPlugin(this.#options, report, abort.signal), user, exec);
      await check(credential);
      this.#pace.ended();
      if (this.#hasExpired(credential)) this.#pace.disappointed();
      this.#current = { credential, refused: false };
      this.#failure = undefined;
      return credential;
    } catch (error) {
      // Nobody waited for it any more: it has not failed.
      if (!abort.signal.aborted || CredentialError.is(error)) this.#failed(error);
      throw error;
    } finally {
      patience.dispose();
      report.end();
    }
  }

  #failed(error: unknown): void {
    this.#pace.ended();
    this.#pace.disappointed();
    this.#current = undefined;
    this.#failure = error;
  }

  #error(code: CredentialErrorCode, what: Saying): CredentialError {
    const { user, exec } = this.#options;
    return new CredentialError(code, say`The credential plugin ${exec.command} of the user "${user}" ${what}.`, { user, command: exec.command });
  }
}

interface Held {
  readonly credential: ExecCredential;
  refused: boolean;
}

interface PluginRun {
  readonly result: Promise<ExecCredential>;
  readonly abort: AbortController;
  waiting: number;
}
