import { orAborted } from '../base/abort.ts';
import { type Clock, sleep } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import { GrowingRing } from '../base/growingRing.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { WakeUp } from '../base/wakeUp.ts';
import type { KubeObject } from '../kube/object.ts';
import type { HandlerDraft, Seq } from '../trace/entry.ts';
import type { Gate } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import { deltaVersion } from './delta.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from './eventHandler.ts';
import type { Notification } from './notification.ts';

/** First size of a handler's buffer (S-41). */
const initialBufferSize = 1024;

/** How long a handler rests after it has thrown (S-44, C-08). */
const crashPauseMs = 1000;

export interface ListenerOptions {
  readonly name: string;
  readonly informer: string;
  /** Callbacks that are missing do nothing (P-15). */
  readonly handler: Partial<ResourceEventHandler>;
  readonly clock: Clock;
  readonly probe: Probe;
  readonly gate: Gate;
  /** The informer has a selector: what leaves it arrives as DELETED though it may still exist. */
  readonly isSelective: boolean;
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
  #stopped = false;
  #running: Promise<void> | undefined;
  /** Initial adds that were handed in and have not returned from the handler (S-51). */
  #pendingInitialAdds = 0;
  #synced = false;

  constructor(options: ListenerOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Notifications that wait for the handler. */
  get backlog(): number {
    return this.#buffer.length;
  }

  /** The informer is synced and every initial add has returned from the handler; latches (S-53). */
  hasSynced(): boolean {
    this.#synced ||= this.#pendingInitialAdds === 0 && this.#options.upstreamHasSynced();
    return this.#synced;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Never blocks, never refuses until it is stopped. */
  add(notification: Notification): void {
    if (this.#stopped) return;
    if (notification.isInInitialList) this.#pendingInitialAdds++;
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
      const held = gate.ask({ point: 'handler.call', owner: informer, key: next.key, cause: next.cause, signal });
      if (held) await orAborted(held, signal);
      if (this.#stopped) return;
      this.#buffer.shift();
      const returned = this.#call(next);
      const delivered = typeof returned === 'boolean' ? returned : await returned;
      if (!delivered) await sleep(clock, crashPauseMs, signal);
      else if (slice.isSpent()) await slice.rest();
    }
  }

  /** False when the handler threw. A promise only when the handler returned one. */
  #call(notification: Notification): boolean | Promise<boolean> {
    const seq = this.#options.probe.record(this.#entry(notification));
    try {
      const returned = invoke(this.#options.handler, notification, seq);
      if (returned instanceof Promise) return this.#settle(returned, notification, seq);
    } catch (error) {
      return this.#failed(error, notification, seq);
    }
    return this.#delivered(notification);
  }

  async #settle(returned: Promise<unknown>, notification: Notification, seq: Seq): Promise<boolean> {
    try {
      await returned;
    } catch (error) {
      return this.#failed(error, notification, seq);
    }
    return this.#delivered(notification);
  }

  #delivered(notification: Notification): true {
    if (notification.isInInitialList) this.#pendingInitialAdds--;
    return true;
  }

  /** An initial add that failed is never counted off: this handler will not be synced (S-52). */
  #failed(error: unknown, { key, object }: Notification, seq: Seq): false {
    const { informer, name, probe } = this.#options;
    probe.record({
      kind: 'handler.error',
      informer,
      key,
      rv: deltaVersion(object),
      cause: [seq],
      handler: name,
      message: `handler ${name} threw: ${messageOf(error)}`,
    });
    return false;
  }

  #entry(notification: Notification): HandlerDraft {
    const { informer, name: handler, isSelective } = this.#options;
    const { type, key, object, old, isInInitialList, isSync } = notification;
    const rv = deltaVersion(object);
    const cause = notification.cause ? [notification.cause] : [];
    if (type === 'add') return { kind: 'handler.add', informer, key, rv, cause, handler, isInInitialList };
    if (type === 'update') return { kind: 'handler.update', informer, key, rv, cause, handler, old: old?.metadata.resourceVersion ?? '', resync: isSync };
    const tombstone = object instanceof DeletedFinalStateUnknown;
    const draft: HandlerDraft = { kind: 'handler.delete', informer, key, rv, cause, handler, tombstone };
    const leftSelector = isSelective && !(object instanceof DeletedFinalStateUnknown) && !object.metadata.deletionTimestamp;
    return leftSelector ? { ...draft, leftSelector } : draft;
  }
}

function invoke(handler: Partial<ResourceEventHandler>, { type, object, old, isInInitialList }: Notification, seq: Seq): unknown {
  if (type === 'add') return handler.onAdd?.(object as KubeObject, isInInitialList, seq);
  if (type === 'update') return handler.onUpdate?.(old!, object as KubeObject, seq);
  return handler.onDelete?.(object, seq);
}
