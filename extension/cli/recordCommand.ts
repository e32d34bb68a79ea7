import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { systemRandom } from '../base/random.ts';
import { Cluster } from '../cluster/cluster.ts';
import { createKeyedHash } from '../cluster/keyedHash.ts';
import { type Kubeconfig, kubeconfigPaths, type KubeconfigPlace, loadKubeconfig } from '../cluster/kubeconfig.ts';
import { kubeconfigFiles } from '../cluster/kubeconfigFiles.ts';
import { KubeconfigError } from '../cluster/kubeconfigError.ts';
import type { InformerScope } from '../informer/sharedInformer.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import { type RecordingHeader, schemaFile, type SummaryLine } from '../trace/recording.ts';
import { FailOnWatch } from './failOn.ts';
import { LineSink } from './lineSink.ts';
import { orInterrupted } from './orInterrupted.ts';
import { parseRecordArguments, type RecordOptions, recordUsage } from './recordArguments.ts';
import { type ExitStatus, RecordEnd } from './recordEnd.ts';
import { Recorder } from './recorder.ts';
import { RecordFailures } from './recordFailures.ts';
import { plainLine } from './plainLine.ts';
import { rewoundSentence } from './recordSentences.ts';
import { openRecordingFile } from './recordingFile.ts';
import { recordPreflight } from './recordPreflight.ts';
import { recordTarget } from './recordTarget.ts';
import { UsageError } from './usageError.ts';

export interface CommandHost {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Where the person stands. */
  readonly cwd: string;
  readonly stdout: Writable;
  /** Shows a sentence to the person. */
  readonly say: (sentence: string) => void;
  /** Aborts when the person, or the system, wants it to end. */
  readonly interrupted: AbortSignal;
  /** Standard input is a terminal. */
  readonly interactive: boolean;
  readonly clock: Clock;
}

/** Runs the recorder. Never throws for what a person can mend: that is a sentence and a status. */
export async function recordCommand(host: CommandHost): Promise<ExitStatus> {
  // Sentences quote servers, plugins and files; none of them writes to the terminal by itself.
  const say = (sentence: string): void => host.say(plainLine(sentence));
  try {
    const options = parseRecordArguments(host.args);
    if (options) return await new RecordCommand({ ...host, say }, options).run();
    host.say(recordUsage);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError || KubeconfigError.is(error))) throw error;
    say(error.message);
    return 2;
  }
}

const seeWhoWrites = 'Where it is a pipe, see who writes to it.';

class RecordCommand {
  readonly #host: CommandHost;
  readonly #options: RecordOptions;
  readonly #logger: Logger;
  readonly #end = new RecordEnd();
  readonly #failOn: FailOnWatch;
  #sink: LineSink | undefined;
  /** Its reader has gone. */
  #isLeft = false;
  #cluster: Cluster | undefined;
  #timeout: Disposable | undefined;
  #recorder: Recorder | undefined;
  #failures: RecordFailures | undefined;

