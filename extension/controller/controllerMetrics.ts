import type { CounterMetric, GaugeMetric, HistogramMetric, SettableMetric } from '../base/metric.ts';
import { exponentialBuckets, type MetricLabels, MetricRegistry } from '../base/metricRegistry.ts';
import type { QueueMetricsProvider } from '../workqueue/queueMetrics.ts';

/** How a reconcile ended, in controller-runtime's words. */
export type ReconcileOutcome = 'success' | 'error' | 'requeue' | 'requeue_after';

/** From 10 ns to 10 s, by tens: those of Kubernetes' own controllers (component-base). */
const queueBuckets = exponentialBuckets(10e-9, 10, 10);

/** controller-runtime's, in seconds. */
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30,
  40, 50, 60,
];

const families = {
  depth: { name: 'workqueue_depth', help: 'Keys that wait in the work queue now.' },
  adds: { name: 'workqueue_adds_total', help: 'Keys that were added to the work queue; one that was in it already is not counted again.' },
  latency: { name: 'workqueue_queue_duration_seconds', help: 'How long keys stayed in the work queue before a worker took them.', buckets: queueBuckets },
  workDuration: { name: 'workqueue_work_duration_seconds', help: 'How long workers had a key in hand.', buckets: queueBuckets },
  unfinished: { name: 'workqueue_unfinished_work_seconds', help: 'Ages of all the keys that are in hand now, added up; rises while workers are stuck.' },
  longest: { name: 'workqueue_longest_running_processor_seconds', help: 'Age of the key that has been in hand for the longest time.' },
  retries: { name: 'workqueue_retries_total', help: 'Keys that were added to come later: after a failure, or because a reconcile asked for it.' },
  reconciles: { name: 'controller_runtime_reconcile_total', help: 'Reconciles by how they ended.' },
  errors: { name: 'controller_runtime_reconcile_errors_total', help: 'Reconciles that failed.' },
  terminalErrors: { name: 'controller_runtime_terminal_reconcile_errors_total', help: 'Reconciles that failed and are not tried again.' },
  time: { name: 'controller_runtime_reconcile_time_seconds', help: 'How long reconciles took.', buckets: reconcileBuckets },
  workers: { name: 'controller_runtime_max_concurrent_reconciles', help: 'Workers of the controller.' },
  active: { name: 'controller_runtime_active_workers', help: 'Workers that have a key in hand now.' },
} as const;

/** The figures of one controller, told to it as they come about. */
export interface ReconcileMetrics {
  readonly active: GaugeMetric;
  reconciled(outcome: ReconcileOutcome, ms: number): void;
  terminal(): void;
}

/**
 * The figures of any number of controllers and their work queues, under the names of client-go (as Kubernetes registers them) and of
 * controller-runtime. A controller that runs again goes on counting where it was.
 */
export class ControllerMetrics implements QueueMetricsProvider {
  readonly #registry = new MetricRegistry();

  /** Prometheus' exposition format; of one controller only, where one is named. */
  text(controller?: string): string {
    return this.#registry.text(controller === undefined ? {} : { controller });
  }

  forget(controller: string): void {
    this.#registry.remove({ controller });
  }

  of(controller: string, workers: number): ReconcileMetrics {
    const registry = this.#registry;
    const labels = { controller };
    registry.gauge(families.workers, labels).set(workers);
    const errors = registry.counter(families.errors, labels);
    const terminalErrors = registry.counter(families.terminalErrors, labels);
    const time = registry.histogram(families.time, labels);
    const outcomes = {
      success: registry.counter(families.reconciles, { ...labels, result: 'success' }),
      error: registry.counter(families.reconciles, { ...labels, result: 'error' }),
      requeue: registry.counter(families.reconciles, { ...labels, result: 'requeue' }),
      requeue_after: registry.counter(families.reconciles, { ...labels, result: 'requeue_after' }),
    };
    const active = registry.gauge(families.active, labels);
    active.set(0);
    return {
      active,
      reconciled: (outcome, ms) => {
        outcomes[outcome].inc();
        if (outcome === 'error') errors.inc();
        time.observe(ms / 1000);
      },
      terminal: () => terminalErrors.inc(),
    };
  }

  /** A queue of this name begins: nothing of one before it is left in it. */
  depth(queue: string): GaugeMetric {
    const depth = this.#registry.gauge(families.depth, labelsOf(queue));
    depth.set(0);
    return depth;
  }

  adds(queue: string): CounterMetric {
    return this.#registry.counter(families.adds, labelsOf(queue));
  }

  latency(queue: string): HistogramMetric {
    return this.#registry.histogram(families.latency, labelsOf(queue));
  }

  workDuration(queue: string): HistogramMetric {
    return this.#registry.histogram(families.workDuration, labelsOf(queue));
  }

  unfinishedWorkSeconds(queue: string): SettableMetric {
    return fromZero(this.#registry.gauge(families.unfinished, labelsOf(queue)));
  }

  longestRunningProcessorSeconds(queue: string): SettableMetric {
    return fromZero(this.#registry.gauge(families.longest, labelsOf(queue)));
  }

  retries(queue: string): CounterMetric {
    return this.#registry.counter(families.retries, labelsOf(queue));
  }
}

/** A controller's queue has its name. */
function labelsOf(queue: string): MetricLabels {
  return { name: queue, controller: queue };
}

function fromZero(gauge: SettableMetric): SettableMetric {
  gauge.set(0);
  return gauge;
}
