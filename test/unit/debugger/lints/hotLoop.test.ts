import { describe, expect, it } from 'vitest';
import type { Reconciler } from '../../../../extension/controller/api.ts';
import { parseResource } from '../../../../extension/kube/resource.ts';
import { configMap, configMaps, lintHarness, managedBy } from '../../../support/lintHarness.ts';

/** Wants the color of every ConfigMap to be its own. */
const painter = (name: string, color: string): Reconciler => ({
  name,
  for: 'v1/configmaps',
  async reconcile({ cache, client }, { namespace, name: object }) {
    const current = (await cache.get('v1/configmaps', namespace, object)) as { readonly data?: { readonly color?: string } } | undefined;
    if (current?.data?.color === color) return;
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    await client.patch('v1/configmaps', namespace, object, { data: { color } });
  },
});

/** Writes a field by turns, as others on the cluster do. */
async function turns(harness: ReturnType<typeof lintHarness>, count: number, gapMs: number, writer: (turn: number) => string): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    harness.cluster.put(configMaps, configMap('paint', { color: String(turn % 2) }, { managedFields: [managedBy(writer(turn), 'color')] }));
    await harness.clock.advance(gapMs);
  }
}

describe('hot loop', () => {
  it('is raised for two controllers that write one field by turns, names both and the field, and is cleared when one has stopped', async () => {
    const slow = (reconciler: Reconciler): Reconciler => ({
      ...reconciler,
      queue: 'delaying',
      reconcile: async (ctx, request) => {
        await reconciler.reconcile(ctx, request);
        return {};
      },
    });
    const harness = lintHarness({ reconcilers: [slow(painter('blue', 'blue')), slow(painter('green', 'green'))] });
    const { session, cluster, clock } = harness;
    let writes = 0;
    // Each write takes a moment, or time would stand still while they fight.
    const write = cluster.write.bind(cluster);
    cluster.write = async (...args) => {
      writes++;
      await new Promise<void>((resolve) => void clock.setTimer(100, resolve));
      return write(...args);
    };
    cluster.put(configMaps, configMap('paint', { color: 'red' }));
    await harness.run('blue');
    const green = await harness.run('green');
    await clock.advance(5000);
    expect(harness.raised()).toEqual(['hot-loop']);
    expect(harness.first()).toMatchObject({ informer: 'v1/configmaps', key: 'd/paint', evidence: { field: 'data.color' } });
    expect(harness.first()!.evidence.writers!.toSorted()).toEqual(['blue', 'green']);
    expect(harness.first()!.evidence.values!.toSorted()).toEqual(['blue', 'green']);
    expect(new Set(harness.causes())).toEqual(new Set(['reconcile.write', 'store.update']));
    expect(writes).toBeGreaterThan(6);
    const stopping = green.stop();
    await clock.advance(10_000);
    await stopping;
    expect(harness.raised()).toEqual(['hot-loop']);
    await clock.advance(10_000);
    expect(harness.raised()).toEqual([]);
    expect(session.lints.cleared).toMatchObject([{ raised: { lint: 'hot-loop' }, cleared: { lint: 'hot-loop' } }]);
    await session.close();
  });

  it('is raised for two others of the cluster, by what the server keeps of who wrote', async () => {
    const harness = lintHarness();
    harness.session.informers.start(configMaps);
    await turns(harness, 14, 300, (turn) => ['hpa', 'argocd'][turn % 2]!);
    expect(harness.first()).toMatchObject({ lint: 'hot-loop', evidence: { field: 'data.color' } });
    expect(harness.first()!.evidence.writers!.toSorted()).toEqual(['argocd', 'hpa']);
    await harness.session.close();
  });

  it('is not raised for one who writes now this and now that', async () => {
    const harness = lintHarness();
    harness.session.informers.start(configMaps);
    await turns(harness, 40, 200, () => 'kubelet');
    expect(harness.raised()).toEqual([]);
    await harness.session.close();
  });

  it('is not raised for two who take turns slowly, or a few times', async () => {
    const harness = lintHarness();
    harness.session.informers.start(configMaps);
    await turns(harness, 12, 12_000, (turn) => ['hpa', 'argocd'][turn % 2]!);
    await turns(harness, 5, 100, (turn) => ['hpa', 'argocd'][turn % 2]!);
    await harness.clock.advance(60_000);
    expect(harness.raised()).toEqual([]);
    await harness.session.close();
  });

  it('is not raised for two who write different fields of one object', async () => {
    const harness = lintHarness();
    const { cluster, clock, session } = harness;
    session.informers.start(configMaps);
    for (let turn = 0; turn < 30; turn++) {
      const managedFields = [managedBy('a', 'one'), managedBy('b', 'two')];
      cluster.put(configMaps, configMap('shared', { one: String(turn >> 1), two: String((turn + 1) >> 1) }, { managedFields }));
      await clock.advance(200);
    }
    expect(harness.raised()).toEqual([]);
    await session.close();
  });

  it('says nothing of what stands in a Secret', async () => {
    const harness = lintHarness();
    const { cluster, clock, session } = harness;
    const secrets = parseResource('v1/secrets')!;
    session.informers.start(secrets);
    for (let turn = 0; turn < 14; turn++) {
      const metadata = { name: 's', namespace: 'd', managedFields: [managedBy(['a', 'b'][turn % 2]!, 'password')] };
      cluster.put(secrets, { apiVersion: 'v1', kind: 'Secret', metadata, data: { password: `hunter-${turn % 2}` } });
      await clock.advance(200);
    }
    expect(harness.raised()).toEqual(['hot-loop']);
    expect(JSON.stringify(session.lints.raised)).not.toContain('hunter');
    await session.close();
  });
});
