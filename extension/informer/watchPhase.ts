import { orAborted } from '../base/abort.ts';
import { isExpired, isInternalError, isTooManyRequests } from '../kube/status.ts';
import { isBrokenOpening, isWatchRetryable, queueFull, veryShortWatch, veryShortWatchMs } from './reflectorErrors.ts';
import { type PhaseNamed, type ReflectorPhase, stopped } from './reflectorPhase.ts';
import type { ReflectorRound } from './reflectorRound.ts';
import type { ErrorPhase } from './reflectorTrace.ts';
import { RetryWithDeadline } from './retryWithDeadline.ts';

/** So many deltas may pile up while pops are held, unless it is said otherwise. */
const defaultMaxQueuedDeltas = 20_000;

/** How long a queue may be full before it is said. */
const fullQueueMs = 1000;

/** What follows the whole state: a watch, opened again for as long as the server lets it (R-31…R-50). */
export class WatchPhase {
  readonly #round: ReflectorRound;
  readonly #internalErrors: RetryWithDeadline;
  #reading: PhaseNamed<'watch'> | undefined;

  constructor(round: ReflectorRound) {
    const { maxInternalErrorRetryMs = 0, clock } = round.options;
    this.#round = round;
    this.#internalErrors = new RetryWithDeadline(maxInternalErrorRetryMs, clock);
  }

  async open(): Promise<ReflectorPhase> {
    this.#startResync();
    const { requests, signal, trace, queueTarget } = this.#round;
    const resourceVersion = this.#round.version.last;
    const startedAt = this.#round.now();
    try {
      const watch = await requests.watch({ resourceVersion }, signal);
      if (!watch) return stopped;
      const replays = resourceVersion === '' || resourceVersion === '0';
      return { name: 'watch', stream: this.#round.openStream(watch, { target: queueTarget, startedAt, replays }) };
    } catch (error) {
      if (signal.aborted) return stopped;
      if (isWatchRetryable(error)) {
        trace.error('watch', error, 'rewatch');
        return this.#round.delay('openWatch', error);
      }
      const isBroken = isBrokenOpening(error);
      if (isBroken && this.#round.now() - startedAt >= veryShortWatchMs) {
        trace.error('watch', error, 'rewatch');
        return { name: 'openWatch' };
      }
      // The one failure of this phase that the watch-error handler hears of.
      return this.#broken('watch', error, isBroken ? undefined : { error });
    }
  }

  async read(phase: PhaseNamed<'watch'>): Promise<ReflectorPhase> {
    const { stream } = phase;
    this.#reading = phase;
    // A stream that began as a streamed list comes here without having been opened here.
    this.#startResync();
    await this.#waitForRoom();
    const end = await stream.read();
    if (!end) return phase;
    this.#reading = undefined;
    if (this.#round.isRelistAsked && end.reason !== 'stopped') return phase; // whoever asked for it ends the stream
    this.#round.close(stream, end);
    if (end.reason === 'stopped') return stopped;
    if (end.reason === 'error') return this.#failed(end.error);
    const lasted = this.#round.now() - stream.measuredFrom;
    if (lasted >= veryShortWatchMs || stream.counted > 0) return { name: 'openWatch' };
    return this.#failed(veryShortWatch(lasted));
  }

  #startResync(): void {
    this.#round.startResync((error) => this.#reading?.stream.fail(error));
  }

  /**
   * While the queue is full the stream is not read, and with that neither is the socket. Said when it lasts: a
   * long list fills the queue for a moment too.
   */
  async #waitForRoom(): Promise<void> {
    const { queue, clock, maxQueuedDeltas = defaultMaxQueuedDeltas } = this.#round.options;
    if (queue.length < maxQueuedDeltas) return;
    const timer = clock.setTimer(fullQueueMs, () => this.#round.trace.error('watch', queueFull(queue.length), 'retry'));
    await orAborted(queue.whenBelow(maxQueuedDeltas), this.#round.signal);
    timer.dispose();
  }

  /** A stream ended badly; nobody is told (R-44…R-48). */
  #failed(error: unknown): ReflectorPhase {
    const { trace } = this.#round;
    if (isTooManyRequests(error)) {
      trace.error('stream', error, 'rewatch');
      return this.#round.delay('openWatch', error);
    }
    if (isInternalError(error)) {
      this.#internalErrors.after();
      if (this.#internalErrors.shouldRetry()) {
        trace.error('stream', error, 'rewatch');
        return { name: 'openWatch' };
      }
    }
    return this.#broken('stream', error);
  }

  /** The round ends; or what the article has instead (contract 16, rows 2, 3 and 10). @param told as in `ReflectorRound.end` */
  #broken(phase: ErrorPhase, error: unknown, told?: { readonly error: unknown }): ReflectorPhase {
    const { trace, options, version } = this.#round;
    if (options.profile.expiredStartsOver && isExpired(error)) {
      options.queue.clear(trace.last);
      version.markUnavailable();
    } else if (options.profile.alwaysResumes && !isExpired(error)) {
      trace.error(phase, error, 'rewatch');
      if (told) this.#round.tell(told.error);
      return this.#round.delay('openWatch', error);
    }
    return this.#round.end(phase, error, 'relist', told);
  }
}
