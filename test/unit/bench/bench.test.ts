import { describe, expect, it } from 'vitest';
import { parseBenchArguments } from '../../bench/benchArguments.ts';
import { median, medianRatio, medians } from '../../bench/figures.ts';
import { podItem } from '../../bench/pods.ts';
import { runStandard } from '../../bench/standard.ts';

describe('the bench', () => {
  it('runs floor, client-node and engine on the same work', { timeout: 60_000 }, async () => {
    const result = await runStandard({ pods: 30, events: 60, rounds: 1 }, 'shared');
    for (const name of ['floor', 'clientNode', 'engine'] as const) {
      for (const figure of Object.values(result[name])) expect(figure).toBeGreaterThan(0);
    }
    expect(Object.keys(result.engine)).toEqual(['syncMs', 'eventsPerSecond', 'memoryMB', 'longestBlockMs']);
    expect(Object.keys(result.ratios)).toEqual(['sync', 'events', 'memory']);
  });

  it('sends pods of 5.3 KB, 2.0 KB of them managedFields', () => {
    for (const set of ['shared', 'distinct'] as const) {
      const text = podItem(4711, 1_000_000, set);
      const { metadata } = JSON.parse(text) as { metadata: { managedFields: unknown } };
      expect(text.length / 1000).toBeCloseTo(5.3, 0);
      expect(JSON.stringify(metadata.managedFields).length / 1000).toBeCloseTo(2, 0);
    }
  });

  it('takes medians, and the median of the rounds’ ratios', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(medians([{ a: 1, b: 9 }, { a: 3, b: 7 }, { a: 2, b: 8 }])).toEqual({ a: 2, b: 8 });
    expect(medianRatio([{ a: 2 }, { a: 30 }, { a: 5 }], [{ a: 1 }, { a: 10 }, { a: 5 }], 'a')).toBe(2);
  });

  it('says what is wrong with its arguments', () => {
    expect(parseBenchArguments(['relist', '--json', '--pods', '7'])).toEqual({ name: 'relist', pods: 7, events: 20_000, rounds: 5, json: true });
    expect(parseBenchArguments([])).toMatchObject({ name: undefined, pods: undefined });
    expect(() => parseBenchArguments(['--pods', 'many'])).toThrow('--pods takes a whole number from 1 on, not "many".');
    expect(() => parseBenchArguments(['one', 'two'])).toThrow('One case at a time');
  });
});
