import { messageOf } from '../../base/codedError.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Logger } from '../../base/logger.ts';
import { type CompareOptions, compareQueues, type QueueComparison } from '../compareQueues.ts';
import { type Recording, whyNotReplayed } from './recording.ts';

export type ComparisonState =
  | { readonly phase: 'none' }
  | { readonly phase: 'running'; readonly hold: CompareOptions['hold'] }
  | { readonly phase: 'done'; readonly comparison: QueueComparison }
  | { readonly phase: 'impossible'; readonly why: 'noInput' | 'noState' }
  | { readonly phase: 'failed'; readonly message: string };

export interface QueueComparisonsOptions {
  /** What has been recorded so far. */
  readonly recorded: () => Promise<Recording>;
  readonly turns: Pick<Clock, 'defer'>;
  readonly logger: Logger;
}

/** The comparison of the three queues on what a session has recorded: the last one that was asked for. */
export class QueueComparisons implements Disposable {
  readonly #options: QueueComparisonsOptions;
  readonly #onChange = new Emitter<void>();
  #state: ComparisonState = { phase: 'none' };
  #abort = new AbortController();

  constructor(options: QueueComparisonsOptions) {
    this.#options = options;
  }

  readonly onChange: Event<void> = this.#onChange.event;

  get state(): ComparisonState {
    return this.#state;
  }

  /** Begins anew; what comes of it, and how it fails, is in {@link state}. Never rejects. */
  async compare(hold: CompareOptions['hold']): Promise<void> {
    this.#abort.abort();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const { recorded, turns, logger } = this.#options;
    this.#set({ phase: 'running', hold });
    try {
      const recording = await recorded();
      const why = whyNotReplayed(recording);
      const comparison = why === undefined ? await compareQueues(recording, { hold, turns, logger, signal }) : undefined;
      if (!signal.aborted) this.#set(comparison ? { phase: 'done', comparison } : { phase: 'impossible', why: why! });
    } catch (error) {
      if (signal.aborted) return;
      logger.error('comparison', `the queues could not be compared: ${messageOf(error)}`, error);
      this.#set({ phase: 'failed', message: messageOf(error) });
    }
  }

  dispose(): void {
    this.#abort.abort();
    this.#onChange.dispose();
  }

  #set(state: ComparisonState): void {
    this.#state = state;
    this.#onChange.fire();
  }
}
