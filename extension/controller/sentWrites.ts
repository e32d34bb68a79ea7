import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import type { WriteAnswer, WriteNames, WriteOptions, WriteRequest, WriteTransport } from './writeTransport.ts';

/** So long an answer is waited for when the run that wants it was stopped. */
const patienceMs = 2000;

/**
 * Writes that are on their way. A server does what has reached it, whether or not somebody still listens: so a run that is
 * stopped waits for the answers to what it has sent, its trace tells how each ended, and what is done after the stop comes after them.
 */
export class SentWrites implements WriteTransport {
  readonly names?: WriteNames;
  readonly #transport: WriteTransport;
  readonly #clock: Clock;
  readonly #sent = new Set<Promise<unknown>>();

  constructor(transport: WriteTransport, clock: Clock) {
    this.#transport = transport;
    this.#clock = clock;
    if (transport.names) this.names = transport.names;
  }

  /** @throws as the transport; the signal's reason, some time after it has aborted */
  async write(request: WriteRequest, options: WriteOptions, signal: AbortSignal): Promise<WriteAnswer> {
    signal.throwIfAborted();
    const late = new AbortController();
    let patience: Disposable | undefined;
    const onAbort = (): void => {
      patience = this.#clock.setTimer(patienceMs, () => late.abort(signal.reason));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const answer = this.#transport.write(request, options, late.signal);
    this.#sent.add(answer);
    try {
      return await answer;
    } finally {
      this.#sent.delete(answer);
      signal.removeEventListener('abort', onAbort);
      patience?.dispose();
    }
  }

  /** Resolves when each has been answered or given up, and told of. Never rejects. */
  async settled(): Promise<void> {
    while (this.#sent.size > 0) await Promise.allSettled(this.#sent);
  }
}
