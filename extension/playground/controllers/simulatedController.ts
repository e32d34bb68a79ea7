import { nextTurn } from '../../base/clock.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import type { WorldClock } from '../world/worldClock.ts';
import { KeyPace } from './keyPace.ts';

/**
 * So many keys in one turn of the event loop, then others have theirs: clients above all, while thousands of keys wait as the world begins, or while two
 * controllers hand each other one key at a time. Told by number, not by time, so that the same seed brings the same order.
 */
const keysInATurn = 20;

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
  readonly #pace: KeyPace;

  constructor(options: SimulatedControllerOptions) {
    this.#options = options;
    this.#pace = new KeyPace(options.clock);
  }

  async run(): Promise<void> {
    const { queue, clock } = this.#options;
    let keys = 0;
    for (let item = await queue.get(); item; item = await queue.get()) {
      while (clock.whenMoving && !queue.isShuttingDown) await clock.whenMoving;
      if (!queue.isShuttingDown) this.#reconcile(item.key);
      queue.done(item.key);
      if (++keys % keysInATurn === 0) await nextTurn(clock);
    }
  }

  #reconcile(key: string): void {
    const { queue, reconcile, onReconciled } = this.#options;
    const wait = this.#pace.waitOf(key);
    if (wait > 0) return queue.addAfter(key, wait);
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
