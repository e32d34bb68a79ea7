import { isExpired, isTooLargeResourceVersion } from '../kube/status.ts';
import { checkStreamedList } from './consistencyCheck.ts';
import type { ListPhase } from './listPhase.ts';
import { QuietStreamWarning } from './quietStreamWarning.ts';
import { isWatchRetryable, veryShortWatch, veryShortWatchMs } from './reflectorErrors.ts';
import { type PhaseNamed, type ReflectorPhase, stopped } from './reflectorPhase.ts';
import type { ReflectorRound } from './reflectorRound.ts';
import type { ErrorPhase } from './reflectorTrace.ts';
import { TemporaryStore } from './temporaryStore.ts';
import type { StreamEnd, WatchStream } from './watchStream.ts';

/** The whole state as the beginning of a watch, which then goes on (WatchList, R-51…R-61). */
export class StreamedListPhase {
  readonly #round: ReflectorRound;
  /** What is left when streaming fails. */
  readonly #fallback: ListPhase;
  #quiet: QuietStreamWarning | undefined;

  constructor(round: ReflectorRound, fallback: ListPhase) {
    this.#round = round;
    this.#fallback = fallback;
  }

  async open(): Promise<ReflectorPhase> {
    const { version, requests, signal, options } = this.#round;
    const resourceVersion = version.forStream;
    const startedAt = this.#round.now();
    try {
      const watch = await requests.watch({ resourceVersion, resourceVersionMatch: 'NotOlderThan', sendInitialEvents: true }, signal);
      if (!watch) return stopped;
      const store = new TemporaryStore(options.queue.transformer);
      const stream = this.#round.openStream(watch, { target: store, startedAt, awaitsInitialEventsEnd: true });
      this.#quiet = new QuietStreamWarning(this.#round, startedAt, () => store.size);
      return { name: 'initialEvents', store, stream };
    } catch (error) {
      return this.#failed('watch', error, resourceVersion);
    }
  }

  async read(phase: PhaseNamed<'initialEvents'>): Promise<ReflectorPhase> {
    const { stream, store } = phase;
    const { version } = this.#round;
    const end = await stream.read();
    this.#quiet?.heard();
    if (!end) return phase;
    this.stop();
    if (end.reason !== 'initialEventsEnd') this.#round.close(stream, end);
    switch (end.reason) {
      case 'stopped':
        return stopped;
      case 'closed':
      case 'silent': {
        const lasted = this.#round.now() - stream.startedAt;
        if (lasted >= veryShortWatchMs || stream.counted > 0) return { name: 'openInitialStream' };
        return this.#failed('stream', veryShortWatch(lasted), '');
      }
      case 'error':
        return this.#failed('stream', end.error, version.forStream);
      case 'initialEventsEnd':
        return this.#complete(stream, store, end);
    }
  }

  /** Ends what runs beside the stream. */
  stop(): void {
    this.#quiet?.dispose();
    this.#quiet = undefined;
  }

  /** The bookmark came: what was gathered becomes the state, and the same stream is the watch. */
  async #complete(stream: WatchStream, store: TemporaryStore, end: StreamEnd & { reason: 'initialEventsEnd' }): Promise<ReflectorPhase> {
    const { trace, queueTarget, options, signal } = this.#round;
    trace.continueFrom(end.seq);
    stream.continueInto(queueTarget);
    try {
      if (options.checksStreamedLists) await checkStreamedList(options, store.list(), end.resourceVersion, signal);
      const next = await this.#round.replace(store.list(), end.resourceVersion, { name: 'watch', stream });
      stream.beginWatch();
      return next;
    } catch (error) {
      stream.close();
      return this.#failed('stream', error, '');
    }
  }

  /** Refused or busy: again after a delay. Expired: again at once, for the newest state. Else: the plain list. */
  #failed(phase: ErrorPhase, error: unknown, version: string): ReflectorPhase {
    if (this.#round.signal.aborted) return stopped;
    if (isWatchRetryable(error)) {
      this.#round.trace.error(phase, error, 'rewatch');
      return this.#round.delay('openInitialStream', error);
    }
    if (version !== '' && (isExpired(error) || isTooLargeResourceVersion(error))) {
      this.#round.trace.error(phase, error, 'rewatch');
      this.#round.version.markUnavailable();
      return { name: 'openInitialStream' };
    }
    this.#round.trace.error(phase, error, 'relist');
    return this.#fallback.begin();
  }
}
