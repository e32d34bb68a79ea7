import { messageOf } from '../base/codedError.ts';
import { accessFailure } from '../cluster/access.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import { ApiError } from '../kube/status.ts';
import type { StopCondition } from './recordArguments.ts';
import type { RecordEnd } from './recordEnd.ts';
import { failureSentence } from './recordSentences.ts';
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

/** Tells the person of failed requests, each once, and ends a recording that they make hopeless. */
export class RecordFailures {
  readonly #options: RecordFailuresOptions;
  #said = '';
  #refusals = 0;

  constructor(options: RecordFailuresOptions) {
    this.#options = options;
  }

  succeeded(verb: 'list' | 'watch'): void {
    this.#said = '';
    if (verb === 'list') this.#refusals = 0;
  }

  /** @param synced whether the recording has what it needs: then nothing is hopeless any more */
  async failed(verb: 'list' | 'watch', error: unknown, synced: boolean): Promise<void> {
    const { cluster, target, namespace, end } = this.#options;
    const failure = accessFailure(error, { verb, resource: target, ...(namespace !== undefined && { namespace }) });
    const sentence = failureSentence(failure, cluster.server);
    if (synced) return this.#sayOnce(sentence);
    // A server that refuses a streamed list is asked for a plain one, which decides.
    if (verb === 'watch') return undefined;
    if (ApiError.is(error, 400)) return end.giveUp(2, sentence);
    if (failure.code === 'notFound' && (await this.#isUnknown())) return undefined;
    this.#refusals = failure.retries ? 0 : this.#refusals + 1;
    if (this.#refusals >= refusalsToGiveUp && this.#isHurried) return end.giveUp(1, sentence);
    return this.#sayOnce(sentence);
  }

  /** A recording of a given length, or without end, may be there to see how it heals. */
  get #isHurried(): boolean {
    const { kind } = this.#options.stop;
    return kind === 'synced' || kind === 'events';
  }

  async #isUnknown(): Promise<boolean> {
    try {
      return (await lookUp(this.#options)) === undefined;
    } catch (error) {
      this.#options.say(`It could not be looked up whether the server has ${this.#options.resource}: ${messageOf(error)}.`);
      return false;
    }
  }

  #sayOnce(sentence: string): void {
    if (sentence === this.#said) return;
    this.#said = sentence;
    this.#options.say(`${sentence} Trying again.`);
  }
}
