import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingOr, settingRules } from '../../../extension/ui/settingOr.ts';

const faults: string[] = [];
const read = (name: keyof typeof settingRules, value: unknown): unknown => {
  faults.length = 0;
  return settingOr(name, value, (fault) => faults.push(fault));
};

describe('settingOr', () => {
  it.each([
    ['kubeconfig', '~/.kube/dev'],
    ['trace.capacity', 1000],
    ['playground.size', 'town'],
    ['reconciler.workers', 16],
    ['client.qps', 0.5],
  ] as const)('takes %s = %j', (name, value) => {
    expect(read(name, value)).toBe(value);
    expect(faults).toEqual([]);
  });

  it.each([
    ['kubeconfig', 7, ''],
    ['trace.capacity', 999, 50_000],
    ['trace.capacity', 1500.5, 50_000],
    ['trace.capacity', 'many', 50_000],
    ['playground.size', 'huge', 'small'],
    ['informer.queue', null, 'DeltaFIFO'],
    ['reconciler.workers', undefined, 2],
    ['client.qps', -1, 0],
    ['client.qps', Number.POSITIVE_INFINITY, 0],
    ['client.burst', 2.5, 10],
  ] as const)('C4: %s = %j falls back, with a line for the log', (name, value, otherwise) => {
    expect(read(name, value)).toBe(otherwise);
    expect(faults).toEqual([expect.stringContaining(`informerInspector.${name} is`)]);
  });
});

describe('settingRules', () => {
  const manifest = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8'));
  const properties: Record<string, { type: string; default: unknown; enum?: unknown[]; minimum?: number; maximum?: number }> = manifest.contributes.configuration.properties;

  it('are those of the manifest', () => {
    const rules = Object.fromEntries(
      Object.entries(properties).map(([name, { type, default: otherwise, enum: values, minimum: least, maximum: most }]) => [
        name.replace('informerInspector.', ''),
        { default: otherwise, ...(values ? { values } : least === undefined ? { anyText: true } : { least, most, ...(type === 'number' && { fraction: true }) }) },
      ]),
    );
    expect(settingRules).toEqual(rules);
  });
});
