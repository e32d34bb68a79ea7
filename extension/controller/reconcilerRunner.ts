import { orAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import { CodedError, messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { namespacedKey, splitMetaNamespaceKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import { formatResource } from '../kube/resource.ts';
import type { Seq } from '../trace/entry.ts';
import type { Gate, GateSubject } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { type Reconciler, type ReconcileResult, type ResourceName, TerminalError } from './api.ts';
import { KeyLocks } from './keyLocks.ts';
import { outcomeOf, readResult } from './reconcileResult.ts';
import { ReconcileRun } from './reconcileRun.ts';
import { type ReportedWrite, reportWrite, type RunReport } from './runReport.ts';
import { SentWrites } from './sentWrites.ts';
import { TracedCache } from './tracedCache.ts';
import { TracedClient, type Written } from './tracedClient.ts';
import { type CacheProgress, UnseenWrites } from './unseenWrites.ts';
import type { WriteOptions, WriteTransport } from './writeTransport.ts';

export interface ReconcilerRunnerOptions {
  readonly reconciler: Reconciler;
  /** The controller's. */
  readonly name: string;
  /** Those that the controller watches, by resource. */
  readonly informers: ReadonlyMap<string, SharedInformer>;
  readonly client: WriteTransport;
  readonly writes: WriteOptions;
  readonly clock: Clock;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly logger: Logger;
  /** What is known of the object that a key names, for whoever looks at a step that is held. */
  readonly subjectOf?: (key: string) => GateSubject;
  /** Told of each write of a run that is over. */
  readonly onWritten?: ((key: string, written: Written) => void) | undefined;
}

/** How a run ended, in which entry, and after how many milliseconds. */
export type RunOutcome =
  | { readonly type: 'ended'; readonly result: ReconcileResult; readonly seq: Seq; readonly ms: number }
  | { readonly type: 'failed'; readonly error: unknown; readonly seq: Seq; readonly ms: number };

interface RunRequest {
  readonly key: string;
  readonly cause: readonly Seq[];
  readonly worker: number;
  /** Failures of the key that have been counted. */
  readonly attempts?: number;
  readonly signal: AbortSignal;
  readonly onWritten?: (written: Written) => void;
}

/** Calls a reconciler, for one key at a time, with what it may read and write; records how it went. */
export class ReconcilerRunner {
  readonly #options: ReconcilerRunnerOptions;
  readonly #unseen = new UnseenWrites();
  readonly #locks = new KeyLocks();
  /** By key, while the reconciler works on it. */
  readonly #runs = new Map<string, ReconcileRun>();
  readonly #sent: SentWrites;

  constructor(options: ReconcilerRunnerOptions) {
    this.#options = options;
    this.#sent = new SentWrites(options.client, options.clock);
  }

  /** Lets it install what it needs. False when it was stopped before it had. @throws CodedError `setup` */
  async setUp(signal: AbortSignal): Promise<boolean> {
    const { reconciler, name, clock, logger } = this.#options;
    if (signal.aborted) return false;
    const run = this.#newRun({ key: '', cause: [], signal });
    const started = clock.now();
    run.record('reconcile.setup', {});
    try {
      const context = { client: this.#clientOf(run), signal, log: (message: string) => logger.info(name, `setup: ${message}`) };
      await orAborted(attempt(() => reconciler.setup?.(context)), signal);
      if (signal.aborted) return false;
      run.record('reconcile.end', { ms: clock.now() - started, result: 'done' });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      run.record('reconcile.error', { ms: clock.now() - started, message: messageOf(error) });
      throw new CodedError('setup', `${name} could not set up what it needs: ${messageOf(error)}`, undefined, { cause: error });
    } finally {
      if (signal.aborted) await this.#sent.settled();
    }
  }

  /** Alone on its key. Undefined when it was stopped before it had ended: what comes of it later is dropped. */
  async run(request: RunRequest): Promise<RunOutcome | undefined> {
    await this.#locks.lock(request.key);
    try {
      return request.signal.aborted ? undefined : await this.#reconcile(request);
    } finally {
      this.#locks.unlock(request.key);
    }
  }

  /** @see Controller.runAgain */
  async runAgain(key: string, wasSettled: boolean, worker: number, signal: AbortSignal): Promise<RunReport> {
    const { name, probe } = this.#options;
    const seq = probe.record({ kind: 'reconcile.again', controller: name, key });
    const writes: ReportedWrite[] = [];
    const onWritten = (written: Written): void => void writes.push(reportWrite(written));
    const outcome = await this.run({ key, cause: [seq], worker, signal, onWritten });
    const report = { key, seq, wasSettled, writes };
    if (!outcome) return { ...report, outcome: 'stopped' };
    return outcome.type === 'failed' ? { ...report, outcome: 'failed', message: messageOf(outcome.error) } : { ...report, outcome: outcomeOf(outcome.result) };
  }

  reportMutation({ key, path, at }: { readonly key: string; readonly path: string; readonly at: string }): void {
    const { name, probe, logger } = this.#options;
    const run = this.#runs.get(key);
    if (run) run.record('reconcile.mutation', { path, at });
    else probe.record({ kind: 'reconcile.mutation', controller: name, key, path, at });
    logger.warn(name, `${key}: it tried to change ${path || 'an object'} of the cache${at ? ` at ${at}` : ''}. Objects of the cache are shared by all who read them: change a copy.`);
  }

  async #reconcile({ key, cause, worker, attempts, signal, onWritten }: RunRequest): Promise<RunOutcome | undefined> {
    const { reconciler, name, clock, logger } = this.#options;
    const { subjectOf } = this.#options;
    const subject = (): GateSubject => ({ ...subjectOf?.(key), ...(attempts !== undefined && { attempts }) });
    const run = this.#newRun({ key, cause, signal, subject });
    this.#runs.set(key, run);
    let started = clock.now();
    try {
      const decision = await run.enter('reconcile.start');
      started = clock.now();
      if (decision?.type === 'fail') run.blame('fail', 'before it began');
      run.record('reconcile.start', { worker });
      if (decision?.type === 'fail') throw new Error('This run was made to fail before it began; nobody has asked the reconciler.');
      const context = {
        cache: new TracedCache(run, (resource) => this.#cacheOf(resource), this.#unseen),
        client: this.#clientOf(run, onWritten),
        signal,
        log: (message: string) => logger.info(name, `${key}: ${message}`),
      };
      const request = { key, ...splitMetaNamespaceKey(key), causes: cause };
      const returned = await orAborted(attempt(() => reconciler.reconcile(context, request)), signal);
      if (signal.aborted) return undefined;
      const result = readResult(returned);
      const ms = clock.now() - started;
      return { type: 'ended', result, ms, seq: run.record('reconcile.end', { ms, result: outcomeOf(result) }) };
    } catch (error) {
      if (signal.aborted) return undefined;
      const ms = clock.now() - started;
      const seq = run.record('reconcile.error', { ms, message: messageOf(error) });
      logger.warn(name, `${key}: ${messageOf(error)}`);
      return { type: 'failed', error, ms, seq };
    } finally {
      if (signal.aborted) await this.#sent.settled();
      this.#runs.delete(key);
    }
  }

  #newRun(of: Pick<ConstructorParameters<typeof ReconcileRun>[0], 'key' | 'cause' | 'signal' | 'subject'>): ReconcileRun {
    const { name, gate, probe } = this.#options;
    return new ReconcileRun({ ...of, controller: name, gate, probe });
  }

  #clientOf(run: ReconcileRun, onWritten?: (written: Written) => void): TracedClient {
    const { writes, clock } = this.#options;
    return new TracedClient({
      run,
      transport: this.#sent,
      writes,
      clock,
      cached: ({ resource, namespace, name }) => this.#options.informers.get(formatResource(resource))?.indexer.get(namespacedKey(namespace, name)),
      onWritten: (written) => {
        this.#remember(written);
        onWritten?.(written);
        this.#options.onWritten?.(run.key, written);
      },
    });
  }

  /** What the server has stored, the cache is to get: until then reads miss it. */
  #remember({ request, seq, code, object, decided }: Written): void {
    if (this.#options.writes.dryRun || decided === 'skipped' || code < 200 || code > 299) return;
    const resource = formatResource(request.resource);
    const cache = this.#options.informers.get(resource);
    if (!cache) return;
    const { namespace = request.namespace, name = request.name } = object?.metadata ?? {};
    const isGone = request.verb === 'delete' && !isGoing(object);
    this.#unseen.add(resource, { seq, key: namespacedKey(namespace, name), object: isGone ? undefined : object }, cache);
  }

  #cacheOf(resource: ResourceName): CacheProgress {
    const informer = this.#options.informers.get(resource);
    if (informer) return informer;
    throw new TerminalError(`${this.#options.name} reads ${resource}, which it does not watch: name it under \`for\`, \`owns\` or \`watches\`.`);
  }
}

/** What is thrown at once fails the promise as well. */
async function attempt<T>(call: () => T | Promise<T>): Promise<T> {
  return call();
}

/** It was asked to go, and is still there: its finalizers, or its grace period, hold it. */
function isGoing(object: KubeObject | undefined): boolean {
  const { deletionTimestamp, finalizers = [], deletionGracePeriodSeconds = 0 } = object?.metadata ?? {};
  return Boolean(deletionTimestamp) && (finalizers.length > 0 || deletionGracePeriodSeconds > 0);
}
