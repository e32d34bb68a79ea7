import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultInflight, mostInflight } from '../../../extension/introspection/flowControl.ts';
import { inflightOr, settingOr, settingRules } from '../../../extension/ui/settingOr.ts';

const faults: string[] = [];
const read = (name: keyof typeof settingRules, value: unknown): unknown => {
  faults.length = 0;
  return settingOr(name, value, (fault) => faults.push(fault));
};

describe('settingOr', () => {
  it.each([
    ['kubeconfig', '~/.kube/dev'],
    ['recording.megabytes', 1],
    ['playground.size', 'town'],
    ['reconciler.workers', 16],
    ['client.qps', 0.5],
    ['informer.mutationDetector', true],
    ['stepping.points', []],
    ['stepping.points', ['watch.event', 'reconcile.write']],
    ['productionContexts', ['prod-*']],
    ['informer.featureGates', {}],
    ['informer.featureGates', { WatchListClient: true, UnlockWhileProcessingFIFO: false }],
  ] as const)('takes %s = %j', (name, value) => {
    expect(read(name, value)).toBe(value);
    expect(faults).toEqual([]);
  });

  it.each([
    ['kubeconfig', 7, ''],
    ['recording.megabytes', 0, 64],
    ['recording.megabytes', 1.5, 64],
    ['recording.megabytes', 'many', 64],
    ['playground.size', 'huge', 'small'],
    ['informer.queue', null, 'DeltaFIFO'],
    ['reconciler.workers', undefined, 2],
    ['client.qps', -1, 0],
    ['client.qps', Number.POSITIVE_INFINITY, 0],
    ['client.burst', 2.5, 10],
    ['reconciler.priorityQueue', 'yes', false],
    ['stepping.points', ['nowhere'], ['queue.pop', 'workqueue.get', 'reconcile.write']],
    ['stepping.points', ['queue.pop', 'queue.pop'], ['queue.pop', 'workqueue.get', 'reconcile.write']],
    ['productionContexts', 'prod', ['*prod*', '*prd*', '*live*']],
    ['productionContexts', [7], ['*prod*', '*prd*', '*live*']],
    ['informer.featureGates', { AtomicFIFO: true }, {}],
    ['informer.featureGates', { WatchListClient: 'true' }, {}],
    ['informer.featureGates', ['WatchListClient'], {}],
  ] as const)('C4: %s = %j falls back, with a line for the log', (name, value, otherwise) => {
    expect(read(name, value)).toEqual(otherwise);
    expect(faults).toEqual([expect.stringContaining(`informerInspector.${name} is`)]);
  });
});

describe('inflightOr', () => {
  it.each([{ reading: 0, mutating: 1 }, { reading: 1, mutating: 0 }])('takes %j', (limits) => {
    expect(inflightOr(limits, (fault) => expect.unreachable(fault))).toEqual(limits);
  });

  it('C4: does not start a playground that lets nobody in, and says so in the log', () => {
    const told: string[] = [];
    expect(inflightOr({ reading: 0, mutating: 0 }, (fault) => told.push(fault))).toEqual(defaultInflight);
    expect(told).toEqual([expect.stringContaining('maxMutatingRequestsInflight are both 0')]);
  });
});

describe('settingRules', () => {
  const manifest = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8'));
  interface Property {
    readonly type: string;
    readonly default: unknown;
    readonly enum?: readonly unknown[];
    readonly minimum?: number;
    readonly maximum?: number;
    readonly items?: { readonly enum?: readonly unknown[] };
    readonly properties?: Readonly<Record<string, object>>;
  }
  const properties: Record<string, Property> = manifest.contributes.configuration.properties;

  it.each(['maxRequestsInflight', 'maxMutatingRequestsInflight'])('allow no more of %s than the server takes', (name) => {
    expect(properties[`informerInspector.playground.${name}`]).toMatchObject({ minimum: 0, maximum: mostInflight });
  });

  it('are those of the manifest', () => {
    const ruleOf = ({ type, enum: values, minimum: least, maximum: most, items, properties: switches }: Property): object => {
      if (type === 'boolean') return { values: [false, true] };
      if (items) return items.enum ? { some: items.enum } : { texts: true };
      if (switches) return { switches: Object.keys(switches) };
      if (values) return { values };
      return least === undefined ? { anyText: true } : { least, most, ...(type === 'number' && { fraction: true }) };
    };
    const rules = Object.entries(properties).map(([name, property]) => [name.replace('informerInspector.', ''), { default: property.default, ...ruleOf(property) }]);
    expect(settingRules).toEqual(Object.fromEntries(rules));
  });
});
