import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentialBuckets, MetricRegistry } from '../../../extension/base/metricRegistry.ts';
import { readExposition } from '../../support/prometheusText.ts';

const depth = { name: 'depth', help: 'How many wait.' };
const seconds = { name: 'work_seconds', help: 'How long.', buckets: [0.1, 1] };

describe('MetricRegistry', () => {
  it('writes each family once, with what it is and of which type, and its series together', () => {
    const registry = new MetricRegistry();
    registry.gauge(depth, { name: 'a' }).set(3);
    registry.counter({ name: 'adds_total', help: 'Adds.' }, { name: 'a' }).inc();
    registry.gauge(depth, { name: 'b' }).dec();
    expect(registry.text()).toBe(`# HELP depth How many wait.
# TYPE depth gauge
depth{name="a"} 3
depth{name="b"} -1
# HELP adds_total Adds.
# TYPE adds_total counter
adds_total{name="a"} 1
`);
  });

  it('adds a histogram’s buckets up; a value on a bound is below it', () => {
    const registry = new MetricRegistry();
    const histogram = registry.histogram(seconds, { name: 'a' });
    for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe(value);
    expect(registry.text()).toBe(`# HELP work_seconds How long.
# TYPE work_seconds histogram
work_seconds_bucket{name="a",le="0.1"} 2
work_seconds_bucket{name="a",le="1"} 3
work_seconds_bucket{name="a",le="+Inf"} 4
work_seconds_sum{name="a"} 7.65
work_seconds_count{name="a"} 4
`);
  });

  it('gives the same series to whoever asks again, and none of another type', () => {
    const registry = new MetricRegistry();
    registry.gauge(depth, { name: 'a' }).inc();
    registry.gauge(depth, { name: 'a' }).inc();
    expect(registry.text()).toContain('depth{name="a"} 2');
    expect(() => registry.counter(depth, { name: 'a' })).toThrow('depth is a gauge, not a counter');
  });

  it('shows a part, and forgets a part', () => {
    const registry = new MetricRegistry();
    registry.gauge(depth, { name: 'a', controller: 'x' }).set(1);
    registry.gauge(depth, { name: 'b', controller: 'y' }).set(2);
    expect(registry.text({ controller: 'y' })).toMatch(/^# HELP.*\n# TYPE.*\ndepth\{name="b",controller="y"\} 2\n$/);
    registry.remove({ controller: 'y' });
    expect(registry.text({ controller: 'y' })).toBe('');
    expect(registry.text()).toContain('depth{name="a"');
  });

  it('is empty when nothing is registered', () => {
    expect(new MetricRegistry().text()).toBe('');
  });

  it('names bounds as Go does, so that series of both are the same', () => {
    const registry = new MetricRegistry();
    registry.histogram({ ...seconds, buckets: exponentialBuckets(10e-9, 10, 10) }, {});
    const bounds = [...registry.text().matchAll(/le="([^"]+)"/g)].map(([, bound]) => bound);
    expect(bounds).toEqual(['1e-08', '1e-07', '1e-06', '9.999999999999999e-06', '9.999999999999999e-05', '0.001', '0.01', '0.1', '1', '10', '+Inf']);
  });

  it('is read back by the grammar of the format, whatever its labels, help and values are', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', 'n', ' ', '{', '}', ',', '=', 'ü', '#'), maxLength: 12 });
    const value = fc.oneof(fc.double(), fc.constantFrom(0, -0, 1e-8, 1e300, 123456789, NaN, Infinity, -Infinity));
    fc.assert(
      fc.property(text, text, fc.dictionary(fc.constantFrom('a', 'b_1', '_c'), text), value, fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 9 }), (help, other, labels, set, observed) => {
        const registry = new MetricRegistry();
        registry.gauge({ name: 'g', help }, labels).set(set);
        registry.gauge({ name: 'g', help }, { ...labels, other }).set(1);
        const histogram = registry.histogram({ name: 'h', help, buckets: exponentialBuckets(1e-7, 10, 9) }, labels);
        for (const each of observed) histogram.observe(each);
        const [gauge, read] = readExposition(registry.text());
        expect(gauge).toMatchObject({ name: 'g', type: 'gauge', help });
        expect(gauge!.samples).toEqual([
          { name: 'g', labels, value: Object.is(set, -0) ? 0 : set },
          { name: 'g', labels: { ...labels, other }, value: 1 },
        ]);
        expect(read!.samples.at(-1)).toEqual({ name: 'h_count', labels, value: observed.length });
      }),
    );
  });
});
