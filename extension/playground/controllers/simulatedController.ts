import type { Logger } from '../../base/logger.ts';
import { ApiError } from '../../kube/status.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';

export interface SimulatedControllerOptions {
  readonly queue: RateLimitingQueue;
  /** Brings one object nearer to what it should be; throws to be asked again later. */
  readonly reconcile: (key: string) => void;
  readonly logger: Logger;
}

/** One worker that takes keys off a queue and reconciles them, until the queue is shut down. */
export class SimulatedController {
  readonly #options: SimulatedControllerOptions;

  constructor(options: SimulatedControllerOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { queue } = this.#options;
    for (let item = await queue.get(); item; item = await queue.get()) {
      this.#reconcile(item.key);
      queue.done(item.key);
    }
  }

  #reconcile(key: string): void {
    const { queue, reconcile, logger } = this.#options;
    try {
      reconcile(key);
      queue.forget(key);
    } catch (error) {
      // A refusal is part of the game: the cache was behind, or somebody else was quicker.
      if (!ApiError.is(error)) logger.error('controllers', `${queue.name} failed on ${key}`, error);
      queue.addRateLimited(key);
    }
  }
}
