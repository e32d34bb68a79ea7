import { type Clock, sleep } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Seq } from '../trace/entry.ts';
import type { Gate } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { Backoff } from './backoff.ts';
import type { DeltaQueue } from './deltaQueue.ts';
import { driveQueue } from './driveQueue.ts';
import type { Cached } from './gateSubjects.ts';
import type { ListerWatcher, Watch } from './listerWatcher.ts';
import type { Profile } from './profile.ts';
import { QueueTarget } from './queueTarget.ts';
import { reportWatchError, retryAfterMs } from './reflectorErrors.ts';
import { type PhaseNamed, type ReflectorPhase, stopped } from './reflectorPhase.ts';
import { type ErrorPhase, ReflectorTrace, type Will } from './reflectorTrace.ts';
import { ResyncTimer } from './resyncTimer.ts';
import { ServerRequests } from './serverRequests.ts';
import { SyncVersion } from './syncVersion.ts';
import { type StreamEnd, type TypeMeta, WatchStream, type WatchTarget } from './watchStream.ts';

export interface ReflectorOptions {
  /** Name of the informer in the trace. */
  readonly informer: string;
  readonly listerWatcher: ListerWatcher;
  readonly queue: DeltaQueue;
  /** For whoever looks at an event that is held. */
  readonly cached?: Cached;
  readonly profile: Profile;
  readonly clock: Clock;
  readonly random: Random;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly logger: Logger;
  readonly resyncPeriodMs: number;
  /** Asked on each tick of the resync timer; nothing set means yes. */
  readonly shouldResync?: () => boolean;
  /** Events of other objects are skipped; nothing set lets every type pass. */
  readonly expectedType?: TypeMeta;
  /** 0: as the rules say. */
  readonly pageSize?: number;
  /** Honoured when it is larger than the built-in minimum. */
  readonly minWatchTimeoutMs?: number;
  /** How long internal errors of a stream are retried at once; 0: never. */
  readonly maxInternalErrorRetryMs?: number;
  /** The watch is not read while so many deltas are queued; a list is taken whole. */
  readonly maxQueuedDeltas?: number;
  /** Compares each streamed list with a plain one: a check of the server, which costs a list. */
  readonly checksStreamedLists?: boolean;
  /** Hears what ends a round of listing and watching, before the delay; most failures of a stream do not. Default: the log. */
  readonly onWatchError?: (error: unknown) => void;
}

/**
 * What the phases of one Reflector share: its ports, the version that it has reached, its one backoff, the
 * resync timer of the round, and how a round ends.
 */
export class ReflectorRound {
  readonly options: ReflectorOptions;
  readonly trace: ReflectorTrace;
  readonly requests: ServerRequests;
  readonly version = new SyncVersion();
  readonly queueTarget: WatchTarget;
  readonly #backoff: Backoff;
  readonly #slice: TimeSlice;
  #resync: ResyncTimer | undefined;
  #relist: { readonly why: string } | undefined;
  /** Cuts the wait short that is under way. */
  #waiting: AbortController | undefined;
  /** Aborts when the Reflector is stopped. */
  signal: AbortSignal = AbortSignal.abort();

  constructor(options: ReflectorOptions) {
    const { informer, listerWatcher, gate, random, clock, queue, probe, logger, minWatchTimeoutMs = 0 } = options;
    this.options = options;
    this.trace = new ReflectorTrace(informer, probe, clock);
    this.requests = new ServerRequests({ informer, listerWatcher, trace: this.trace, gate, random, clock, logger, minWatchTimeoutMs });
    this.queueTarget = new QueueTarget(queue, this.version);
    this.#backoff = new Backoff(options.profile.backoff, clock, random);
    this.#slice = new TimeSlice(clock);
  }

  now(): number {
    return this.options.clock.now();
  }

