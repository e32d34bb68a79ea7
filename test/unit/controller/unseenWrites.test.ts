import { afterEach, describe, expect, it } from 'vitest';
import type { ReconcileContext, Reconciler } from '../../../extension/controller/api.ts';
import { UnseenWrites } from '../../../extension/controller/unseenWrites.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { ControllerHarness, type ControllerHarnessOptions } from './controllerHarness.ts';

const configMaps = parseResource('v1/configmaps')!;
const pods = parseResource('v1/pods')!;

const pod = (name: string, more: { namespace?: string; labels?: Record<string, string>; node?: string; finalizers?: string[] } = {}) => {
  const { namespace = 'd', labels = {}, node, finalizers = [] } = more;
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'u-owner', controller: true };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, labels, finalizers, ownerReferences: [owner] }, ...(node && { spec: { nodeName: node } }) };
};

/** A reconciler whose one key does whatever the test says, step by step. */
describe('own writes that the cache has not got', () => {
  let harness: ControllerHarness;
  let context: ReconcileContext;
  let release: () => void = () => undefined;

  const begin = async (options: ControllerHarnessOptions = {}): Promise<void> => {
    const reconciler: Reconciler = {
      name: 'test',
      for: 'v1/configmaps',
      owns: ['v1/pods'],
      reconcile(given) {
        context = given;
        return new Promise((resolve) => {
          release = () => resolve();
        });
      },
    };
    harness = new ControllerHarness(reconciler, options);
    harness.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd' } });
    await harness.start();
    harness.cluster.lagging = true;
  };

  /** Writes, and gives the number of the write's entry. */
  const write = async (writing: Promise<unknown>): Promise<number> => {
    await writing;
    return harness.probe.of('reconcile.write').at(-1)!.seq;
  };

  /** Reads, and gives the writes that the read says it has missed. */
  const missed = async (reading: Promise<unknown>): Promise<readonly number[] | undefined> => {
    await reading;
    return harness.probe.of('reconcile.read').at(-1)!.unseen;
  };

  const getPod = (name = 'p'): Promise<readonly number[] | undefined> => missed(context.cache.get('v1/pods', 'd', name));
  const listPods = (namespace?: string): Promise<readonly number[] | undefined> => missed(context.cache.list('v1/pods', namespace));

  const deliver = async (): Promise<void> => {
    harness.cluster.deliver();
    await harness.clock.settle();
  };

  afterEach(async () => {
    release();
    harness.gate.open();
    await harness.stop();
  });

  it('are named by a get of the object, and no longer once the event has come', async () => {
    await begin();
    const created = await write(context.client.create('v1/pods', pod('p')));
    expect(await getPod()).toEqual([created]);
    expect(await getPod('other')).toBeUndefined();
    await deliver();
    expect(await getPod()).toBeUndefined();
    const { metadata } = (await context.cache.get('v1/pods', 'd', 'p'))!;
    expect(harness.probe.of('reconcile.read').at(-1)).toMatchObject({ lookup: 'get v1/pods d/p', rv: metadata.resourceVersion, cacheRv: metadata.resourceVersion });
  });

  it('are each named until the cache has come as far as that one', async () => {
    await begin();
    const created = await write(context.client.create('v1/pods', pod('p')));
    const patched = await write(context.client.patch('v1/pods', 'd', 'p', { metadata: { labels: { app: 'web' } } }));
    const status = await write(context.client.status.patch('v1/pods', 'd', 'p', { status: { phase: 'Running' } }));
    expect(await getPod()).toEqual([created, patched, status]);
    harness.gate.close('queue.pop');
    await deliver();
    expect(await getPod()).toEqual([created, patched, status]); // they wait in the delta queue
    harness.gate.open();
    await harness.clock.settle();
    expect(await getPod()).toBeUndefined();
  });

  it('are settled by a newer version, too', async () => {
    await begin();
    await write(context.client.create('v1/pods', pod('p')));
    harness.cluster.put(pods, pod('p', { labels: { by: 'another' } }));
    await deliver();
    expect(await getPod()).toBeUndefined();
  });

  it('are settled by a list, though it has no such object any more', async () => {
    await begin();
    const created = await write(context.client.create('v1/pods', pod('p')));
    harness.cluster.remove(pods, 'd/p');
    expect(await getPod()).toEqual([created]);
    harness.cluster.compact();
    harness.cluster.dropWatches();
    harness.cluster.lagging = false;
    await harness.clock.advance(5000);
    expect(harness.probe.of('reflector.list').filter(({ informer }) => informer === 'v1/pods').length).toBeGreaterThan(1);
    expect(await getPod()).toBeUndefined();
  });

  it('are named by a list of all, and of their namespace only', async () => {
    await begin();
    const created = await write(context.client.create('v1/pods', pod('p')));
    const other = await write(context.client.create('v1/pods', pod('p', { namespace: 'e' })));
    expect(await listPods()).toEqual([created, other]);
    expect(await listPods('d')).toEqual([created]);
    expect(await listPods('e')).toEqual([other]);
    expect(await listPods('f')).toBeUndefined();
  });

  it('are named by an index under the values that they had, and those that they have', async () => {
    await begin();
    harness.cluster.lagging = false;
    await context.client.create('v1/pods', pod('p', { labels: { app: 'old' }, node: 'n1' }));
    await harness.clock.settle();
    harness.cluster.lagging = true;
    const moved = await write(context.client.patch('v1/pods', 'd', 'p', { metadata: { labels: { app: 'new' } } }));
    const by = (index: string, value: string): Promise<readonly number[] | undefined> => missed(context.cache.byIndex('v1/pods', index, value));
    expect(await by('labels', 'app=old')).toEqual([moved]);
    expect(await by('labels', 'app=new')).toEqual([moved]);
    expect(await by('labels', 'app=other')).toBeUndefined();
    expect(await by('owner', 'u-owner')).toEqual([moved]);
    expect(await by('owner', 'u-other')).toBeUndefined();
    expect(await by('node', 'n1')).toEqual([moved]);
    expect(await by('namespace', 'd')).toEqual([moved]);
    await deliver();
    expect(await by('labels', 'app=new')).toBeUndefined();
    expect((await context.cache.byIndex('v1/pods', 'labels', 'app=new')).map(({ metadata }) => metadata.name)).toEqual(['p']);
  });

  it('deletions are named while the object is still in the cache', async () => {
    await begin();
    harness.cluster.lagging = false;
    await context.client.create('v1/pods', pod('p', { labels: { app: 'web' } }));
    await harness.clock.settle();
    harness.cluster.lagging = true;
    const deleted = await write(context.client.delete('v1/pods', 'd', 'p'));
    expect(await getPod()).toEqual([deleted]);
    expect(await listPods('d')).toEqual([deleted]);
    expect(await missed(context.cache.byIndex('v1/pods', 'labels', 'app=web'))).toEqual([deleted]);
    expect(await missed(context.cache.byIndex('v1/pods', 'labels', 'app=other'))).toBeUndefined();
    await deliver();
    expect(await getPod()).toBeUndefined();
    expect(await listPods()).toBeUndefined();
  });

  it('an object that was created and deleted is missed by nobody, until its creation alone has come', async () => {
    await begin();
    await write(context.client.create('v1/pods', pod('p')));
    const deleted = await write(context.client.delete('v1/pods', 'd', 'p'));
    expect(await getPod()).toBeUndefined(); // it is gone, and the cache has none
    harness.gate.close('watch.event');
    await deliver();
    while (harness.gate.held[0]!.step.key !== 'd/p') harness.gate.releaseOne();
    harness.gate.releaseOne();
    await harness.clock.settle();
    expect((await context.cache.get('v1/pods', 'd', 'p'))?.metadata.name).toBe('p');
    expect(await getPod()).toEqual([deleted]);
    harness.gate.open();
    await harness.clock.settle();
    expect(await getPod()).toBeUndefined();
  });

  it('a name that is used again: the new object is awaited, the deletion of the old one is over', async () => {
    await begin();
    harness.cluster.lagging = false;
    await context.client.create('v1/pods', pod('p'));
    await harness.clock.settle();
    harness.cluster.lagging = true;
    const deleted = await write(context.client.delete('v1/pods', 'd', 'p'));
    const created = await write(context.client.create('v1/pods', pod('p')));
    expect(await getPod()).toEqual([deleted, created]);
    await deliver();
    expect(await getPod()).toBeUndefined();
  });

  it('a deletion that finalizers hold up is a change until the object goes', async () => {
    await begin();
    harness.cluster.lagging = false;
    await context.client.create('v1/pods', pod('p', { finalizers: ['example.com/f'] }));
    await harness.clock.settle();
    harness.cluster.lagging = true;
    const deleted = await write(context.client.delete('v1/pods', 'd', 'p'));
    expect(await getPod()).toEqual([deleted]);
    await deliver();
    expect(await getPod()).toBeUndefined();
    expect((await context.cache.get('v1/pods', 'd', 'p'))!.metadata.deletionTimestamp).toBeTruthy();
  });

  it('what changed nothing is not awaited, and neither is what was refused or nobody here watches', async () => {
    await begin();
    harness.cluster.lagging = false;
    await context.client.create('v1/pods', pod('p'));
    await harness.clock.settle();
    harness.cluster.lagging = true;
    await context.client.patch('v1/pods', 'd', 'p', { metadata: { namespace: 'd' } });
    await expect(context.client.create('v1/pods', pod('p'))).rejects.toMatchObject({ status: 409 });
    await context.client.create('v1/secrets', { metadata: { name: 's', namespace: 'd' } });
    expect(await listPods()).toBeUndefined();
  });

  it('a dry run is never awaited', async () => {
    await begin({ dryRun: true });
    await context.client.create('v1/pods', pod('p'));
    expect(await getPod()).toBeUndefined();
    expect(await listPods()).toBeUndefined();
  });

  it('what was skipped is never awaited', async () => {
    await begin();
    harness.gate.close('reconcile.write');
    const creating = context.client.create('v1/pods', pod('p'));
    await harness.clock.settle();
    harness.gate.releaseOne({ type: 'skip' });
    await creating;
    harness.gate.open();
    expect(await listPods()).toBeUndefined();
  });
});

