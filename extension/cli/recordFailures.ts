import { messageOf } from '../base/codedError.ts';
import { accessFailure, type AccessRequest, describeScope } from '../cluster/access.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { isKubeconfigFault } from '../cluster/credentialError.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import { ApiError } from '../kube/status.ts';
import type { EntryOf } from '../trace/entry.ts';
import type { StopCondition } from './recordArguments.ts';
import type { RecordEnd } from './recordEnd.ts';
import { engineSentence, failureSentence } from './recordSentences.ts';
import { lookUp } from './recordTarget.ts';

/** The same refusal twice in a row will not become a success by waiting. */
const refusalsToGiveUp = 2;

export interface RecordFailuresOptions {
  readonly cluster: Cluster;
  readonly target: GroupVersionResource;
  /** As the person wrote it. */
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly stop: StopCondition;
  readonly end: RecordEnd;
  readonly say: (sentence: string) => void;
}

/** Tells the person of what fails, each once, remembers the last, and ends a recording that it makes hopeless. */
export class RecordFailures {
  readonly #options: RecordFailuresOptions;
  /** Of each verb, until it succeeds. */
  readonly #said = { list: '', watch: '' };
  #saidOfEngine = '';
  #refusals = 0;
  #last: string | undefined;

  constructor(options: RecordFailuresOptions) {
    this.#options = options;
  }

  /** What failed last, in a sentence; undefined when nothing has. */
  get last(): string | undefined {
    return this.#last;
  }

  succeeded(verb: 'list' | 'watch'): void {
    this.#said[verb] = '';
    if (verb === 'list') this.#refusals = 0;
  }

  /** @param synced whether the recording has what it needs: then nothing is hopeless any more */
  async failed(verb: 'list' | 'watch', error: unknown, synced: boolean): Promise<void> {
    const { cluster, end } = this.#options;
    const failure = accessFailure(error, this.#request(verb));
    const namespaced = failure.code !== 'forbidden' || (await this.#isNamespaced());
    const sentence = failureSentence(failure, { server: cluster.server, namespaced });
    this.#last = sentence;
    if (synced) return this.#sayOnce(verb, sentence);
    // A server that refuses a streamed list is asked for a plain one, which decides.
    if (verb === 'watch') return undefined;
    if (ApiError.is(error, 400) || isKubeconfigFault(error)) return end.giveUp(2, sentence);
    if (failure.code === 'notFound' && (await this.#isUnknown())) return undefined;
    this.#refusals = failure.retries ? 0 : this.#refusals + 1;
    if (this.#refusals >= refusalsToGiveUp && this.#isHurried) return end.giveUp(1, sentence);
    return this.#sayOnce(verb, sentence);
  }

  /** An answer had come, and the engine could make nothing of it. That a stream breaks off is everyday, and only remembered. */
  engineFailed(entry: EntryOf<'reflector.error'>): void {
    const sentence = engineSentence(entry, describeScope(this.#request('list')), this.#options.cluster.server);
    this.#last = sentence;
    const { phase } = entry;
    if (phase === 'stream' || phase === 'watch' || this.#saidOfEngine === phase) return;
    // Once for each kind: each event of a hostile server may be wrong in a way of its own.
    this.#saidOfEngine = phase;
    this.#options.say(sentence);
  }

  #request(verb: 'list' | 'watch'): AccessRequest {
    const { target, namespace } = this.#options;
    return { verb, resource: target, ...(namespace !== undefined && { namespace }) };
  }

  /** A recording of a given length, or without end, may be there to see how it heals. */
  get #isHurried(): boolean {
    const { kind } = this.#options.stop;
    return kind === 'synced' || kind === 'events';
  }

  /** True as well when that cannot be found out. */
  async #isNamespaced(): Promise<boolean> {
    const { cluster, namespace, resource, end } = this.#options;
    if (namespace !== undefined) return true;
    return cluster.resolveResource(resource, end.signal).then(
      (found) => found.namespaced,
      () => true,
    );
  }

  async #isUnknown(): Promise<boolean> {
    try {
      return (await lookUp(this.#options)) === undefined;
    } catch (error) {
      this.#options.say(`It could not be looked up whether the server has ${this.#options.resource}: ${messageOf(error)}.`);
      return false;
    }
  }

  #sayOnce(verb: 'list' | 'watch', sentence: string): void {
    if (sentence === this.#said[verb]) return;
    this.#said[verb] = sentence;
    this.#options.say(`${sentence} Trying again.`);
  }
}
