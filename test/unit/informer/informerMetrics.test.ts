import { describe, expect, it } from 'vitest';
import { InformerNames, type InformerMetricsProvider, versionFigure } from '../../../extension/informer/informerMetrics.ts';
import { InformerHarness } from '../../support/informerHarness.ts';
import { added, bookmark, page, pod } from '../../support/objects.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

class Figures implements InformerMetricsProvider {
  readonly lines: string[] = [];

  queuedItems = ({ name, resource }: { name: string; resource: string }) => ({ set: (value: number) => this.lines.push(`${name} ${resource} queued ${value}`) });
  processingLatency = () => ({ observe: (seconds: number) => this.lines.push(`processed in ${seconds}`) });
  storeResourceVersion = () => ({ set: (value: number) => this.lines.push(`stored ${value}`) });

  take(): string[] {
    return this.lines.splice(0);
  }
}

describe('informer metrics', () => {
  it('P-21: entries in the queue, seconds of each pop, the version of the store', async () => {
    const figures = new Figures();
    const identifier = new InformerNames().reserve('mine', 'v1/pods');
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = new InformerHarness(server, { settings: { queue: 'RealFIFO' }, identifier, metrics: figures });
    const record = harness.probe.record.bind(harness.probe);
    harness.probe.record = (draft) => {
      if (draft.kind === 'store.add') harness.clock.pass(250);
      return record(draft);
    };
    await harness.start();
    figures.take();
    harness.gate.close('queue.pop');
    server.current.send(added(pod('a', 11)), added(pod('b', 12)));
    await harness.clock.settle();
    expect(figures.take()).toEqual(['mine v1/pods queued 1', 'mine v1/pods queued 2']);
    harness.gate.open();
    await harness.clock.settle();
    expect(figures.take()).toEqual([
      'mine v1/pods queued 1',
      'stored 11',
      'processed in 0.25',
      'mine v1/pods queued 0',
      'stored 12',
      'processed in 0.25',
    ]);
  });

  it('F-09, P-21: a batch counts as one; a bookmark that comes alone is not told of', async () => {
    const figures = new Figures();
    const identifier = new InformerNames().reserve('mine', 'v1/pods');
    const server = new ScriptedListerWatcher([]);
    const harness = new InformerHarness(server, { settings: { clientGo: '1.36', queue: 'atomic' }, identifier, metrics: figures });
    await harness.start();
    server.current.send(bookmark(10, true));
    await harness.clock.settle();
    figures.take();
    harness.gate.close('queue.pop');
    server.current.send(bookmark(11));
    await harness.clock.settle();
    expect(figures.take()).toEqual([]);
    server.current.send(added(pod('a', 12)), added(pod('b', 13)), added(pod('c', 14)));
    await harness.clock.settle();
    figures.take();
    harness.gate.open();
    await harness.clock.settle();
    expect(figures.take().filter((line) => line.startsWith('processed'))).toHaveLength(2);
  });

  it('P-21: only a reserved identifier is published; the first of a name and resource has it', async () => {
    const names = new InformerNames();
    const first = names.reserve('mine', 'v1/pods');
    expect([first, names.reserve('mine', 'v1/pods'), names.reserve('mine', 'v1/secrets'), names.reserve('', 'v1/pods')].map(({ isReserved }) => isReserved)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const figures = new Figures();
    const second = names.reserve('mine', 'v1/pods');
    await new InformerHarness(new ScriptedListerWatcher([page(10, [pod('a', 1)])]), {
      settings: { queue: 'RealFIFO' },
      identifier: second,
      metrics: figures,
    }).start();
    expect(figures.lines).toEqual([]);
  });

  it('P-21: nothing is published where there is no identifier', async () => {
    const figures = new Figures();
    await new InformerHarness(new ScriptedListerWatcher([page(10, [pod('a', 1)])]), { settings: { queue: 'RealFIFO' }, metrics: figures }).start();
    expect(figures.lines).toEqual([]);
  });

  it('I-15: the last fifteen digits of a version; none counts as 0', () => {
    expect(versionFigure('12345678901234567890')).toBe(678_901_234_567_890);
    expect(versionFigure('42')).toBe(42);
    expect(versionFigure('')).toBe(0);
  });
});
