import type { CounterMetric, GaugeMetric, HistogramMetric, SettableMetric } from '../base/metric.ts';

/** Where a work queue reports its figures (client-go `MetricsProvider`, W-50…W-55). Durations in seconds, as there. */
export interface QueueMetricsProvider {
  depth(queue: string): GaugeMetric;
  adds(queue: string): CounterMetric;
  /** From the first add to the get. */
  latency(queue: string): HistogramMetric;
  /** From the get to the done. */
  workDuration(queue: string): HistogramMetric;
  /** Sum of the ages of what is being processed. */
  unfinishedWorkSeconds(queue: string): SettableMetric;
  longestRunningProcessorSeconds(queue: string): SettableMetric;
  retries(queue: string): CounterMetric;
}

/** How often the ages of unfinished work are set anew (W-53). */
export const unfinishedWorkUpdateMs = 500;

/** The figures of one queue. */
export class QueueMetrics {
  readonly #depth: GaugeMetric;
  readonly #adds: CounterMetric;
  readonly #latency: HistogramMetric;
  readonly #workDuration: HistogramMetric;
  readonly #unfinished: SettableMetric;
  readonly #longest: SettableMetric;
  readonly #retries: CounterMetric;

  constructor(provider: QueueMetricsProvider, queue: string) {
    this.#depth = provider.depth(queue);
    this.#adds = provider.adds(queue);
    this.#latency = provider.latency(queue);
    this.#workDuration = provider.workDuration(queue);
    this.#unfinished = provider.unfinishedWorkSeconds(queue);
    this.#longest = provider.longestRunningProcessorSeconds(queue);
    this.#retries = provider.retries(queue);
  }

  added(): void {
    this.#adds.inc();
    this.#depth.inc();
  }

  got(waitedMs: number): void {
    this.#depth.dec();
    this.#latency.observe(waitedMs / 1000);
  }

  done(workedMs: number): void {
    this.#workDuration.observe(workedMs / 1000);
  }

  retried(): void {
    this.#retries.inc();
  }

  /** @param startedAt when each item that is being processed was handed out */
  unfinished(startedAt: Iterable<number>, now: number): void {
    let sum = 0;
    let longest = 0;
    for (const start of startedAt) {
      sum += now - start;
      longest = Math.max(longest, now - start);
    }
    this.#unfinished.set(sum / 1000);
    this.#longest.set(longest / 1000);
  }
}