  openStream(
    watch: Watch,
    options: { readonly target: WatchTarget; readonly startedAt: number; readonly awaitsInitialEventsEnd?: boolean; readonly replays?: boolean },
  ): WatchStream {
    const { informer, probe, gate, clock, expectedType, cached } = this.options;
    return new WatchStream({
      informer,
      watch,
      awaitsInitialEventsEnd: false,
      replays: false,
      ...options,
      cause: [this.trace.last],
      ...(expectedType ? { expectedType } : undefined),
      ...(cached ? { cached } : undefined),
      clock,
      probe,
      gate,
      slice: this.#slice,
      signal: this.signal,
    });
  }

  close(stream: WatchStream, end: StreamEnd): void {
    stream.close();
    this.trace.closed(stream, end);
  }

  /** The version counts as synced only once the queue has taken the list. @throws what the queue throws */
  async replace(items: readonly KubeObject[], version: string, next: ReflectorPhase): Promise<ReflectorPhase> {
    this.version.markAvailable();
    const cause = this.trace.last;
    const { queue, informer, gate, clock } = this.options;
    const steps = queue.replace(items, version, cause);
    if (!(await driveQueue(steps, cause, { informer, gate, signal: this.signal, slice: new TimeSlice(clock) }))) return stopped;
    this.version.moveTo(version);
    return next;
  }

  /** Begins with the watch of a round and ends with it. @param onError a resync failed, which ends the watch */
  startResync(onError: (error: unknown) => void): void {
    const { informer, clock, logger, gate, resyncPeriodMs, queue, shouldResync } = this.options;
    this.#resync ??= new ResyncTimer({
      clock,
      periodMs: resyncPeriodMs,
      signal: this.signal,
      isDue: () => shouldResync?.() ?? true,
      resync: (signal, cause = this.trace.last) => driveQueue(queue.resync(cause, this.version.last), cause, { informer, gate, signal, slice: new TimeSlice(clock) }),
      onError: (error) => {
        logger.error('reflector', `${informer}: the resync failed`, error);
        onError(error);
      },
    });
  }

  /** @see Reflector.resyncNow */
  resyncNow(beforehand: () => Seq): boolean {
    return this.#resync?.fire(beforehand) ?? false;
  }

  stopResync(): void {
    this.#resync?.dispose();
    this.#resync = undefined;
  }

  /** Somebody wants the whole state anew, and does not have it on its way yet. */
  get isRelistAsked(): boolean {
    return this.#relist !== undefined;
  }

  askRelist(why: string): void {
    this.#relist ??= { why };
    this.#waiting?.abort();
  }

  /** A round that nobody's failure ended: it begins at once, and asks for the newest state. */
  startOver(): ReflectorPhase {
    this.stopResync();
    this.trace.relist(this.#relist?.why ?? '');
    this.#relist = undefined;
    this.version.markUnavailable();
    return { name: 'begin' };
  }

  /**
   * Ends the round of listing and watching; the next begins after one delay, whatever ended this one.
   * @param told what the watch-error handler hears of it: the error, which most failures of a stream are not
   */
  end(phase: ErrorPhase, error: unknown, will: Will, told?: { readonly error: unknown }): ReflectorPhase {
    this.stopResync();
    this.trace.error(phase, error, will);
    if (told) this.tell(told.error);
    return this.delay('begin', error);
  }

  delay(next: PhaseNamed<'backoff'>['next'], error: unknown): ReflectorPhase {
    const step = this.#backoff.next();
    const ms = Math.max(step.ms, retryAfterMs(error));
    this.trace.backoff({ ms, attempt: step.attempt });
    return { name: 'backoff', ms, attempt: step.attempt, until: this.now() + ms, next };
  }

  async wait({ ms, next }: PhaseNamed<'backoff'>): Promise<ReflectorPhase> {
    this.#waiting = new AbortController();
    await sleep(this.options.clock, ms, AbortSignal.any([this.signal, this.#waiting.signal]));
    this.#waiting = undefined;
    return this.signal.aborted ? stopped : { name: next };
  }

  /** Lets the watch-error handler hear of an error. */
  tell(error: unknown): void {
    const { informer, logger, onWatchError } = this.options;
    if (onWatchError) onWatchError(error);
    else reportWatchError(informer, error, logger);
  }
}
