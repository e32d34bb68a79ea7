import type { QueueMetricsProvider } from '../../extension/workqueue/queueMetrics.ts';

/** The figures of a queue: sums of counters, depth as it is, and the last of everything else. In seconds, as reported. */
export class RecordingQueueMetrics implements QueueMetricsProvider {
  readonly figures: Record<string, number> = {};
  /** The queues that were asked for. */
  readonly queues = new Set<string>();

  depth = (queue: string) => ({ inc: () => this.#count(queue, 'depth', 1), dec: () => this.#count(queue, 'depth', -1) });
  adds = (queue: string) => ({ inc: () => this.#count(queue, 'adds', 1) });
  latency = (queue: string) => ({ observe: (seconds: number) => this.#note(queue, 'latency', seconds) });
  workDuration = (queue: string) => ({ observe: (seconds: number) => this.#note(queue, 'work', seconds) });
  unfinishedWorkSeconds = (queue: string) => ({ set: (value: number) => this.#note(queue, 'unfinished', value) });
  longestRunningProcessorSeconds = (queue: string) => ({ set: (value: number) => this.#note(queue, 'longest', value) });
  retries = (queue: string) => ({ inc: () => this.#count(queue, 'retries', 1) });

  #note(queue: string, name: string, value: number): void {
    this.queues.add(queue);
    this.figures[name] = value;
  }

  #count(queue: string, name: string, by: number): void {
    this.#note(queue, name, (this.figures[name] ?? 0) + by);
  }
}
