import type { Clock } from '../base/clock.ts';
import type { HistogramMetric, SettableMetric } from '../base/metric.ts';

/** Where informers report their figures (client-go `InformerMetricsProvider`, P-21). */
export interface InformerMetricsProvider {
  /** Entries in the delta queue. */
  queuedItems(identifier: InformerIdentifier): SettableMetric;
  /** Of each pop, or batch. */
  processingLatency(identifier: InformerIdentifier): HistogramMetric;
  storeResourceVersion(identifier: InformerIdentifier): SettableMetric;
}

/** Whose figures they are. Only what is reserved is published. */
export interface InformerIdentifier {
  readonly name: string;
  /** `apps/v1/deployments` */
  readonly resource: string;
  readonly isReserved: boolean;
}

/** Hands out identifiers, so that no two informers report under one: who comes first has it, for good. */
export class InformerNames {
  readonly #reserved = new Set<string>();

  /** One that comes too late, or has no name, is not reserved: its figures are not published. */
  reserve(name: string, resource: string): InformerIdentifier {
    const id = JSON.stringify([name, resource]);
    const isReserved = name !== '' && !this.#reserved.has(id);
    if (isReserved) this.#reserved.add(id);
    return { name, resource, isReserved };
  }
}

/** What a delta queue reports. */
export interface DeltaQueueMetrics {
  queued(entries: number): void;
  /** Call what it returns when the processing is done. */
  startProcessing(): () => void;
}

/** The figures of one informer. */
export class InformerMetrics implements DeltaQueueMetrics {
  readonly #clock: Clock;
  readonly #queuedItems: SettableMetric;
  readonly #processingLatency: HistogramMetric;
  readonly #storeResourceVersion: SettableMetric;

  private constructor(provider: InformerMetricsProvider, identifier: InformerIdentifier, clock: Clock) {
    this.#clock = clock;
    this.#queuedItems = provider.queuedItems(identifier);
    this.#processingLatency = provider.processingLatency(identifier);
    this.#storeResourceVersion = provider.storeResourceVersion(identifier);
  }

  /** Undefined for an identifier that is not reserved. */
  static of(provider: InformerMetricsProvider | undefined, identifier: InformerIdentifier | undefined, clock: Clock): InformerMetrics | undefined {
    return provider && identifier?.isReserved ? new InformerMetrics(provider, identifier, clock) : undefined;
  }

  queued(entries: number): void {
    this.#queuedItems.set(entries);
  }

  startProcessing(): () => void {
    const started = this.#clock.now();
    return () => this.#processingLatency.observe((this.#clock.now() - started) / 1000);
  }

  stored(resourceVersion: string): void {
    this.#storeResourceVersion.set(versionFigure(resourceVersion));
  }
}

/** The last fifteen digits of a version, which is what a double can hold; 0 for none (I-15). */
export function versionFigure(resourceVersion: string): number {
  return Number(resourceVersion.slice(-15)) || 0;
}
