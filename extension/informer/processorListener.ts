import { orAborted } from '../base/abort.ts';
import { type Clock, sleep } from '../base/clock.ts';
import { GrowingRing } from '../base/growingRing.ts';
import type { Logger } from '../base/logger.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { WakeUp } from '../base/wakeUp.ts';
import type { Seq } from '../trace/entry.ts';
import type { Gate } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { notificationSubject } from './gateSubjects.ts';
import { type HandlerCallee, handlerEntry, handlerErrorEntry, invoke } from './handlerCall.ts';
import type { Notification } from './notification.ts';
import type { HandlerCallInHand } from './informerOptions.ts';
import { logIfSlow, slowHandlerBacklog, slowHandlerMs } from './slowStep.ts';
import { SingleFileTracker } from './syncTracker.ts';

/** First size of a handler's buffer (S-41). */
const initialBufferSize = 1024;

/** How long a handler rests after it has thrown (S-44, C-08). */
const crashPauseMs = 1000;

export interface ListenerOptions extends HandlerCallee {
  readonly clock: Clock;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly logger: Logger;
  /** The informer's initial list has been processed (S-50). */
  readonly upstreamHasSynced: () => boolean;
}

/**
 * One handler's registration: a buffer without bound, and a loop that calls the handler in later turns, one
 * notification at a time (S-40, C-02). A handler that throws costs that one notification, never retried.
 */
export class ProcessorListener {
  readonly name: string;
  readonly #options: ListenerOptions;
  readonly #buffer = new GrowingRing<Notification>(initialBufferSize);
  readonly #wakeUp = new WakeUp();
  readonly #stop = new AbortController();
  readonly #tracker: SingleFileTracker;
  #stopped = false;
  #calling: HandlerCallInHand | undefined;
  #running: Promise<void> | undefined;

  constructor(options: ListenerOptions) {
    this.name = options.name;
    this.#options = options;
    this.#tracker = new SingleFileTracker(options.upstreamHasSynced);
  }

  /** Notifications that wait for the handler. */
  get backlog(): number {
    return this.#buffer.length;
  }

  /** Those that wait, oldest first. */
  get waiting(): readonly Notification[] {
    return Array.from({ length: this.#buffer.length }, (_, index) => this.#buffer.at(index)!);
  }

  /** What leaves the selector of its informer arrives as deleted. */
  get isSelective(): boolean {
    return this.#options.isSelective;
  }

  /** The call that has not returned; of one that returns at once nobody can see it. */
  get calling(): HandlerCallInHand | undefined {
    return this.#calling;
  }

  /** How many fit before the buffer grows; it never shrinks (S-41). */
  get bufferCapacity(): number {
    return this.#buffer.capacity;
  }

  /** The informer is synced and every initial add has returned from the handler. */
  hasSynced(): boolean {
    return this.#tracker.hasSynced();
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Never blocks, never refuses until it is stopped. */
  add(notification: Notification): void {
    if (this.#stopped) return;
    if (notification.isInInitialList) this.#tracker.start();
    this.#buffer.push(notification);
    this.#wakeUp.wake();
  }

  start(): void {
    this.#running ??= this.#deliver();
  }

  /**
   * Drops what is buffered; a call that is running goes on (S-35). Resolves when the loop has ended; at once
   * when it never ran (S-36).
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stop.abort();
    this.#buffer.clear();
    this.#wakeUp.wake();
    await this.#running;
  }

  async #deliver(): Promise<void> {
    const { informer, clock, gate } = this.#options;
    const { signal } = this.#stop;
    const slice = new TimeSlice(clock);
    while (!this.#stopped) {
      const next = this.#buffer.peek();
      if (!next) {
        await this.#wakeUp.wait();
        slice.begin();
        continue;
      }
      const held = gate.isOpen ? undefined : gate.ask({ point: 'handler.call', owner: informer, key: next.key, cause: next.cause, signal, subject: () => notificationSubject(next) });
      if (held) await orAborted(held, signal);
      if (this.#stopped) return;
      this.#buffer.shift();
      // Asking the clock costs as much as a short call: only where many wait behind this one (S-45).
      const started = this.backlog > slowHandlerBacklog ? clock.now() : undefined;
      const returned = this.#call(next);
      const delivered = typeof returned === 'boolean' ? returned : await returned;
      if (started !== undefined) this.#logSlowCall(next, clock.now() - started);
      if (!delivered) await sleep(clock, crashPauseMs, signal);
      else if (slice.isSpent()) await slice.rest();
    }
  }

  /** False when the handler threw. A promise only when the handler returned one. */
  #call(notification: Notification): boolean | Promise<boolean> {
    const seq = this.#options.probe.record(handlerEntry(this.#options, notification));
    try {
      const returned = invoke(this.#options.handler, notification, seq);
      if (returned instanceof Promise) return this.#settle(returned, notification, seq);
    } catch (error) {
      return this.#failed(error, notification, seq);
    }
    return this.#delivered(notification);
  }

  async #settle(returned: Promise<unknown>, notification: Notification, seq: Seq): Promise<boolean> {
    this.#calling = { key: notification.key, type: notification.type, since: this.#options.clock.now(), seq };
    try {
      await returned;
    } catch (error) {
      return this.#failed(error, notification, seq);
    } finally {
      this.#calling = undefined;
    }
    return this.#delivered(notification);
  }

  #delivered(notification: Notification): true {
    if (notification.isInInitialList) this.#tracker.finished();
    return true;
  }

  /** An initial add that failed is never counted off: this handler will not be synced (S-52). */
  #failed(error: unknown, notification: Notification, seq: Seq): false {
    this.#options.probe.record(handlerErrorEntry(this.#options, notification, error, seq));
    return false;
  }

  #logSlowCall({ type, key }: Notification, ms: number): void {
    if (ms <= slowHandlerMs) return;
    const { informer, logger } = this.#options;
    logIfSlow(logger, 'handler', `${informer}: handler ${this.name}`, ms, slowHandlerMs, { Type: type, ID: key, Pending: this.backlog });
  }
}
