import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import type { Seq } from '../trace/entry.ts';
import type { Probe } from '../trace/probe.ts';
import { PriorityQueue } from '../workqueue/priorityQueue.ts';
import type { RateLimitingInterface } from '../workqueue/rateLimitingInterface.ts';
import type { WorkItem } from '../workqueue/workQueue.ts';
import { type ReconcileResult, TerminalError } from './api.ts';

/** What follows a run that did not throw (K-10). */
export function settle(queue: RateLimitingInterface, item: WorkItem, result: ReconcileResult, cause: Seq): void {
  if (result.requeueAfter !== undefined) {
    queue.forget(item.key);
    addAgain(queue, item, { after: result.requeueAfter }, cause);
  } else if (result.requeue) {
    addAgain(queue, item, { rateLimited: true }, cause);
  } else {
    queue.forget(item.key);
  }
}

export interface RetryOptions {
  readonly controller: string;
  readonly maxRetries: number;
  readonly probe: Probe;
  readonly logger: Logger;
}

/** What follows a run that threw (K-02, K-10): a terminal error, and one too many, wait for the next change. */
export function retry(queue: RateLimitingInterface, item: WorkItem, error: unknown, cause: Seq, options: RetryOptions): void {
  const { key, attempts } = item;
  const { controller, maxRetries, probe, logger } = options;
  const tooOften = queue.numRequeues(key) >= maxRetries;
  if (tooOften) {
    queue.forget(key);
    logger.error(controller, `${key} is dropped after ${attempts} retries, until it changes: ${messageOf(error)}`, error);
  }
  if (tooOften || TerminalError.is(error)) {
    probe.record({ kind: 'workqueue.drop', queue: queue.name, key, attempts, cause: [cause] });
    return;
  }
  addAgain(queue, item, { rateLimited: true }, cause);
}

/** With the priority that it had, as controller-runtime does: what was there at the start goes on waiting behind what is new. */
function addAgain(queue: RateLimitingInterface, { key, priority = 0 }: WorkItem, how: { readonly after: number } | { readonly rateLimited: true }, cause: Seq): void {
  if (queue instanceof PriorityQueue) queue.addWithOptions({ ...how, priority }, key, cause);
  else if ('after' in how) queue.addAfter(key, how.after, cause);
  else queue.addRateLimited(key, cause);
}
