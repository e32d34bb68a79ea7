import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import replicaSet from '../../../../extension/controller/samples/replicaSet.ts';
import { handedOver } from '../../../../extension/playground/controllers/replicaSetController.ts';
import { PlaygroundController } from '../../../support/playgroundController.ts';

const sample = ['apps/v1/replicasets', 'default', 'sample'] as const;

describe('replicaset', () => {
  let world: PlaygroundController;
  const pods = async (): Promise<string[]> => (await world.objects('v1/pods', 'default')).filter(({ metadata }) => metadata.name?.startsWith('sample-')).map(({ metadata }) => metadata.name!);
  const scale = (replicas: number): Promise<void> => world.patch(...sample, { spec: { replicas } });

  beforeEach(async () => {
    world = await new PlaygroundController(replicaSet).start();
  });
  afterEach(() => world.stop());

  it('makes pods, counts them in the status, and makes and removes some when the number changes', async () => {
    await world.playground.clock.advance(10_000);
    expect(await pods()).toEqual(['sample-0', 'sample-1', 'sample-2']);
    expect((await world.object(...sample))['status']).toMatchObject({ replicas: 3, readyReplicas: 3, availableReplicas: 3, observedGeneration: 1 });
    await scale(5);
    expect(await pods()).toEqual(['sample-0', 'sample-1', 'sample-2', 'sample-3', 'sample-4']);
    await scale(1);
    await world.playground.clock.advance(10_000);
    expect(await pods()).toEqual(['sample-0']);
    expect((await world.object(...sample))['status']).toMatchObject({ replicas: 1, readyReplicas: 1, observedGeneration: 3 });
    await scale(0);
    await world.playground.clock.advance(1000);
    expect((await world.object(...sample))['status']).toMatchObject({ replicas: 0 });
    expect(await world.writesOfSecondRun('default/sample')).toEqual([]);
  });

  it('puts back a pod that was deleted or has ended, and owns what it makes', async () => {
    await world.playground.ask('DELETE', '/api/v1/namespaces/default/pods/sample-1');
    await world.playground.patch('/api/v1/namespaces/default/pods/sample-2/status', { status: { phase: 'Failed' } });
    await world.playground.clock.advance(10_000);
    expect(await pods()).toEqual(['sample-0', 'sample-1', 'sample-2']);
    const { metadata, status } = await world.object('v1/pods', 'default', 'sample-2');
    expect(status).toMatchObject({ phase: 'Running' });
    expect(metadata.ownerReferences).toMatchObject([{ kind: 'ReplicaSet', name: 'sample', controller: true, uid: (await world.object(...sample)).metadata.uid }]);
  });

  it('makes nothing twice, however far its cache is behind', async () => {
    world.faults.active = true;
    await scale(4);
    for (let run = 0; run < 5; run++) {
      world.controller.queue.add('default/sample');
      await world.playground.clock.advance(100);
    }
    world.faults.heal();
    await world.playground.clock.advance(120_000);
    expect(await pods()).toEqual(['sample-0', 'sample-1', 'sample-2', 'sample-3']);
    expect(world.faults.counts.lag).toBeGreaterThan(0);
    const created = world.probe.of('reconcile.write').filter(({ verb, code, target }) => verb === 'create' && code === 201 && target.startsWith('v1/pods'));
    expect(new Set(created.map(({ target }) => target)).size).toBe(created.length);
  });

  it('says that a pod of somebody else is in the way, leaves it, and goes on when it is gone', async () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'sample-3' }, spec: { containers: [{ name: 'c', image: 'theirs' }] } };
    expect((await world.playground.ask('POST', '/api/v1/namespaces/default/pods', { body: pod })).status).toBe(201);
    await scale(4);
    expect(world.probe.of('reconcile.error').at(-1)?.message).toBe('pod sample-3 is in the way of ReplicaSet sample, which does not own it. Delete or rename one of the two.');
    expect((await world.object('v1/pods', 'default', 'sample-3'))['spec']).toMatchObject({ containers: [{ image: 'theirs' }] });
    await world.playground.ask('DELETE', '/api/v1/namespaces/default/pods/sample-3');
    await world.playground.clock.advance(120_000);
    expect((await world.object('v1/pods', 'default', 'sample-3')).metadata.ownerReferences).toMatchObject([{ kind: 'ReplicaSet', name: 'sample' }]);
  });

  it('minds no other ReplicaSet, and nobody else minds these', async () => {
    expect((await world.objects('apps/v1/replicasets', 'default')).filter(({ metadata }) => metadata.labels?.[handedOver.name] === handedOver.value).map(({ metadata }) => metadata.name)).toEqual(['sample']);
    const writers = (await world.objects('v1/pods', 'default')).filter(({ metadata }) => metadata.name?.startsWith('sample-')).map(({ metadata }) => (metadata.managedFields![0] as { manager: string }).manager);
    expect(writers).toEqual(['replicaset', 'replicaset', 'replicaset']);
    const web = world.probe.of('reconcile.start').filter(({ key }) => key !== 'default/sample');
    expect(web.filter(({ seq }) => world.probe.of('reconcile.write').some(({ cause }) => cause?.includes(seq)))).toEqual([]);
  });
});
