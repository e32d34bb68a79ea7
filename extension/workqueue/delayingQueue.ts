import type { Seq } from '../trace/entry.ts';
import { DelayingHeap, type WaitingItem } from './delayingHeap.ts';
import { DelayTimer } from './delayTimer.ts';
import { WorkQueue } from './workQueue.ts';
import type { WorkQueueState } from './workQueueState.ts';

/**
 * A work queue that can add later (client-go's `TypedDelayingInterface`, W-20…W-26). A plain add does not cancel what
 * waits: the key is processed now, and again later (W-23).
 */
export class DelayingQueue extends WorkQueue {
  readonly #waiting = new DelayingHeap();
  readonly #timer = new DelayTimer(this.clock, () => this.#addDue());

  /** Adds the key when `ms` have passed; at once when that is not positive (W-20). */
  addAfter(key: string, ms: number, cause?: Seq): void {
    if (this.isShuttingDown) return;
    this.metrics?.retried();
    const causes = cause ? [cause] : this.causeOf(key);
    if (!(ms > 0)) {
      this.addAll(key, causes);
      return;
    }
    this.#waiting.insert(key, this.clock.now() + ms, (link) =>
      this.probe.record({ kind: 'workqueue.delayed', queue: this.name, key, cause: link(causes), after: ms }),
    );
    this.#timer.arm(this.#waiting.earliest?.readyAt);
  }

  /** The key as it waits; undefined when it does not. */
  waitingFor(key: string): WaitingItem | undefined {
    return this.#waiting.get(key);
  }

  override save(): WorkQueueState {
    const waiting = this.#waiting.list(Infinity).map(({ key, readyAt, causes }) => ({ key, readyAt, causes: [...causes.list] }));
    return { ...super.save(), waiting };
  }

  override restore(state: WorkQueueState): void {
    super.restore(state);
    this.#waiting.restore(state.waiting);
    this.#timer.arm(this.#waiting.earliest?.readyAt);
  }

  protected override look(limit: number) {
    const now = this.clock.now();
    const { counts, ...sets } = super.look(limit);
    return {
      ...sets,
      waiting: this.#waiting.list(limit).map(({ key, readyAt }) => ({ key, dueInMs: Math.max(0, readyAt - now) })),
      counts: { ...counts, waiting: this.#waiting.size },
    };
  }

  /** What waits is dropped (W-26). */
  protected override onShutdown(): void {
    super.onShutdown();
    this.#waiting.clear();
    this.#timer.dispose();
  }

  #addDue(): void {
    const now = this.clock.now();
    for (let item = this.#waiting.takeDue(now); item; item = this.#waiting.takeDue(now)) this.addAll(item.key, item.causes.list);
    this.#timer.arm(this.#waiting.earliest?.readyAt);
  }
}
