import { describe, expect, it } from 'vitest';
import { type ReconcileResult, type Reconciler, TerminalError } from '../../../extension/controller/api.ts';
import { ControllerMetrics } from '../../../extension/controller/controllerMetrics.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { readExposition, type Sample } from '../../support/prometheusText.ts';
import { ControllerHarness } from './controllerHarness.ts';

const configMaps = parseResource('v1/configmaps')!;

function samplesIn(text: string): Map<string, Sample> {
  const all = readExposition(text).flatMap(({ samples }) => samples);
  return new Map(all.map((sample) => [`${sample.name} ${Object.entries(sample.labels).filter(([name]) => name !== 'controller' && name !== 'name').map(([, value]) => value).join()}`.trim(), sample]));
}

describe('ControllerMetrics', () => {
  it('counts under client-go’s and controller-runtime’s names what a controller and its queue do', async () => {
    const metrics = new ControllerMetrics();
    const releases: (() => void)[] = [];
    const outcomes: Record<string, () => ReconcileResult | Promise<void>> = {
      'd/success': () => ({}),
      'd/later': () => ({ requeueAfter: 3_600_000 }),
      'd/again': () => {
        outcomes['d/again'] = outcomes['d/success']!;
        return { requeue: true };
      },
      'd/failure': () => {
        outcomes['d/failure'] = outcomes['d/success']!;
        throw new Error('once');
      },
      'd/terminal': () => {
        throw new TerminalError('no use');
      },
      'd/slow': () => new Promise<void>((resolve) => releases.push(resolve)),
    };
    const reconciler: Reconciler = { name: 'test', for: 'v1/configmaps', workers: 2, reconcile: (_context, { key }) => outcomes[key]!() };
    const harness = new ControllerHarness(reconciler, { metrics });
    for (const key of Object.keys(outcomes)) harness.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name: key.slice(2), namespace: 'd' } });
    await harness.start();
    await harness.clock.advance(2000);

    const now = (): Map<string, Sample> => samplesIn(metrics.text());
    const value = (id: string): number | undefined => now().get(id)?.value;
    expect(readExposition(metrics.text()).map(({ name, type }) => `${name} ${type}`).toSorted()).toEqual([
      'controller_runtime_active_workers gauge',
      'controller_runtime_max_concurrent_reconciles gauge',
      'controller_runtime_reconcile_errors_total counter',
      'controller_runtime_reconcile_time_seconds histogram',
      'controller_runtime_reconcile_total counter',
      'controller_runtime_terminal_reconcile_errors_total counter',
      'workqueue_adds_total counter',
      'workqueue_depth gauge',
      'workqueue_longest_running_processor_seconds gauge',
      'workqueue_queue_duration_seconds histogram',
      'workqueue_retries_total counter',
      'workqueue_unfinished_work_seconds gauge',
      'workqueue_work_duration_seconds histogram',
    ]);
    expect(value('workqueue_adds_total')).toBe(8); // six, and two that came again
    expect(value('workqueue_depth')).toBe(0);
    expect(value('workqueue_retries_total')).toBe(3); // later, again, failure
    expect(value('workqueue_queue_duration_seconds_count')).toBe(8);
    expect(value('workqueue_work_duration_seconds_count')).toBe(7);
    expect(value('workqueue_unfinished_work_seconds')).toBe(2);
    expect(value('workqueue_longest_running_processor_seconds')).toBe(2);
    expect(value('controller_runtime_reconcile_total success')).toBe(3);
    expect(value('controller_runtime_reconcile_total error')).toBe(2);
    expect(value('controller_runtime_reconcile_total requeue')).toBe(1);
    expect(value('controller_runtime_reconcile_total requeue_after')).toBe(1);
    expect(value('controller_runtime_reconcile_errors_total')).toBe(2);
    expect(value('controller_runtime_terminal_reconcile_errors_total')).toBe(1);
    expect(value('controller_runtime_reconcile_time_seconds_count')).toBe(7);
    expect(value('controller_runtime_active_workers')).toBe(1);
    expect(value('controller_runtime_max_concurrent_reconciles')).toBe(2);
    expect([...now().values()].every(({ labels }) => labels['controller'] === 'test')).toBe(true);

    releases[0]!();
    await harness.clock.settle();
    expect(now().get('controller_runtime_reconcile_time_seconds_sum')!.value).toBeCloseTo(2);
    expect(value('controller_runtime_reconcile_time_seconds_bucket 1.75')).toBe(7);
    expect(value('controller_runtime_reconcile_time_seconds_bucket 2')).toBe(8);
    expect(harness.controller.metricsText).toBe(metrics.text('test'));
    await harness.stop();
    expect(value('controller_runtime_active_workers')).toBe(0);
    expect(harness.clock.pending).toBe(0);
  });

  it('has the buckets of client-go’s queues, and of controller-runtime’s reconciles', () => {
    const metrics = new ControllerMetrics();
    metrics.workDuration('test');
    metrics.of('test', 1);
    const bounds = (name: string): string[] => readExposition(metrics.text()).find((family) => family.name === name)!.samples.flatMap(({ labels }) => labels['le'] ?? []);
    expect(bounds('workqueue_work_duration_seconds').map(Number)).toHaveLength(11);
    expect(bounds('workqueue_work_duration_seconds')).toMatchObject(['1e-08', '1e-07', '1e-06', '9.999999999999999e-06', '9.999999999999999e-05', ...Array.from({ length: 5 }, () => expect.stringMatching(/^[\d.]+$/)), '+Inf']);
    expect(bounds('controller_runtime_reconcile_time_seconds')).toHaveLength(41);
    expect(bounds('controller_runtime_reconcile_time_seconds').slice(0, 3)).toEqual(['0.005', '0.01', '0.025']);
    expect(bounds('controller_runtime_reconcile_time_seconds').slice(-2)).toEqual(['60', '+Inf']);
  });

  it('holds several controllers, each family once, and shows or forgets one of them', () => {
    const metrics = new ControllerMetrics();
    for (const name of ['one', 'tw"o\\']) {
      metrics.of(name, 1).reconciled('success', 5);
      metrics.depth(name).inc();
    }
    const families = readExposition(metrics.text());
    expect(families.find(({ name }) => name === 'workqueue_depth')!.samples.map(({ labels }) => labels['name'])).toEqual(['one', 'tw"o\\']);
    expect(readExposition(metrics.text('one')).flatMap(({ samples }) => samples).every(({ labels }) => labels['controller'] === 'one')).toBe(true);
    metrics.forget('one');
    expect(metrics.text('one')).toBe('');
    expect(metrics.text()).toContain('tw\\"o');
  });

  it('a queue that begins anew has nothing in it', () => {
    const metrics = new ControllerMetrics();
    metrics.depth('test').inc();
    metrics.depth('test');
    expect(samplesIn(metrics.text()).get('workqueue_depth')!.value).toBe(0);
  });

  it('nothing is measured, and no timer runs for it, where no figures are kept', async () => {
    const harness = new ControllerHarness({ name: 'test', for: 'v1/configmaps', reconcile: () => undefined });
    await harness.start();
    expect(harness.clock.pending).toBe(0);
    expect(harness.controller.metricsText).toBe('');
    await harness.stop();
  });
});
