import type { Clock } from '../base/clock.ts';
import { isRecord } from '../kube/object.ts';
import { CredentialError } from './credentialError.ts';
import { type PluginOptions, runPlugin } from './execPlugin.ts';
import type { ExecConfig } from './kubeconfigEntries.ts';

/** What a plugin gave. Compared by identity: the server's 401 counts against the credential that was sent. */
export interface ExecCredential {
  readonly token: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
}

export interface ExecCredentialsOptions extends PluginOptions {
  readonly clock: Clock;
}

/**
 * Credentials from a plugin (client-go `exec.go`). Ours rather than client-node's because that one runs
 * the plugin once for each request in flight, hides what it says, never runs it again after a 401, and
 * fails with a TypeError on output that it did not expect (K6 to K9).
 *
 * One run serves all who wait; it is ended when none of them waits any more.
 */
export class ExecCredentials {
  readonly #options: ExecCredentialsOptions;
  #current: ExecCredential | undefined;
  #run: PluginRun | undefined;

  constructor(options: ExecCredentialsOptions) {
    this.#options = options;
  }

  /** @throws CredentialError; the signal's reason when it aborts first */
  async get(signal: AbortSignal): Promise<ExecCredential> {
    signal.throwIfAborted();
    const current = this.#current;
    if (current && (current.expiresAt === undefined || current.expiresAt > this.#options.clock.wallTime())) return current;
    return this.#await(signal);
  }

  /** The server did not take `credential`: the next request asks the plugin again (K8). */
  reject(credential: ExecCredential): void {
    if (this.#current === credential) this.#current = undefined;
  }

  async #await(signal: AbortSignal): Promise<ExecCredential> {
    const run = (this.#run ??= this.#start());
    run.waiting++;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([run.result, aborted]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      if (--run.waiting === 0) run.abort.abort();
    }
  }

  #start(): PluginRun {
    const abort = new AbortController();
    const result = this.#ask(abort.signal).then((credential) => (this.#current = credential));
    const run = { result, abort, waiting: 0 };
    const forget = (): void => {
      if (this.#run === run) this.#run = undefined;
    };
    result.then(forget, forget);
    abort.signal.addEventListener('abort', forget, { once: true });
    return run;
  }

  async #ask(signal: AbortSignal): Promise<ExecCredential> {
    const { user, exec } = this.#options;
    return parseExecCredential(await runPlugin(this.#options, signal), user, exec);
  }
}

interface PluginRun {
  readonly result: Promise<ExecCredential>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * Reads a plugin's standard output.
 * @throws CredentialError `execInvalid`, which never repeats what was printed
 */
export function parseExecCredential(output: string, user: string, exec: ExecConfig): ExecCredential {
  const invalid = (what: string): CredentialError =>
    new CredentialError('execInvalid', `The credential plugin ${exec.command} of the user "${user}" ${what}.`, { user, command: exec.command });
  let answer: unknown;
  try {
    answer = JSON.parse(output);
  } catch {
    // The parser's own message would quote the output.
    throw invalid('printed something that is not one JSON object; standard output must hold an ExecCredential alone');
  }
  if (!isRecord(answer) || answer['kind'] !== 'ExecCredential') throw invalid('did not print an ExecCredential');
  if (answer['apiVersion'] !== exec.apiVersion) {
    throw invalid(`answered in ${String(answer['apiVersion'])}, but the kubeconfig says ${exec.apiVersion}; make both the same`);
  }
  const status = answer['status'];
  if (!isRecord(status)) throw invalid('printed an ExecCredential without status');
  const token = text(status['token']);
  const certificate = text(status['clientCertificateData']);
  const key = text(status['clientKeyData']);
  if ((certificate === undefined) !== (key === undefined)) {
    throw invalid(certificate === undefined ? 'gave a key without its certificate' : 'gave a certificate without its key');
  }
  if (token === undefined && certificate === undefined) throw invalid('gave neither a token nor a certificate');
  const expiration = text(status['expirationTimestamp']);
  const expiresAt = expiration === undefined ? undefined : Date.parse(expiration);
  if (expiresAt !== undefined && Number.isNaN(expiresAt)) throw invalid('gave an expirationTimestamp that is not a time');
  return { token, certificate, key, expiresAt };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