  constructor(host: CommandHost, options: RecordOptions) {
    this.#host = host;
    this.#options = options;
    this.#failOn = new FailOnWatch(options.failOn);
    this.#logger = {
      trace: () => undefined,
      info: () => undefined,
      warn: (_tag, message) => host.say(message),
      error: (_tag, message, error) => host.say(error === undefined ? message : `${message}: ${messageOf(error)}`),
    };
  }

  /** @throws UsageError, KubeconfigError before anything has been written */
  async run(): Promise<ExitStatus> {
    const { interrupted, clock } = this.#host;
    const { signal } = this.#end;
    interrupted.addEventListener('abort', this.#end.interrupt, { once: true });
    if (interrupted.aborted) this.#end.interrupt();
    this.#startTimeout();
    try {
      const opened = await orInterrupted((patience) => this.#open(patience), signal, clock);
      if (!opened) return this.#unread();
      const { kubeconfig, cluster } = opened;
      this.#cluster = cluster;
      const sink = await this.#openSink(kubeconfig);
      this.#sink = sink;
      void sink.failed.then((error) => this.#onSinkFailed(error));
      const status = await this.#record(cluster, sink);
      await sink.close(this.#options.out !== undefined);
      if (sink.curtailed > 0) {
        this.#host.say(`${sink.curtailed} of the lines could not be written whole, being nested too deep or too long. In place of what is missing they say so.`);
      }
      return status;
    } finally {
      this.#timeout?.dispose();
      interrupted.removeEventListener('abort', this.#end.interrupt);
      await this.#cluster?.close();
    }
  }

  /** It ended before it had begun: nothing is written. */
  #unread(): ExitStatus {
    const { verdict } = this.#end;
    this.#host.say(verdict?.sentence ?? `The kubeconfig was still being read when the recorder was interrupted. ${seeWhoWrites}`);
    return verdict?.status ?? 1;
  }

  /** Header, trace and summary are written whatever comes of it. */
  async #record(cluster: Cluster, sink: LineSink): Promise<ExitStatus> {
    const { resource, namespace, cache } = this.#options;
    const { clock, say } = this.#host;
    sink.write(this.#header(cluster));
    const target = await recordTarget({ cluster, resource, namespace, end: this.#end, clock, say });
    const met = target !== undefined && !this.#end.signal.aborted && (await this.#run(cluster, target, sink));
    this.#timeout?.dispose();
    if (cache) await this.#recorder?.writeCache();
    const summary = this.#recorder?.summary() ?? { kind: 'summary', synced: false, objects: 0, resourceVersion: '' };
    sink.write(summary);
    const status = this.#status(met, summary);
    const failed = this.#failOn.sentence;
    if (failed === undefined) return status;
    this.#host.say(failed);
    return 3;
  }

  async #run(cluster: Cluster, target: GroupVersionResource, sink: LineSink): Promise<boolean> {
    const { resource, namespace, settings, stop, input } = this.#options;
    const { clock, say } = this.#host;
    const { signal } = this.#end;
    const scope = this.#scope;
    if (this.#options.preflight) await recordPreflight({ cluster, resource: target, scope, clock, signal }, say);
    if (signal.aborted) return false;
    const failures = new RecordFailures({ cluster, target, resource, namespace, stop, end: this.#end, say });
    this.#failures = failures;
    const recorder = new Recorder({
      listerWatcher: cluster.listerWatcher(target, scope),
      resource: target,
      scope,
      settings,
      stop,
      input,
      write: (line) => sink.write(line),
      room: () => sink.room,
      clock,
      random: systemRandom,
      logger: this.#logger,
      onFailure: (verb, error) => void failures.failed(verb, error, recorder.synced),
      onSuccess: (verb) => failures.succeeded(verb),
      onEngineFailure: (entry) => failures.engineFailed(entry),
      onEntry: (entry) => this.#failOn.note(entry),
      lints: this.#options.failOn.some(({ kind }) => kind === 'lint'),
      onRewound: (from, to) => say(rewoundSentence(cluster.server, from, to)),
    });
    this.#recorder = recorder;
    // It counts its own time from here.
    if (stop.kind === 'for') this.#timeout?.dispose();
    return recorder.run(signal);
  }

  #status(met: boolean, { synced }: SummaryLine): ExitStatus {
    const { say } = this.#host;
    const { verdict, signal } = this.#end;
    if (verdict) {
      say(verdict.sentence);
      return verdict.status;
    }
    const ended = met || (this.#options.stop.kind === 'interrupted' && signal.aborted);
    if (this.#isLeft) return ended && synced ? 0 : 1;
    if (!synced) say(`The informer was not synced when the recording ended. ${this.#why()}`.trimEnd());
    else if (!ended) say('The recording was interrupted before its condition was met.');
    return ended && synced ? 0 : 1;
  }

  /** Bounds the wait for the condition; a recording of a given length must begin within that. */
  #startTimeout(): void {
    const { stop, timeoutMs } = this.#options;
    if (stop.kind === 'interrupted') return;
    const ms = stop.kind === 'for' ? stop.ms : timeoutMs;
    const flag = stop.kind === 'for' ? '--for' : '--timeout';
    const sentence = (): string => {
      const what = stop.kind === 'for' ? 'The recording could not begin' : this.#recorder?.synced ? 'The events did not come' : 'The informer was not synced';
      return `${what} within ${ms / 1000} s. ${this.#why() || `Allow for more with ${flag}.`}`;
    };
    this.#timeout = this.#host.clock.setTimer(ms, () => this.#end.giveUp(1, sentence()));
  }

  /** What stood in the way, as far as it is known; empty when nothing is. */
  #why(): string {
    if (!this.#cluster) return `The kubeconfig was still being read. ${seeWhoWrites}`;
    if (this.#sink?.room) return 'Nobody read the recording, and the informer waited for that. Read it, or name a file with --out.';
    const last = this.#failures?.last;
    if (last !== undefined) return `The last failure: ${last}`;
    const cuts = this.#recorder?.cuts ?? 0;
    if (cuts > 0) return `Its initial events were cut off before their end ${cuts === 1 ? 'once' : `${cuts} times in a row`}. See what stands between, a proxy or a load balancer.`;
    return this.#recorder?.isListing ? 'The list had not arrived in full. Allow for more with --timeout.' : '';
  }

  #onSinkFailed(error: NodeJS.ErrnoException): void {
    // Whoever read it has seen enough: that ends a recording like an interruption, but without a word.
    if (error.code === 'EPIPE') {
      this.#isLeft = true;
      this.#end.interrupt();
    } else {
      this.#end.giveUp(1, `The recording cannot be written: ${error.message}. Free some space, or choose another place.`);
    }
  }

  get #place(): KubeconfigPlace {
    const { env, home, cwd } = this.#host;
    const { kubeconfig } = this.#options;
    return { env, home, cwd, ...(kubeconfig !== undefined && { path: kubeconfig }) };
  }

  get #scope(): InformerScope {
    const { namespace, labelSelector, fieldSelector, metadataOnly } = this.#options;
    return {
      ...(namespace !== undefined && { namespace }),
      ...(labelSelector !== undefined && { labelSelector }),
      ...(fieldSelector !== undefined && { fieldSelector }),
      ...(metadataOnly && { metadataOnly }),
    };
  }

  /** @throws KubeconfigError; the signal's reason */
  async #open(signal: AbortSignal): Promise<{ readonly kubeconfig: Kubeconfig; readonly cluster: Cluster }> {
    const kubeconfig = await loadKubeconfig(this.#place, signal);
    return { kubeconfig, cluster: await this.#openCluster(kubeconfig) };
  }

  #openCluster(kubeconfig: Kubeconfig): Promise<Cluster> {
    const { clock, interactive, env, say } = this.#host;
    const { context, rateLimit } = this.#options;
    return Cluster.open(kubeconfig, {
      ...(context !== undefined && { context }),
      ...(rateLimit && { rateLimit }),
      // Whoever types a command trusts the kubeconfig that it names, as with kubectl.
      allowExec: true,
      keyedHash: createKeyedHash(),
      clock,
      logger: this.#logger,
      interactive,
      env,
      onCredentialMessage: say,
    });
  }

  /** @throws UsageError */
  async #openSink(kubeconfig: Kubeconfig): Promise<LineSink> {
    const { out } = this.#options;
    const { cwd, stdout, clock } = this.#host;
    if (out === undefined) return new LineSink(stdout, clock);
    // Also those of KUBECONFIG that are not there: kubectl would take the recording for one of them.
    const kept = [...kubeconfigPaths(this.#place), ...kubeconfigFiles(kubeconfig)];
    return new LineSink(await openRecordingFile(resolve(cwd, out), kept), clock);
  }

  #header(cluster: Cluster): RecordingHeader {
    const { resource, settings, rateLimit } = this.#options;
    return {
      informerTrace: 1,
      schema: schemaFile,
      recordedAt: new Date(this.#host.clock.wallTime()).toISOString(),
      context: cluster.context,
      server: cluster.server,
      resource,
      ...this.#scope,
      ...(rateLimit && { rateLimit }),
      clientGo: settings.clientGo,
      queue: settings.queue,
      ...(settings.resyncPeriodMs !== undefined && { resyncPeriodMs: settings.resyncPeriodMs }),
      ...(settings.featureGates && { featureGates: settings.featureGates }),
      ...(settings.checksStreamedLists && { checksStreamedLists: true }),
    };
  }
}
