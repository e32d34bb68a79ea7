import { type Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import type { Disposable } from '../base/disposable.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { ResourceEventHandler } from '../informer/eventHandler.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { metaNamespaceKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Seq } from '../trace/entry.ts';
import type { Probe } from '../trace/probe.ts';

export interface HandlerResyncOptions {
  readonly informer: SharedInformer;
  readonly handler: ResourceEventHandler;
  /** The handler's name in the trace. */
  readonly name: string;
  readonly periodMs: number;
  readonly clock: Clock;
  readonly probe: Probe;
}

/** Whether the informer hands everything out again so often by itself. One that is shared has the period of whoever started it (S-22, S-23). */
export function resyncsOften({ settings }: SharedInformer, periodMs: number): boolean {
  return settings.resyncPeriodMs > 0 && settings.resyncPeriodMs <= periodMs;
}

/**
 * Hands everything that is cached to one handler again, each period: for a reconciler that counts on resync, and shares its informer with
 * somebody who wanted none. As with a resync through the delta queue, each object comes as an update without news.
 */
export class HandlerResync implements Disposable {
  readonly #options: HandlerResyncOptions;
  #timer: Disposable | undefined;
  #disposed = false;

  constructor(options: HandlerResyncOptions) {
    this.#options = options;
    this.#arm();
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
  }

  #arm(): void {
    if (!this.#disposed) this.#timer = this.#options.clock.setTimer(this.#options.periodMs, () => void this.#resync());
  }

  async #resync(): Promise<void> {
    const { informer, clock } = this.#options;
    const slice = new TimeSlice(clock);
    for (const object of informer.indexer.list()) {
      if (this.#disposed) return;
      await this.#handOut(object);
      if (slice.isSpent()) await slice.rest();
    }
    this.#arm();
  }

  /** What the handler throws costs this one call, as everywhere. */
  async #handOut(object: KubeObject): Promise<void> {
    const { informer, handler, name, probe } = this.#options;
    const rv = object.metadata.resourceVersion ?? '';
    const call = { informer: informer.name, key: metaNamespaceKey(object), rv, handler: name };
    const seq: Seq = probe.record({ kind: 'handler.update', ...call, cause: [], old: rv, resync: true });
    try {
      await handler.onUpdate(object, object, seq);
    } catch (error) {
      probe.record({ kind: 'handler.error', ...call, cause: [seq], message: `handler ${name} threw: ${messageOf(error)}` });
    }
  }
}
