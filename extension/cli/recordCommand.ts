import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { sleep, type Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import { systemRandom } from '../base/random.ts';
import { accessFailure, type AccessFailure } from '../cluster/access.ts';
import { Cluster } from '../cluster/cluster.ts';
import { createKeyedHash } from '../cluster/keyedHash.ts';
import { type Kubeconfig, loadKubeconfig } from '../cluster/kubeconfig.ts';
import { KubeconfigError } from '../cluster/kubeconfigError.ts';
import { ResourceError } from '../cluster/resolveResource.ts';
import { type GroupVersionResource, parseResource } from '../kube/resource.ts';
import { ApiError } from '../kube/status.ts';
import type { RecordingHeader } from '../trace/recording.ts';
import { LineSink } from './lineSink.ts';
import { parseRecordArguments, type RecordOptions, recordUsage } from './recordArguments.ts';
import { Recorder } from './recorder.ts';
import { failureSentence } from './recordSentences.ts';
import { UsageError } from './usageError.ts';

/** The same refusal twice in a row will not become a success by waiting. */
const refusalsToGiveUp = 2;

/** Between two tries to look a resource up on a server that cannot be reached yet. */
const lookUpAgainMs = 1000;

export interface CommandHost {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
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

export type ExitStatus = 0 | 1 | 2;

/** Runs the recorder. 0: condition met and synced; 1: it was not; 2: it could not be tried. */
export async function recordCommand(host: CommandHost): Promise<ExitStatus> {
  try {
    const options = parseRecordArguments(host.args);
    if (!options) {
      host.say(recordUsage);
      return 0;
    }
    return await new RecordCommand(host, options).run();
  } catch (error) {
    if (!(error instanceof UsageError || KubeconfigError.is(error))) throw error;
    host.say(error.message);
    return 2;
  }
}

class RecordCommand {
  readonly #host: CommandHost;
  readonly #options: RecordOptions;
  readonly #logger: Logger;
  /** Ends the recording before its condition is met. */
  readonly #ended = new AbortController();
  #lastSaid = '';
  #refusals = 0;
  #recorder: Recorder | undefined;
  /** Set when trying on would be of no use. */
  #verdict: { readonly status: ExitStatus; readonly sentence: string } | undefined;

  constructor(host: CommandHost, options: RecordOptions) {
    this.#host = host;
    this.#options = options;
    this.#logger = {
      trace: () => undefined,
      info: () => undefined,
      warn: (_tag, message) => host.say(message),
      error: (_tag, message, error) => host.say(error === undefined ? message : `${message}: ${messageOf(error)}`),
    };
  }

  /** @throws UsageError, KubeconfigError before anything has been written */
  async run(): Promise<ExitStatus> {
    const { env, home, cwd, clock, interactive, interrupted, say } = this.#host;
    const kubeconfig = await loadKubeconfig({ env, home, cwd, ...(this.#options.kubeconfig !== undefined && { path: this.#options.kubeconfig }) });
    const cluster = await Cluster.open(kubeconfig, {
      ...(this.#options.context !== undefined && { context: this.#options.context }),
      allowExec: true,
      keyedHash: createKeyedHash(),
      clock,
      logger: this.#logger,
      interactive,
      env,
      onCredentialMessage: say,
    });
    const end = (): void => this.#ended.abort();
    interrupted.addEventListener('abort', end, { once: true });
    if (interrupted.aborted) end();
    try {
      const sink = await this.#openSink(kubeconfig);
      void sink.failed.then((error) => this.#onSinkFailed(error));
      const status = await this.#record(cluster, sink);
      await sink.close(this.#options.out !== undefined);
      return status;
    } finally {
      interrupted.removeEventListener('abort', end);
      await cluster.close();
    }
  }

  async #record(cluster: Cluster, sink: LineSink): Promise<ExitStatus> {
    sink.write(this.#header(cluster));
    const { stop, timeoutMs } = this.#options;
    const bounded = stop.kind === 'synced' || stop.kind === 'events';
    const timeout = bounded ? this.#host.clock.setTimer(timeoutMs, () => this.#giveUp(1, `Not ${stop.kind === 'synced' ? 'synced' : 'enough events'} within ${timeoutMs / 1000} s.`)) : undefined;
    let met = false;
    try {
      const resource = await this.#resource(cluster);
      if (resource) met = await this.#run(cluster, resource, sink);
    } finally {
      timeout?.dispose();
    }
    if (this.#options.cache) this.#recorder?.writeCache();
    const summary = this.#recorder?.summary() ?? { kind: 'summary', synced: false, objects: 0, resourceVersion: '' };
    sink.write(summary);
    if (this.#verdict) {
      this.#host.say(this.#verdict.sentence);
      return this.#verdict.status;
    }
    const ended = met || (stop.kind === 'interrupted' && this.#ended.signal.aborted);
    if (!summary.synced) this.#host.say('The informer was not synced when the recording ended.');
    else if (!ended) this.#host.say('The recording was interrupted before its condition was met.');
    return ended && summary.synced ? 0 : 1;
  }

  #run(cluster: Cluster, resource: GroupVersionResource, sink: LineSink): Promise<boolean> {
    const { namespace, labelSelector, fieldSelector, settings, stop, input } = this.#options;
    const scope = {
      ...(namespace !== undefined && { namespace }),
      ...(labelSelector !== undefined && { labelSelector }),
      ...(fieldSelector !== undefined && { fieldSelector }),
    };
    const { clock } = this.#host;
    this.#recorder = new Recorder({
      listerWatcher: cluster.listerWatcher(resource, scope),
      resource,
      scope,
      settings,
      stop,
      input,
      write: (line) => sink.write(line),
      clock,
      random: systemRandom,
      logger: this.#logger,
      onFailure: (verb, error) => void this.#onFailure(cluster, resource, verb, error),
      onSuccess: (verb) => this.#onSuccess(verb),
    });
    return this.#recorder.run(this.#ended.signal);
  }

  /** Undefined when it cannot be told, or there is none: then the verdict says why, or the recording was ended. */
  async #resource(cluster: Cluster): Promise<GroupVersionResource | undefined> {
    const text = this.#options.resource;
    const exact = parseResource(text);
    if (exact) return exact;
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        const resource = await cluster.resolveResource(text, signal);
        if (!resource.namespaced && this.#options.namespace !== undefined) {
          this.#giveUp(2, notNamespaced(text));
          return undefined;
        }
        return resource;
      } catch (error) {
        if (signal.aborted) return undefined;
        if (ResourceError.is(error)) {
          this.#giveUp(2, error.message);
          return undefined;
        }
        const failure = accessFailure(error, { verb: 'discover' });
        if (!failure.retries) {
          this.#giveUp(1, failureSentence(failure, cluster.server));
          return undefined;
        }
        this.#sayOnce(failureSentence(failure, cluster.server));
        await sleep(this.#host.clock, lookUpAgainMs, signal);
      }
    }
    return undefined;
  }

  #onSuccess(verb: 'list' | 'watch'): void {
    this.#lastSaid = '';
    if (verb === 'list') this.#refusals = 0;
  }

  async #onFailure(cluster: Cluster, resource: GroupVersionResource, verb: 'list' | 'watch', error: unknown): Promise<void> {
    const { namespace } = this.#options;
    const failure = accessFailure(error, { verb, resource, ...(namespace !== undefined && { namespace }) });
    const sentence = failureSentence(failure, cluster.server);
    // A server that refuses a streamed list is asked for a plain one, which decides.
    if (verb === 'watch' && !this.#recorder?.synced) return;
    if (verb === 'list' && !this.#recorder?.synced) {
      if (ApiError.is(error, 400)) return this.#giveUp(2, sentence);
      if (failure.code === 'notFound' && (await this.#isUnknown(cluster))) return;
      this.#countRefusal(failure, sentence);
    }
    this.#sayOnce(sentence);
  }

  #countRefusal(failure: AccessFailure, sentence: string): void {
    this.#refusals = failure.retries ? 0 : this.#refusals + 1;
    const { kind } = this.#options.stop;
    // A recording of a given length, or without end, may be there to see how it heals.
    if (this.#refusals >= refusalsToGiveUp && (kind === 'synced' || kind === 'events')) this.#giveUp(1, sentence);
  }

  /** Asks the server whether it has the resource at all; if not, trying on is of no use. */
  async #isUnknown(cluster: Cluster): Promise<boolean> {
    const text = this.#options.resource;
    try {
      const { namespaced } = await cluster.resolveResource(text, this.#ended.signal);
      if (namespaced || this.#options.namespace === undefined) return false;
      this.#giveUp(2, notNamespaced(text));
      return true;
    } catch (error) {
      if (!ResourceError.is(error)) return false;
      this.#giveUp(2, error.message);
      return true;
    }
  }

  #giveUp(status: ExitStatus, sentence: string): void {
    if (this.#ended.signal.aborted) return;
    this.#verdict = { status, sentence };
    this.#ended.abort();
  }

  #onSinkFailed(error: NodeJS.ErrnoException): void {
    // Whoever read standard output has seen enough: that ends a recording like an interruption.
    if (error.code === 'EPIPE' && this.#options.out === undefined) this.#ended.abort();
    else this.#giveUp(1, `The recording cannot be written: ${error.message}. Free some space, or choose another place.`);
  }

  #sayOnce(sentence: string): void {
    if (sentence === this.#lastSaid) return;
    this.#lastSaid = sentence;
    this.#host.say(`${sentence} Trying again.`);
  }

  /** @throws UsageError */
  async #openSink(kubeconfig: Kubeconfig): Promise<LineSink> {
    const { out } = this.#options;
    const { cwd, stdout, clock } = this.#host;
    if (out === undefined) return new LineSink(stdout, clock);
    const path = resolve(cwd, out);
    for (const file of kubeconfig.paths) {
      if (await isSameFile(path, file)) throw new UsageError(`--out ${path} is the kubeconfig, which is never written. Choose another file.`);
    }
    try {
      return await LineSink.toFile(path, clock);
    } catch (error) {
      throw new UsageError(`--out ${path} cannot be written: ${messageOf(error)}. Choose another file.`, { cause: error });
    }
  }

  #header(cluster: Cluster): RecordingHeader {
    const { resource, namespace, labelSelector, fieldSelector, settings } = this.#options;
    return {
      informerTrace: 1,
      recordedAt: new Date(this.#host.clock.wallTime()).toISOString(),
      context: cluster.context,
      server: cluster.server,
      resource,
      ...(namespace !== undefined && { namespace }),
      ...(labelSelector !== undefined && { labelSelector }),
      ...(fieldSelector !== undefined && { fieldSelector }),
      clientGo: settings.clientGo,
      queue: settings.queue,
      ...(settings.resyncPeriodMs !== undefined && { resyncPeriodMs: settings.resyncPeriodMs }),
    };
  }
}

function notNamespaced(text: string): string {
  return `The resource "${text}" is not in any namespace. Leave out --namespace.`;
}

/** Also by another path or link. */
async function isSameFile(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([path, other].map((file) => stat(file).catch(() => undefined)));
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino;
}
