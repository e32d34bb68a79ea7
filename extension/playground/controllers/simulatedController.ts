import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import type { WorldClock } from '../world/worldClock.ts';

export interface SimulatedControllerOptions {
  readonly queue: RateLimitingQueue;
  readonly clock: WorldClock;
  /** Brings one object nearer to what it should be; throws to be asked again later. */
  readonly reconcile: (key: string) => void;
  /** Told how each went: undefined where it went well. */
  readonly onReconciled: (key: string, error: unknown) => void;
}

/** One worker that takes keys off a queue and reconciles them, while the world moves, until the queue is shut down. */
export class SimulatedController {
  readonly #options: SimulatedControllerOptions;

  constructor(options: SimulatedControllerOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { queue, clock } = this.#options;
    for (let item = await queue.get(); item; item = await queue.get()) {
      while (clock.whenMoving && !queue.isShuttingDown) await clock.whenMoving;
      if (!queue.isShuttingDown) this.#reconcile(item.key);
      queue.done(item.key);
    }
  }

  #reconcile(key: string): void {
    const { queue, reconcile, onReconciled } = this.#options;
    try {
      reconcile(key);
    } catch (error) {
      queue.addRateLimited(key);
      onReconciled(key, error);
      return;
    }
    queue.forget(key);
    onReconciled(key, undefined);
  }
}
