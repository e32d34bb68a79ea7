import type { CounterMetric, GaugeMetric, HistogramMetric, SettableMetric } from './metric.ts';

export type MetricLabels = Readonly<Record<string, string>>;

/** A kind of figure: its name as Prometheus has it, and a sentence on what it is. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
}

export interface HistogramFamily extends MetricFamily {
  /** Upper bounds, rising; the one without bound is added. */
  readonly buckets: readonly number[];
}

interface Series {
  readonly labels: MetricLabels;
  /** Its samples: what is added to the family's name and to the labels, and the value. */
  samples(): Iterable<readonly [suffix: string, more: MetricLabels, value: number]>;
}

interface Registered extends MetricFamily {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly series: Map<string, Series>;
}

const noMore: MetricLabels = {};

/** Figures by family and labels, and their text in Prometheus' exposition format, version 0.0.4. */
export class MetricRegistry {
  readonly #families = new Map<string, Registered>();

  counter(family: MetricFamily, labels: MetricLabels): CounterMetric {
    return this.#series(family, 'counter', labels, () => new Value(labels));
  }

  gauge(family: MetricFamily, labels: MetricLabels): GaugeMetric & SettableMetric {
    return this.#series(family, 'gauge', labels, () => new Value(labels));
  }

  histogram(family: HistogramFamily, labels: MetricLabels): HistogramMetric {
    return this.#series(family, 'histogram', labels, () => new Histogram(labels, family.buckets));
  }

  /** Forgets the series that have all of these labels. */
  remove(labels: MetricLabels): void {
    for (const { series } of this.#families.values()) {
      for (const [id, each] of series) if (hasAll(each.labels, labels)) series.delete(id);
    }
  }

  /** Only what has all of these labels; families without a series are left out. */
  text(labels: MetricLabels = noMore): string {
    const lines: string[] = [];
    for (const { name, help, type, series } of this.#families.values()) {
      const chosen = [...series.values()].filter((each) => hasAll(each.labels, labels));
      if (chosen.length === 0) continue;
      lines.push(`# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`, `# TYPE ${name} ${type}`);
      for (const each of chosen) {
        for (const [suffix, more, value] of each.samples()) lines.push(`${name}${suffix}${labelsText({ ...each.labels, ...more })} ${numberText(value)}`);
      }
    }
    return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  }

  /** The series that is there already, else a new one. A family keeps the type that it was first asked for with. */
  #series<T extends Series>({ name, help }: MetricFamily, type: Registered['type'], labels: MetricLabels, create: () => T): T {
    let family = this.#families.get(name);
    if (!family) this.#families.set(name, (family = { name, help, type, series: new Map() }));
    if (family.type !== type) throw new TypeError(`${name} is a ${family.type}, not a ${type}`);
    const id = labelsText(labels);
    let series = family.series.get(id) as T | undefined;
    if (!series) family.series.set(id, (series = create()));
    return series;
  }
}

class Value implements Series, GaugeMetric, SettableMetric {
  readonly labels: MetricLabels;
  #value = 0;

  constructor(labels: MetricLabels) {
    this.labels = labels;
  }

  inc(): void {
    this.#value++;
  }

  dec(): void {
    this.#value--;
  }

  set(value: number): void {
    this.#value = value;
  }

  *samples(): Generator<readonly [string, MetricLabels, number]> {
    yield ['', noMore, this.#value];
  }
}

class Histogram implements Series, HistogramMetric {
  readonly labels: MetricLabels;
  readonly #buckets: readonly number[];
  /** Of each bucket, without those below it; the last has no bound. */
  readonly #counts: number[];
  #sum = 0;

  constructor(labels: MetricLabels, buckets: readonly number[]) {
    this.labels = labels;
    this.#buckets = buckets;
    this.#counts = Array.from({ length: buckets.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const found = this.#buckets.findIndex((bound) => value <= bound);
    this.#counts[found < 0 ? this.#buckets.length : found]!++;
    this.#sum += value;
  }

  *samples(): Generator<readonly [string, MetricLabels, number]> {
    let count = 0;
    for (const [index, inBucket] of this.#counts.entries()) {
      count += inBucket;
      yield ['_bucket', { le: numberText(this.#buckets[index] ?? Infinity) }, count];
    }
    yield ['_sum', noMore, this.#sum];
    yield ['_count', noMore, count];
  }
}

/** Upper bounds `start`, `start · factor` …, as Prometheus' `ExponentialBuckets`. */
export function exponentialBuckets(start: number, factor: number, count: number): readonly number[] {
  const bounds = [start];
  while (bounds.length < count) bounds.push(bounds.at(-1)! * factor);
  return bounds;
}

function hasAll(labels: MetricLabels, wanted: MetricLabels): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

function labelsText(labels: MetricLabels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join()}}`;
}

/** As Go writes numbers, so that a bound has the same name wherever it comes from: `1e-08`, `0.005`, `+Inf`. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-4 && size < 1e21)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}
