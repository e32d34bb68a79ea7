import { orAborted } from '../base/abort.ts';
import { type Clock, sleep } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { KubeObject } from '../kube/object.ts';
import { isExpired, isInternalError, isTooLargeResourceVersion, isTooManyRequests } from '../kube/status.ts';
import type { Gate } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { Backoff } from './backoff.ts';
import type { DeltaQueue } from './deltaQueue.ts';
import { type DriveOptions, driveQueue } from './driveQueue.ts';
import type { ListerWatcher, Watch } from './listerWatcher.ts';
import { defaultPageSize } from './listPager.ts';
import type { Profile } from './profile.ts';
import { QueueTarget } from './queueTarget.ts';
import { isBrokenOpening, isWatchRetryable, queueFull, retryAfterMs, veryShortWatch, veryShortWatchMs } from './reflectorErrors.ts';
import { type ErrorPhase, ReflectorTrace, type Will } from './reflectorTrace.ts';
import { ResyncTimer } from './resyncTimer.ts';
import { RetryWithDeadline } from './retryWithDeadline.ts';
import { ServerRequests } from './serverRequests.ts';
import { SyncVersion } from './syncVersion.ts';
import { TemporaryStore } from './temporaryStore.ts';
import { type StreamEnd, WatchStream, type WatchTarget } from './watchStream.ts';

/** So many deltas may pile up while pops are held, unless it is said otherwise. */
const defaultMaxQueuedDeltas = 20_000;

/** How long a queue may be full before it is said. */
const fullQueueMs = 1000;

/** How often a streamed list that stands still is complained about. */
const quietStreamMs = 10_000;

/** What the Reflector is about to do. One `step` does it and says what comes next. */
export type ReflectorPhase =
  | { readonly name: 'begin' }
  | { readonly name: 'list'; readonly version: string; readonly pageSize: number; readonly escalated: boolean }
  | { readonly name: 'openInitialStream' }
  | { readonly name: 'initialEvents'; readonly stream: WatchStream; readonly store: TemporaryStore }
  | { readonly name: 'openWatch' }
  | { readonly name: 'watch'; readonly stream: WatchStream }
  | {
      readonly name: 'backoff';
      readonly ms: number;
      readonly attempt: number;
      /** When it is over, on the Reflector's clock. */
      readonly until: number;
      readonly next: 'begin' | 'openInitialStream' | 'openWatch';
    }
  | { readonly name: 'stopped' };

export interface ReflectorOptions {
  /** Name of the informer in the trace. */
  readonly informer: string;
  readonly listerWatcher: ListerWatcher;
  readonly queue: DeltaQueue;
  readonly profile: Profile;
  readonly clock: Clock;
  readonly random: Random;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly logger: Logger;
  readonly resyncPeriodMs: number;
  /** Asked on each tick of the resync timer; nothing set means yes. */
  readonly shouldResync?: () => boolean;
  /** 0: as the rules say. */
  readonly pageSize?: number;
  /** Honoured when it is larger than the built-in minimum. */
  readonly minWatchTimeoutMs?: number;
  /** How long internal errors of a stream are retried at once; 0: never. */
  readonly maxInternalErrorRetryMs?: number;
  /** The watch is not read while so many deltas are queued; a list is taken whole. */
  readonly maxQueuedDeltas?: number;
  /** Hears what ends a round of listing and watching, before the delay. Most failures of a stream do not. */
  readonly onWatchError?: (error: unknown) => void;
}

/**
 * Lists and watches one resource and feeds the delta queue (client-go `reflector.go`). What it is about to do
 * is a value, its phase; stop wins in every phase.
 */
export class Reflector {
  readonly #options: ReflectorOptions;
  readonly #trace: ReflectorTrace;
  readonly #requests: ServerRequests;
  readonly #backoff: Backoff;
  readonly #internalErrors: RetryWithDeadline;
  readonly #slice: TimeSlice;
  readonly #queueTarget: WatchTarget;
  readonly #version = new SyncVersion();
  #phase: ReflectorPhase = { name: 'begin' };
  #signal: AbortSignal = AbortSignal.abort();
  /** The server sent pages for version "0": it has no watch cache for this resource. */
  #paginated = false;
  #resync: ResyncTimer | undefined;

