import type { Clock } from '../base/clock.ts';
import type { Notification } from './notification.ts';
import { ProcessorListener, type ListenerOptions } from './processorListener.ts';

/** No handler is resynced more often (S-22). */
const minResyncPeriodMs = 1000;

/** When a handler is resynced next; all times on the informer's clock. */
interface Resync {
  /** Counts the handlers. */
  readonly id: number;
  readonly requestedMs: number;
  /** 0: never (S-23). */
  periodMs: number;
  nextAt: number;
  /** Whether sync updates go to this handler; decided anew at each tick (S-20, S-24). */
  syncing: boolean;
}

/** Hands each change to every handler, and sync updates to those that are due (client-go `sharedProcessor`). */
export class SharedProcessor {
  readonly #clock: Clock;
  readonly #listeners = new Map<ProcessorListener, Resync>();
  #checkPeriodMs: number;
  #lastId = 0;
  #started = false;

  /** @param resyncPeriodMs the informer's; 0: no resync */
  constructor(clock: Clock, resyncPeriodMs: number) {
    this.#clock = clock;
    this.#checkPeriodMs = resyncPeriodMs;
  }

  /** How often it is asked who is due: the informer's period, or the shortest that a handler asked for before the start (S-22). */
  get checkPeriodMs(): number {
    return this.#checkPeriodMs;
  }

  get listeners(): readonly ProcessorListener[] {
    return [...this.#listeners.keys()];
  }

  /** @param periodMs how often the handler wants to be resynced; 0: never */
  addListener(options: ListenerOptions, periodMs: number): ProcessorListener {
    const listener = new ProcessorListener(options);
    const requestedMs = this.#grantPeriod(periodMs);
    const effectiveMs = effectivePeriod(requestedMs, this.#checkPeriodMs);
    this.#listeners.set(listener, { id: ++this.#lastId, requestedMs, periodMs: effectiveMs, nextAt: this.#clock.now() + effectiveMs, syncing: true });
    if (this.#started) listener.start();
    return listener;
  }

  /** Its number among the handlers; undefined for one that is not there. */
  idOf(listener: ProcessorListener): number | undefined {
    return this.#listeners.get(listener)?.id;
  }

  /** Handlers to which a sync goes now. */
  get syncing(): readonly number[] {
    return Array.from(this.#listeners.values(), ({ id, syncing }) => (syncing ? id : 0)).filter(Boolean);
  }

  /** Resolves when its loop has ended; removing what is not there does nothing (S-34). */
  async removeListener(listener: ProcessorListener): Promise<void> {
    if (this.#listeners.delete(listener)) await listener.stop();
  }

  start(): void {
    this.#started = true;
    for (const listener of this.#listeners.keys()) listener.start();
  }

  /** Closes and forgets all listeners (S-37). */
  async stop(): Promise<void> {
    const listeners = this.listeners;
    this.#listeners.clear();
    await Promise.all(listeners.map((listener) => listener.stop()));
  }

  /** In the order of registration (C-05). */
  distribute(notification: Notification): void {
    for (const [listener, resync] of this.#listeners) {
      if (!notification.isSync || resync.syncing) listener.add(notification);
    }
  }

  /** A tick of the Reflector's timer: flags who is due; true when anybody is (S-24). */
  shouldResync(): boolean {
    const now = this.#clock.now();
    let any = false;
    for (const resync of this.#listeners.values()) {
      resync.syncing = resync.periodMs > 0 && now >= resync.nextAt;
      if (!resync.syncing) continue;
      resync.nextAt = now + resync.periodMs;
      any = true;
    }
    return any;
  }

  /** Sync updates go to every handler until the next tick, whatever period it has. */
  resyncAll(): void {
    for (const resync of this.#listeners.values()) resync.syncing = true;
  }

  /**
   * The period that a handler may have (S-22). A shorter one than the informer's shortens that before the start, and
   * every handler's effective period with it, though not its next time (S-25); after the start it is raised to it.
   */
  #grantPeriod(periodMs: number): number {
    if (periodMs <= 0) return 0;
    const requested = Math.max(periodMs, minResyncPeriodMs);
    if (requested >= this.#checkPeriodMs) return requested;
    if (this.#started) return this.#checkPeriodMs;
    this.#checkPeriodMs = requested;
    for (const resync of this.#listeners.values()) resync.periodMs = effectivePeriod(resync.requestedMs, requested);
    return requested;
  }
}

/** A handler cannot turn resync on for an informer that has none (S-23). */
function effectivePeriod(requestedMs: number, checkPeriodMs: number): number {
  return requestedMs === 0 || checkPeriodMs === 0 ? 0 : Math.max(requestedMs, checkPeriodMs);
}
