import type { Clock } from '../base/clock.ts';
import type { Notification } from './notification.ts';
import { ProcessorListener, type ListenerOptions } from './processorListener.ts';

/** When a handler is resynced next; all times on the informer's clock. */
interface Resync {
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
  #started = false;
  #stopped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get listeners(): readonly ProcessorListener[] {
    return [...this.#listeners.keys()];
  }

  /** @param checkPeriodMs the period at which the informer asks who is due */
  addListener(options: ListenerOptions, requestedMs: number, checkPeriodMs: number): ProcessorListener {
    const listener = new ProcessorListener(options);
    const periodMs = effectivePeriod(requestedMs, checkPeriodMs);
    this.#listeners.set(listener, { requestedMs, periodMs, nextAt: this.#clock.now() + periodMs, syncing: true });
    if (this.#started && !this.#stopped) listener.start();
    return listener;
  }

  has(listener: ProcessorListener): boolean {
    return this.#listeners.has(listener);
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
    this.#stopped = true;
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

  /** The check period changed before the start: every handler's own follows, its next time does not (S-22, S-25). */
  checkPeriodChanged(checkPeriodMs: number): void {
    for (const resync of this.#listeners.values()) resync.periodMs = effectivePeriod(resync.requestedMs, checkPeriodMs);
  }
}

/** A handler cannot turn resync on for an informer that has none (S-23). */
function effectivePeriod(requestedMs: number, checkPeriodMs: number): number {
  return requestedMs === 0 || checkPeriodMs === 0 ? 0 : Math.max(requestedMs, checkPeriodMs);
}
