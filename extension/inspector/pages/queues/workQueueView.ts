import type { WorkQueueView } from '../../../protocol/pages/queues.ts';
import { clipName } from '../../clip.ts';
import type { PicturedController } from '../../sessionPicture.ts';

/** Keys of a set that are shown; its true size is told beside them. */
const shownKeys = 50;

/** A work queue as client-go keeps it. */
export function workQueueView({ queue: workQueue }: PicturedController): WorkQueueView {
  const { queue, processing, dirty, waiting, failures, counts, priorities, tokens } = workQueue.snapshot(shownKeys);
  return {
    name: clipName(workQueue.name),
    queue: queue.map(clipName),
    processing: processing.map(clipName),
    dirty: dirty.map(clipName),
    waiting: waiting.map(({ key, dueInMs }) => ({ key: clipName(key), dueInMs })),
    failures: failures.map(({ key, count }) => ({ key: clipName(key), count })),
    counts,
    priorities: priorities ?? null,
    tokens: tokens ?? null,
  };
}
