/** One sample of an exposition: `workqueue_depth{name="x"} 3`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface MetricFamilyText {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const helpLine = new RegExp(`^# HELP (${metricName}) ((?:[^\\\\\\n]|\\\\\\\\|\\\\n)*)$`);
const typeLine = new RegExp(`^# TYPE (${metricName}) (counter|gauge|histogram|summary|untyped)$`);
const sampleLine = new RegExp(`^(${metricName})(?:\\{(.*)\\})? ([+-]?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Inf)|NaN)$`);
const labelPair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(,|$)/y;

/**
 * Reads Prometheus' exposition format, version 0.0.4, by its grammar and by what it demands besides: one HELP and one TYPE for each
 * family, before its samples, which stand together; no series twice; histograms that add up.
 * @throws at the first line that breaks it
 */
export function readExposition(text: string): MetricFamilyText[] {
  if (text !== '' && !text.endsWith('\n')) throw new Error('the last line does not end');
  const families: { name: string; type: string; help: string; samples: Sample[] }[] = [];
  const seen = new Set<string>();
  let help: { name: string; text: string } | undefined;
  for (const line of text.split('\n').slice(0, -1)) {
    const helps = helpLine.exec(line);
    const types = typeLine.exec(line);
    if (helps) {
      if (help) throw new Error(`HELP without TYPE before ${JSON.stringify(line)}`);
      help = { name: helps[1]!, text: unescaped(helps[2]!) };
    } else if (types) {
      const [, name = '', type = ''] = types;
      if (help?.name !== name) throw new Error(`TYPE of ${name} without its HELP`);
      if (families.some((family) => family.name === name)) throw new Error(`${name} is told of twice`);
      families.push({ name, type, help: help.text, samples: [] });
      help = undefined;
    } else {
      const sample = sampleIn(line);
      const family = families.at(-1);
      const allowed = family?.type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => family.name + suffix) : [family?.name];
      if (!family || !allowed.includes(sample.name)) throw new Error(`${JSON.stringify(line)} belongs to no family above it`);
      const id = JSON.stringify([sample.name, Object.entries(sample.labels).toSorted()]);
      if (seen.has(id)) throw new Error(`${line} comes twice`);
      seen.add(id);
      family.samples.push(sample);
    }
  }
  if (help) throw new Error(`HELP of ${help.name} without TYPE`);
  for (const family of families) if (family.type === 'histogram') checkHistogram(family);
  return families;
}

function sampleIn(line: string): Sample {
  const match = sampleLine.exec(line);
  if (!match) throw new Error(`${JSON.stringify(line)} is no line of the format`);
  const [, name = '', pairs = '', value = ''] = match;
  const labels: Record<string, string> = {};
  labelPair.lastIndex = 0;
  while (labelPair.lastIndex < pairs.length) {
    const [, label, text = ''] = labelPair.exec(pairs) ?? [];
    if (label === undefined || label in labels) throw new Error(`${JSON.stringify(pairs)} are not labels`);
    labels[label] = unescaped(text);
  }
  return { name, labels, value: value.endsWith('Inf') ? (value.startsWith('-') ? -Infinity : Infinity) : Number(value) };
}

function checkHistogram({ name, samples }: { readonly name: string; readonly samples: readonly Sample[] }): void {
  const series = new Map<string, Sample[]>();
  for (const sample of samples) {
    const { le: _, ...labels } = sample.labels;
    const id = JSON.stringify(Object.entries(labels).toSorted());
    series.set(id, [...(series.get(id) ?? []), sample]);
  }
  for (const [id, each] of series) {
    const buckets = each.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => (labels['le'] === '+Inf' ? Infinity : Number(labels['le'])));
    const count = each.find((sample) => sample.name === `${name}_count`)?.value;
    if (bounds.some((bound, index) => Number.isNaN(bound) || (index > 0 && bound <= bounds[index - 1]!))) throw new Error(`${name} ${id}: bounds ${bounds.join()} do not rise`);
    if (bounds.at(-1) !== Infinity) throw new Error(`${name} ${id} has no bucket without bound`);
    if (buckets.some(({ value }, index) => index > 0 && value < buckets[index - 1]!.value)) throw new Error(`${name} ${id}: buckets do not add up`);
    if (buckets.at(-1)!.value !== count || !each.some((sample) => sample.name === `${name}_sum`)) throw new Error(`${name} ${id}: count and sum are not those of its buckets`);
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
}
