import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SharedInformer } from '../../extension/informer/sharedInformer.ts';
import type { SessionController } from '../../extension/inspector/sessionController.ts';
import { keysOf } from '../support/keysOf.ts';
import { SampleWorld } from '../support/sampleWorld.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { describeCluster } from './whenControlPlane.ts';

const patience = { timeout: 100_000, interval: 5 };

describeCluster('a pipeline on a real API server', () => {
  let plane: ControlPlane;
  let world: SampleWorld;
  let informer: SharedInformer;
  let mirror: SessionController;

  beforeAll(async () => {
    plane = await startControlPlane();
    world = await SampleWorld.open(plane.kubeconfig);
  });

  afterAll(async () => {
    await world?.close();
    await plane?.stop();
  });

  const cached = () => informer.indexer.get('default/counted');
  const count = (n: number) => world.patch('v1/configmaps', 'default', 'counted', { data: { n: String(n) } });
  const place = (): string => {
    const { inHand } = world.session.stepper;
    return inHand?.hasLeft ? 'gone' : inHand?.isHeld ? `${inHand.step.point} ${inHand.step.key}` : 'on its way';
  };

  /** Nothing of what was done before is on its way any more: it would be held, and stepped, too. */
  async function expectAtRest(): Promise<void> {
    const onTheWay = () => ({
      queued: informer.queueSnapshot(1).keys,
      handlers: informer.handlers.filter(({ backlog, calling }) => backlog > 0 || calling !== undefined).map(({ name }) => name),
      keys: keysOf(world.session, mirror).filter(({ place: where }) => where !== 'settled').map(({ key }) => key),
    });
    await expect.poll(onTheWay, patience).toEqual({ queued: 0, handlers: [], keys: [] });
  }

  it('held at Pop, takes 100 patches of one object without a change of its cache, as one key with 100 deltas, and one Step is one Pop', async () => {
    mirror = await world.run('configMapMirror');
    informer = world.session.informers.get('v1/configmaps')!;
    await expect.poll(() => informer.hasSynced(), patience).toBe(true);
    await world.create('v1/configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'counted', namespace: 'default' }, data: { n: '0' } });
    await expect.poll(() => cached()?.['data'], patience).toEqual({ n: '0' });
    const { stepper, tracer } = world.session;
    stepper.pause();
    for (let n = 1; n <= 100; n++) await count(n);
    await expect.poll(() => informer.queueSnapshot(200).deltas, patience).toBe(100);
    expect(cached()?.['data']).toEqual({ n: '0' });
    expect(informer.queueSnapshot(200)).toMatchObject({ queue: ['default/counted'], items: [{ key: 'default/counted', deltas: { length: 100 } }] });
    const before = tracer.lastSeq;
    stepper.step();
    await expect.poll(place, patience).toBe('handler.call default/counted');
    expect(Array.from(tracer.entries(before + 1)).filter(({ kind }) => kind === 'queue.pop')).toHaveLength(1);
    expect(cached()?.['data']).toEqual({ n: '100' });
    stepper.continue();
  });

  it('is stepped from the watch event to the reads of the reconcile, and what was held does its work afterwards', async () => {
    const { stepper } = world.session;
    await expectAtRest();
    stepper.runTo('default/stepped');
    await world.create('v1/configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'stepped', namespace: 'default', annotations: { 'mirror-to': 'kube-public' } }, data: { n: '0' } });
    await expect.poll(() => stepper.reason?.type, patience).toBe('runTo');
    const places: string[] = [];
    // It branches, and one branch may have to wait for another: whatever is held is stepped.
    const hasEnded = (): boolean => world.entries('reconcile.end').some(({ key }) => key === 'default/stepped');
    while (!hasEnded()) {
      const { chosen } = stepper;
      places.push(`${chosen?.point} ${chosen?.key}`);
      expect(stepper.step(), places.join(', ')).toBe(true);
      await expect.poll(() => hasEnded() || stepper.held.length > 0, { ...patience, message: places.join(', ') }).toBe(true);
    }
    stepper.continue();
    const way = ['watch.event', 'queue.add', 'queue.pop', 'handler.call', 'workqueue.add', 'workqueue.get', 'reconcile.start', 'reconcile.read'];
    const first = way.map((point) => places.indexOf(`${point} default/stepped`));
    expect(first, places.join(', ')).not.toContain(-1);
    expect(first).toEqual(first.toSorted((one, other) => one - other));
    await expect.poll(() => world.get('v1/configmaps', 'kube-public', 'stepped'), patience).toMatchObject({ data: { n: '0' } });
  });

  it('stops where a field is changed and a condition holds', async () => {
    const { stepper } = world.session;
    const { breakpoints } = world;
    const { id } = breakpoints.add({ enabled: true, path: 'data.n', condition: 'object.data.n == "200" && oldObject.data.n != "200"' });
    await expect.poll(() => breakpoints.get(id)?.verified, patience).toBe(true);
    await expectAtRest();
    await count(199);
    await count(200);
    await expect.poll(() => stepper.reason, patience).toMatchObject({ type: 'breakpoint', id });
    // It is told when the entry comes; where that leads is held in a later turn.
    await expect.poll(place, patience).toBe('handler.call default/counted');
    breakpoints.remove(id);
    stepper.continue();
  });
});
