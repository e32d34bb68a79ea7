import { afterEach, describe, expect, it, vi } from 'vitest';
import staleRead from '../../../../extension/controller/samples/staleRead.ts';
import { parseResource } from '../../../../extension/kube/resource.ts';
import type { Gate } from '../../../../extension/trace/gate.ts';
import { ControllerHarness } from '../controllerHarness.ts';

const configMaps = parseResource('v1/configmaps')!;
const pods = parseResource('v1/pods')!;

/** Holds the watch of pods, as a person does in the panel; what is held goes on when it is opened. */
class PodGate implements Gate {
  closed = false;
  readonly #held: (() => void)[] = [];

  ask({ point, owner }: Parameters<Gate['ask']>[0]): Promise<void> | undefined {
    if (!this.closed || point !== 'watch.event' || owner !== 'v1/pods') return undefined;
    return new Promise((resolve) => void this.#held.push(resolve));
  }

  open(): void {
    this.closed = false;
    for (const release of this.#held.splice(0)) release();
  }
}

describe('stale read', () => {
  let harness: ControllerHarness;
  afterEach(async () => {
    vi.useRealTimers();
    harness.cluster.remove(configMaps, 'default/stale-read'); // so that it forgets the key
    await harness.clock.settle();
    await harness.stop();
  });

  const ask = (count: number, annotations = {}, name = 'stale-read'): void => {
    const old = harness.cluster.object(configMaps, `default/${name}`);
    const metadata = { name, namespace: 'default', labels: { sample: 'stale-read' }, ...old?.metadata, annotations: { ...old?.metadata.annotations, ...annotations } };
    harness.cluster.put(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { pods: String(count) } });
  };
  const counts = async (): Promise<{ there: number; made: number; deleted: number }> => {
    await harness.clock.settle();
    const written = harness.probe.of('reconcile.write').filter(({ target, code }) => target.startsWith('v1/pods') && code < 300);
    return { there: harness.cluster.objects(pods).length, made: written.filter(({ verb }) => verb === 'create').length, deleted: written.filter(({ verb }) => verb === 'delete').length };
  };

  async function begin(annotations = {}): Promise<PodGate> {
    const gate = new PodGate();
    harness = new ControllerHarness(staleRead, { gate });
    await harness.start();
    ask(2, annotations);
    expect((await counts()).there).toBe(2);
    return gate;
  }

  it('makes as many pods as are asked for while its caches keep up', async () => {
    await begin();
    ask(4);
    expect(await counts()).toEqual({ there: 4, made: 4, deleted: 0 });
    ask(1);
    expect(await counts()).toEqual({ there: 1, made: 4, deleted: 3 });
  });

  it('makes them twice when its own note overtakes them, and deletes the rest when they come', async () => {
    const gate = await begin();
    gate.closed = true;
    ask(4);
    expect(await counts()).toEqual({ there: 6, made: 6, deleted: 0 });
    const missed = harness.probe.of('reconcile.read').filter(({ unseen, lookup }) => lookup.includes('v1/pods') && unseen);
    expect(missed.length).toBeGreaterThan(0);
    gate.open();
    expect(await counts()).toMatchObject({ there: 4, deleted: 2 });
  });

  it('cured, does not wait for ever for what never comes by: five minutes from the write, however often it looks', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const gate = await begin({ cure: 'expectations' });
    gate.closed = true;
    ask(4);
    expect(await counts()).toMatchObject({ there: 4, made: 4 });
    for (const pod of harness.cluster.objects(pods).slice(2)) harness.cluster.remove(pods, `default/${pod.metadata.name}`);
    vi.setSystemTime(Date.now() + 290_000);
    ask(4, { look: 'again' });
    expect(await counts()).toMatchObject({ there: 2, made: 4 });
    expect(harness.probe.of('workqueue.delayed').at(-1)?.after).toBe(10_000);
    vi.setSystemTime(Date.now() + 10_000);
    ask(4, { look: 'once more' });
    expect(await counts()).toMatchObject({ there: 4, made: 6 });
  });

  it('cured by expectations, it waits for what it has made to come by, and makes and deletes no more than was asked for', async () => {
    const gate = await begin({ cure: 'expectations' });
    gate.closed = true;
    ask(4);
    expect(await counts()).toEqual({ there: 4, made: 4, deleted: 0 });
    ask(1); // meanwhile it is not to be trusted to count
    expect(await counts()).toEqual({ there: 4, made: 4, deleted: 0 });
    gate.open();
    expect(await counts()).toEqual({ there: 1, made: 4, deleted: 3 });
  });
});