  constructor(options: ReflectorOptions) {
    const { informer, listerWatcher, gate, random, clock, queue } = options;
    this.#options = options;
    this.#trace = new ReflectorTrace(informer, options.probe, clock);
    const minWatchTimeoutMs = options.minWatchTimeoutMs ?? 0;
    this.#requests = new ServerRequests({ informer, listerWatcher, trace: this.#trace, gate, random, minWatchTimeoutMs });
    this.#backoff = new Backoff(options.profile.backoff, clock, random);
    this.#internalErrors = new RetryWithDeadline(options.maxInternalErrorRetryMs ?? 0, clock);
    this.#slice = new TimeSlice(clock);
    this.#queueTarget = new QueueTarget(queue, this.#version);
  }

  get phase(): ReflectorPhase {
    return this.#phase;
  }

  /** The version of the last list or event; empty before the first. */
  get lastSyncResourceVersion(): string {
    return this.#version.last;
  }

  /** Lists and watches until `signal` aborts. Run it once. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    try {
      while (!signal.aborted && this.#phase.name !== 'stopped') this.#phase = await this.#step(this.#phase);
    } finally {
      this.#resync?.dispose();
      if (this.#phase.name === 'watch' || this.#phase.name === 'initialEvents') this.#close(this.#phase.stream, { reason: 'stopped' });
      this.#phase = { name: 'stopped' };
      this.#trace.stopped();
    }
  }

  #step(phase: ReflectorPhase): ReflectorPhase | Promise<ReflectorPhase> {
    switch (phase.name) {
      case 'begin':
        return this.#begin();
      case 'list':
        return this.#list(phase);
      case 'openInitialStream':
        return this.#openInitialStream();
      case 'initialEvents':
        return this.#readInitialEvents(phase);
      case 'openWatch':
        return this.#openWatch();
      case 'watch':
        return this.#readWatch(phase);
      case 'backoff':
        return this.#wait(phase);
      case 'stopped':
        return phase;
    }
  }

  /** A round: the whole state by stream or list, then a watch. A fallback to the list is not remembered. */
  #begin(): ReflectorPhase {
    const { profile, listerWatcher } = this.#options;
    return profile.watchList && !listerWatcher.watchListUnsupported ? { name: 'openInitialStream' } : this.#plainList();
  }

  // ---- list

  #plainList(): ReflectorPhase {
    const version = this.#version.forList;
    return { name: 'list', version, pageSize: this.#pageSize(version), escalated: false };
  }

  #pageSize(version: string): number {
    if (this.#options.pageSize) return this.#options.pageSize;
    return this.#paginated || version === '' || version === '0' ? defaultPageSize : 0;
  }

  async #list(phase: ReflectorPhase & { name: 'list' }): Promise<ReflectorPhase> {
    try {
      const list = await this.#requests.list({ resourceVersion: phase.version }, phase.pageSize, this.#signal);
      if (!list) return stopped;
      if (phase.version === '0' && list.paginated) this.#paginated = true;
      return await this.#replace(list.items, list.resourceVersion, { name: 'openWatch' });
    } catch (error) {
      if (this.#signal.aborted) return stopped;
      if (!phase.escalated && (isExpired(error) || isTooLargeResourceVersion(error))) {
        this.#trace.error('list', error, 'relist');
        this.#version.markUnavailable();
        return { name: 'list', version: '', pageSize: phase.pageSize, escalated: true };
      }
      return this.#endRound('list', error, 'retry', true);
    }
  }

  /** The version counts as synced only once the queue has taken the list. @throws what the queue throws */
  async #replace(items: readonly KubeObject[], version: string, next: ReflectorPhase): Promise<ReflectorPhase> {
    this.#version.markAvailable();
    const cause = this.#trace.last;
    const steps = this.#options.queue.replace(items, version, cause);
    if (!(await driveQueue(steps, cause, this.#driving(this.#signal)))) return stopped;
    this.#version.moveTo(version);
    return next;
  }

  // ---- streamed list

  async #openInitialStream(): Promise<ReflectorPhase> {
    const version = this.#version.forStream;
    const startedAt = this.#options.clock.now();
    try {
      const options = { resourceVersion: version, resourceVersionMatch: 'NotOlderThan', sendInitialEvents: true } as const;
      const watch = await this.#requests.watch(options, this.#signal);
      if (!watch) return stopped;
      const store = new TemporaryStore(this.#options.queue.transformer);
      return { name: 'initialEvents', store, stream: this.#stream(watch, store, startedAt, true, false) };
    } catch (error) {
      return this.#initialStreamFailed('watch', error, version);
    }
  }

  async #readInitialEvents(phase: ReflectorPhase & { name: 'initialEvents' }): Promise<ReflectorPhase> {
    const { stream, store } = phase;
    const quiet = this.#warnWhileQuiet();
    const end = await stream.read();
    quiet.abort();
    if (!end) return phase;
    if (end.reason !== 'initialEventsEnd') this.#close(stream, end);
    switch (end.reason) {
      case 'stopped':
        return stopped;
      case 'closed':
      case 'silent': {
        const lasted = this.#options.clock.now() - stream.startedAt;
        if (lasted >= veryShortWatchMs || stream.counted > 0) return { name: 'openInitialStream' };
        return this.#initialStreamFailed('stream', veryShortWatch(lasted), '');
      }
      case 'error':
        return this.#initialStreamFailed('stream', end.error, this.#version.forStream);
      case 'initialEventsEnd': {
        this.#trace.continueFrom(end.seq);
        stream.continueInto(this.#queueTarget);
        return this.#replace(store.list(), end.resourceVersion, { name: 'watch', stream }).catch((error: unknown) => {
          stream.close();
          return this.#initialStreamFailed('stream', error, '');
        });
      }
    }
  }

  /** Refused or busy: again after a delay. Expired: again at once, for the newest state. Else: the plain list. */
  #initialStreamFailed(phase: ErrorPhase, error: unknown, version: string): ReflectorPhase {
    if (this.#signal.aborted) return stopped;
    if (isWatchRetryable(error)) {
      this.#trace.error(phase, error, 'rewatch');
      return this.#delay('openInitialStream', error);
    }
    if (version !== '' && (isExpired(error) || isTooLargeResourceVersion(error))) {
      this.#trace.error(phase, error, 'rewatch');
      this.#version.markUnavailable();
      return { name: 'openInitialStream' };
    }
    this.#trace.error(phase, error, 'relist');
    return this.#plainList();
  }

  /** Complains on each tick on which a streamed list stands still; ended by whoever reads an event. */
  #warnWhileQuiet(): AbortController {
    const read = new AbortController();
    const { clock, logger, informer } = this.#options;
    const watchOver = async (): Promise<void> => {
      while (await sleep(clock, quietStreamMs, read.signal)) {
        logger.warn('reflector', `${informer}: no event for ${quietStreamMs / 1000} s, still waiting for the end of the initial events`);
      }
    };
    void watchOver();
    return read;
  }

  // ---- watch

  async #openWatch(): Promise<ReflectorPhase> {
    this.#resync ??= this.#startResync();
    const version = this.#version.last;
    const startedAt = this.#options.clock.now();
    try {
      const watch = await this.#requests.watch({ resourceVersion: version }, this.#signal);
      if (!watch) return stopped;
      const replays = version === '' || version === '0';
      return { name: 'watch', stream: this.#stream(watch, this.#queueTarget, startedAt, false, replays) };
    } catch (error) {
      if (this.#signal.aborted) return stopped;
      if (isWatchRetryable(error)) {
        this.#trace.error('watch', error, 'rewatch');
        return this.#delay('openWatch', error);
      }
      if (!isBrokenOpening(error)) return this.#endRound('watch', error, 'relist', true);
      const lasted = this.#options.clock.now() - startedAt;
      if (lasted < veryShortWatchMs) return this.#endRound('watch', error, 'relist', false);
      this.#trace.error('watch', error, 'rewatch');
      return { name: 'openWatch' };
    }
  }

  async #readWatch(phase: ReflectorPhase & { name: 'watch' }): Promise<ReflectorPhase> {
    // A stream that began as a streamed list comes here without passing `openWatch`.
    this.#resync ??= this.#startResync();
    const { stream } = phase;
    await this.#waitForRoom();
    const end = await stream.read();
    if (!end) return phase;
    this.#close(stream, end);
    if (end.reason === 'stopped') return stopped;
    if (end.reason === 'error') return this.#streamFailed(end.error);
    const lasted = this.#options.clock.now() - stream.startedAt;
    if (lasted >= veryShortWatchMs || stream.counted > 0) return { name: 'openWatch' };
    return this.#streamFailed(veryShortWatch(lasted));
  }

  /**
   * While the queue is full the stream is not read, and with that neither is the socket. Said when it lasts: a
   * long list fills the queue for a moment too.
   */
  async #waitForRoom(): Promise<void> {
    const { queue, clock, maxQueuedDeltas = defaultMaxQueuedDeltas } = this.#options;
    if (queue.length < maxQueuedDeltas) return;
    const timer = clock.setTimer(fullQueueMs, () => this.#trace.error('watch', queueFull(queue.length), 'retry'));
    await orAborted(queue.whenBelow(maxQueuedDeltas), this.#signal);
    timer.dispose();
  }

  /** No failure of a stream reaches the watch error handler. */
  #streamFailed(error: unknown): ReflectorPhase {
    const { profile } = this.#options;
    if (isTooManyRequests(error)) {
      this.#trace.error('stream', error, 'rewatch');
      return this.#delay('openWatch', error);
    }
    if (isInternalError(error)) {
      this.#internalErrors.after();
      if (this.#internalErrors.shouldRetry()) {
        this.#trace.error('stream', error, 'rewatch');
        return { name: 'openWatch' };
      }
    }
    if (profile.expiredStartsOver && isExpired(error)) {
      this.#options.queue.clear();
      this.#version.markUnavailable();
    } else if (profile.alwaysResumes && !isExpired(error)) {
      this.#trace.error('stream', error, 'rewatch');
      return this.#delay('openWatch', error);
    }
    return this.#endRound('stream', error, 'relist', false);
  }

  // ---- shared by the phases

  #stream(watch: Watch, target: WatchTarget, startedAt: number, awaitsInitialEventsEnd: boolean, replays: boolean): WatchStream {
    const { informer, probe, gate } = this.#options;
    const ports = { probe, gate, slice: this.#slice, signal: this.#signal };
    return new WatchStream({ informer, watch, target, startedAt, awaitsInitialEventsEnd, replays, ...ports });
  }

  #startResync(): ResyncTimer {
    const { informer, clock, logger, resyncPeriodMs, queue, shouldResync } = this.#options;
    return new ResyncTimer({
      clock,
      periodMs: resyncPeriodMs,
      isDue: () => shouldResync?.() ?? true,
      resync: (signal) => driveQueue(queue.resync(0), 0, this.#driving(signal)),
      onError: (error) => {
        logger.error('reflector', `${informer}: the resync failed`, error);
        if (this.#phase.name === 'watch') this.#phase.stream.fail(error);
      },
    });
  }

  #driving(signal: AbortSignal): DriveOptions {
    const { informer, gate, clock } = this.#options;
    return { informer, gate, signal, slice: new TimeSlice(clock) };
  }

  /** Ends the round of listing and watching; the next begins after one delay, whatever ended this one. */
  #endRound(phase: ErrorPhase, error: unknown, will: Will, tell: boolean): ReflectorPhase {
    this.#resync?.dispose();
    this.#resync = undefined;
    this.#trace.error(phase, error, will);
    if (tell) this.#options.onWatchError?.(error);
    return this.#delay('begin', error);
  }

  #delay(next: 'begin' | 'openInitialStream' | 'openWatch', error: unknown): ReflectorPhase {
    const step = this.#backoff.next();
    const ms = Math.max(step.ms, retryAfterMs(error));
    this.#trace.backoff({ ms, attempt: step.attempt });
    return { name: 'backoff', ms, attempt: step.attempt, until: this.#options.clock.now() + ms, next };
  }

  async #wait(phase: ReflectorPhase & { name: 'backoff' }): Promise<ReflectorPhase> {
    const waited = await sleep(this.#options.clock, phase.ms, this.#signal);
    return waited ? { name: phase.next } : stopped;
  }

  #close(stream: WatchStream, end: StreamEnd): void {
    stream.close();
    this.#trace.closed(stream, end);
  }
}

const stopped: ReflectorPhase = { name: 'stopped' };
