import { expect } from 'vitest';
import type { KubeObject } from '../../extension/kube/object.ts';
import type { SampleWorld } from './sampleWorld.ts';
import { keysOf } from './keysOf.ts';

const deployments = 'apps/v1/deployments';
const replicaSets = 'apps/v1/replicasets';
const configMaps = 'v1/configmaps';
const namespaces = 'v1/namespaces';
const pods = 'v1/pods';

/** What each sample comes to on a server, and that another run of it writes nothing; where it misbehaves, that it does, and its cure. */
export const sampleStories: Readonly<Record<string, (world: SampleWorld) => Promise<void>>> = {
  async observe(world) {
    await world.create(deployments, deployment('observed'));
    const controller = await world.run('observe');
    await world.expectSettled(controller, 'default/observed');
    expect(world.entries('reconcile.write')).toEqual([]);
    expect(await ownedBy(world, 'observed')).toEqual([]);
  },

  async deploymentRollout(world) {
    await world.create(deployments, deployment('rolled'));
    const controller = await world.run('deploymentRollout');
    await world.until(() => ownedBy(world, 'rolled')).toEqual(['nginx:1.25 × 3']);
    await world.patch(deployments, 'default', 'rolled', [{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'nginx:1.26' }]);
    await world.until(() => ownedBy(world, 'rolled')).toEqual(['nginx:1.25 × 0', 'nginx:1.26 × 3']);
    await world.expectSettled(controller, 'default/rolled');
  },

  async replicaSet(world) {
    const controller = await world.run('replicaSet');
    await world.until(() => world.names(pods, 'default', 'sample-')).toEqual(['sample-0', 'sample-1', 'sample-2']);
    await world.patch(replicaSets, 'default', 'sample', { spec: { replicas: 4 } });
    await world.until(async () => (await world.get(replicaSets, 'default', 'sample'))?.['status']).toMatchObject({ replicas: 4, observedGeneration: 2 });
    await world.delete(pods, 'default', 'sample-1');
    await world.until(() => world.names(pods, 'default', 'sample-')).toEqual(['sample-0', 'sample-1', 'sample-2', 'sample-3']);
    await world.patch(replicaSets, 'default', 'sample', { spec: { replicas: 1 } });
    await world.until(() => world.names(pods, 'default', 'sample-')).toEqual(['sample-0']);
    await world.until(async () => (await world.get(replicaSets, 'default', 'sample'))?.['status']).toMatchObject({ replicas: 1, observedGeneration: 3 });
    await world.expectSettled(controller, 'default/sample');
  },

  async configMapMirror(world) {
    const at = (namespace: string): Promise<unknown> => world.get(configMaps, namespace, 'mirrored').then((copy) => copy?.['data']);
    await world.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mirrored', namespace: 'default', annotations: { 'mirror-to': 'kube-public,kube-system' } }, data: { a: '1' } });
    const controller = await world.run('configMapMirror');
    await world.until(() => Promise.all([at('kube-public'), at('kube-system')])).toEqual([{ a: '1' }, { a: '1' }]);
    await world.patch(configMaps, 'default', 'mirrored', { data: { a: '2' }, metadata: { annotations: { 'mirror-to': 'kube-public' } } });
    await world.until(() => Promise.all([at('kube-public'), at('kube-system')])).toEqual([{ a: '2' }, undefined]);
    await world.expectSettled(controller, 'default/mirrored');
    await world.delete(configMaps, 'default', 'mirrored');
    await world.until(() => Promise.all(['default', 'kube-public'].map(at))).toEqual([undefined, undefined]);
  },

  async websiteOperator(world) {
    const websites = 'samples.informer-inspector.dev/v1/websites';
    const controller = await world.run('websiteOperator');
    const status = (): Promise<unknown> => world.get(websites, 'default', 'hello').then((website) => website?.['status']);
    await world.until(status).toMatchObject({ observedGeneration: 1, conditions: [{ type: 'Ready', status: 'False' }] });
    await world.patch(websites, 'default', 'hello', { spec: { replicas: 3 } });
    await world.until(status).toMatchObject({ observedGeneration: 2, conditions: [{ type: 'Ready', message: '0 of 3 pods are available' }] });
    expect((await world.get(deployments, 'default', 'hello'))?.['spec']).toMatchObject({ replicas: 3 });
    await world.expectSettled(controller, 'default/hello');
  },

  async flaky(world) {
    const controller = await world.run('flaky');
    await world.until(() => keysOf(world.session, controller).every(({ place }) => place === 'settled')).toBe(true);
    expect(world.entries('reconcile.error').length).toBeGreaterThan(0);
    expect(world.entries('workqueue.ratelimited').length).toBeGreaterThan(0);
    expect(world.entries('reconcile.write')).toEqual([]);
  },

  async lostAndFound(world) {
    const controller = await world.run('lostAndFound');
    const noted = (): Promise<unknown> => world.get(namespaces, undefined, 'kube-public').then((namespace) => namespace?.metadata.annotations?.['configmaps']);
    const count = async (): Promise<string> => String((await world.list(configMaps, 'kube-public')).length);
    await world.until(noted).toBe(await count());
    // What was there, and its own note, ask for runs that would count what comes now: those first.
    const asked = (): boolean => {
      const causes = new Set([...world.entries('workqueue.add'), ...world.entries('workqueue.coalesced')].flatMap(({ cause }) => cause ?? []));
      const note = world.entries('reconcile.write').findLast(({ key }) => key === 'kube-public')?.rv;
      const heard = world.entries('handler.update').filter(({ key, rv }) => key === 'kube-public' && rv === note);
      const there = world.entries('handler.add').filter(({ key, informer }) => informer === 'v1/configmaps' && key.startsWith('kube-public/'));
      return heard.length > 0 && [...heard, ...there].every(({ seq }) => causes.has(seq));
    };
    await world.until(asked).toBe(true);
    await world.until(() => keysOf(world.session, controller).find(({ key }) => key === 'kube-public')?.place).toBe('settled');
    await world.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'nothing-in-it', namespace: 'kube-public' } });
    await world.until(() => world.entries('handler.error').map(({ key }) => key)).toContain('kube-public/nothing-in-it');
    await world.until(noted).toBe(await count());
    // Not before a resync: by the trace, since it may come while one looks.
    const lost = world.entries('handler.error').find(({ key }) => key === 'kube-public/nothing-in-it')!.seq;
    const resynced = world.entries('handler.update').find(({ seq, resync }) => resync && seq > lost)?.seq;
    const repaired = (): number | undefined => world.entries('reconcile.write').find(({ seq, key }) => key === 'kube-public' && seq > lost)?.seq;
    // The server has it before the one who wrote it hears so.
    await world.until(repaired).toBeDefined();
    expect(resynced).toBeLessThan(repaired()!);
    await world.expectSettled(controller, 'kube-public');
  },

  async hotLoop(world) {
    const blue = await world.run('hotLoopBlue');
    await world.until(() => world.get(configMaps, 'default', 'paint').then((paint) => paint?.['data'])).toEqual({ color: 'blue' });
    await world.expectSettled(blue, 'default/paint');
    const green = await world.run('hotLoopGreen');
    await world.until(() => Math.min(world.writes(blue).length, world.writes(green).length)).toBeGreaterThan(20);
    const fights = (): unknown[] => world.session.lints.raised.filter(({ lint }) => lint === 'hot-loop');
    await world.until(fights).toMatchObject([{ key: 'default/paint', evidence: { field: 'data.color', writers: expect.arrayContaining(['hot-loop-blue', 'hot-loop-green']) } }]);
    await world.patch(configMaps, 'default', 'paint', { metadata: { annotations: { cure: 'no-force' } } });
    await world.until(() => world.entries('workqueue.drop').map(({ key }) => key)).toContain('default/paint');
    const dropped = world.entries('reconcile.error').at(-1);
    expect(dropped?.message).toMatch(/somebody else owns its color: Apply failed with 1 conflict: conflict with "hot-loop-(blue|green)"/);
    const { resourceVersion } = (await world.get(configMaps, 'default', 'paint'))!.metadata;
    for (const controller of [blue, green]) await world.until(() => controller.busy).toBe(0);
    expect((await world.get(configMaps, 'default', 'paint'))!.metadata.resourceVersion).toBe(resourceVersion);
    await world.until(fights).toEqual([]);
  },

  async staleRead(world) {
    const controller = await world.run('staleRead');
    const there = (): Promise<number> => world.names(pods, 'default', 'stale-read-').then(({ length }) => length);
    await world.until(there).toBe(2);
    await world.patch(configMaps, 'default', 'stale-read', { data: { pods: '5' }, metadata: { annotations: { cure: 'expectations' } } });
    await world.until(there).toBe(5);
    await world.until(() => world.get(configMaps, 'default', 'stale-read').then((configMap) => configMap?.metadata.annotations?.['note'])).toBe('saw 5 of 5');
    await world.patch(configMaps, 'default', 'stale-read', { data: { pods: '1' } });
    await world.until(there).toBe(1);
    await world.until(() => world.get(configMaps, 'default', 'stale-read').then((configMap) => configMap?.metadata.annotations?.['note'])).toBe('saw 1 of 1');
    await world.expectSettled(controller, 'default/stale-read');
  },
};

export function deployment(name: string): KubeObject {
  const template = { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'nginx', image: 'nginx:1.25' }] } };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'default' }, spec: { replicas: 3, selector: { matchLabels: { app: name } }, template } };
}

/** The ReplicaSets of a Deployment: image and replicas. */
export async function ownedBy(world: SampleWorld, name: string): Promise<string[]> {
  const owned = (await world.list(replicaSets, 'default')).filter(({ metadata }) => metadata.ownerReferences?.[0]?.name === name);
  const specs = owned.map(({ spec }) => spec as { replicas: number; template: { spec: { containers: readonly [{ image: string }] } } });
  return specs.map(({ replicas, template }) => `${template.spec.containers[0].image} × ${replicas}`).toSorted();
}