it('UnseenWrites: remembers a bounded number, and none outside the scope of the cache', async () => {
  const harness = new ControllerHarness({ name: 'test', for: 'v1/configmaps', reconcile: () => undefined });
  await harness.start();
  const informer = harness.factory.informer(configMaps);
  const writes = new UnseenWrites();
  for (let number = 1; number <= 1200; number++) {
    writes.add('v1/configmaps', { seq: number, key: `d/${number}`, object: { metadata: { name: `${number}`, namespace: 'd', resourceVersion: '9999' } } }, informer);
  }
  expect(writes.missedBy('v1/configmaps', { type: 'list' }, informer)).toHaveLength(1000);
  expect(writes.missedBy('v1/configmaps', { type: 'get', key: 'd/1' }, informer)).toEqual([]);
  expect(writes.missedBy('v1/configmaps', { type: 'get', key: 'd/1200' }, informer)).toEqual([1200]);

  const scoped = new UnseenWrites();
  const { indexer } = informer;
  const cache = (scope: object) => ({ indexer, scope, lastSyncResourceVersion: () => '100', queueSnapshot: () => informer.queueSnapshot(1) });
  const object = { metadata: { name: 'a', namespace: 'd', resourceVersion: '9999' } };
  for (const [seq, scope] of [{ namespace: 'e' }, { labelSelector: 'a=b' }, { fieldSelector: 'a=b' }, { namespace: 'd' }].entries()) scoped.add('v1/configmaps', { seq, key: 'd/a', object }, cache(scope));
  expect(scoped.missedBy('v1/configmaps', { type: 'list' }, cache({ namespace: 'd' }))).toEqual([3]);
  await harness.stop();
});
