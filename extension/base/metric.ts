/** The kinds of figures that are reported, as Prometheus has them. Durations are in seconds there. */

export interface GaugeMetric {
  inc(): void;
  dec(): void;
}

export interface CounterMetric {
  inc(): void;
}

export interface HistogramMetric {
  observe(seconds: number): void;
}

export interface SettableMetric {
  set(value: number): void;
}
