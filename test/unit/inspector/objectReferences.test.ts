import { describe, expect, it } from 'vitest';
import { objectYaml } from '../../../extension/inspector/objectYaml.ts';
import { type ObjectReference, referencesOf } from '../../../extension/inspector/objectReferences.ts';
import { longestLinked, referencesInYaml } from '../../../extension/inspector/referencesInYaml.ts';
import { resolveReference } from '../../../extension/inspector/resolveReference.ts';
import { openSession } from '../../support/openSession.ts';

const owner = (kind: string, name: string, uid: string) => ({ apiVersion: 'apps/v1', kind, name, uid, controller: true });
const spec = {
  nodeName: 'node-1',
  serviceAccountName: 'builder',
  imagePullSecrets: [{ name: 'registry' }],
  containers: [{ name: 'main', envFrom: [{ configMapRef: { name: 'settings' } }], env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'login', key: 'a' } } }, { name: 'B', value: 'settings' }] }],
  volumes: [{ configMap: { name: 'files' } }, { secret: { secretName: 'tls' } }, { persistentVolumeClaim: { claimName: 'disk' } }, { projected: { sources: [{ secret: { name: 'token' } }] } }, { emptyDir: {} }],
};
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'd', ownerReferences: [owner('ReplicaSet', 'web', 'u-1')] }, spec };

const brief = (references: readonly ObjectReference[]) => references.map(({ group, kind, namespace, name }) => [group, kind, namespace, name].join(' '));

describe('what an object refers to', () => {
  it('is its owners, and of a pod what it runs on, as and with', () => {
    expect(brief(referencesOf(pod))).toEqual([
      'apps ReplicaSet d web',
      ' Node  node-1',
      ' ServiceAccount d builder',
      ' Secret d registry',
      ' ConfigMap d files',
      ' Secret d tls',
      ' PersistentVolumeClaim d disk',
      ' Secret d token',
      ' ConfigMap d settings',
      ' Secret d login',
    ]);
  });

  it('is found in the template of whatever makes pods, and not in a field that is only called alike', () => {
    expect(brief(referencesOf({ ...pod, kind: 'Rollout', metadata: { name: 'r', namespace: 'd' }, spec: { template: { spec: { nodeName: 'n', containers: [] } } } }))).toEqual([' Node  n']);
    expect(referencesOf({ apiVersion: 'x/v1', kind: 'Machine', metadata: { name: 'm' }, spec: { nodeName: 'n' } })).toEqual([]);
  });

  it.each([
    ['an Event', { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e', namespace: 'd' }, involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'other', name: 'a', uid: 'u' } }, [' Pod other a']],
    ['an Event of today', { apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { name: 'e', namespace: 'd' }, regarding: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } }, ['apps Deployment d web']],
    ['an autoscaler', { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'h', namespace: 'd' }, spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } } }, ['apps Deployment d web']],
    ['a claim', { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'c', namespace: 'd' }, spec: { volumeName: 'pv-1', storageClassName: 'fast' } }, [' PersistentVolume  pv-1', 'storage.k8s.io StorageClass  fast']],
    ['an Ingress', { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'i', namespace: 'd' }, spec: { rules: [{ http: { paths: [{ backend: { service: { name: 'web' } } }] } }] } }, [' Service d web']],
    ['a binding', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'b', namespace: 'd' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' }, subjects: [{ kind: 'ServiceAccount', name: 's', namespace: 'x' }] }, ['rbac.authorization.k8s.io ClusterRole d view', ' ServiceAccount x s']],
  ])('of %s', (_, object, expected) => {
    expect(brief(referencesOf(object))).toEqual(expected);
  });

  it.each([undefined, null, 7, [], {}, { metadata: { ownerReferences: 'x' } }, { metadata: { ownerReferences: [null, 3, { kind: 7, name: [] }] }, spec: { containers: [null, { env: {} }], volumes: 3, nodeName: {} } }])('is nothing of what a hostile server sends: %j', (object) => {
    expect(referencesOf(object)).toEqual([]);
  });
});

describe('the places of references in a text', () => {
  it('are where the names stand, whatever else is called alike', async () => {
    const text = objectYaml(['head of web'], pod);
    const placed = await referencesInYaml(text);
    expect(placed.map(({ start, end }) => text.slice(start, end))).toEqual(referencesOf(pod).map(({ name }) => name));
    expect(text.slice(0, placed[0]!.start)).toMatch(/ownerReferences:[^]*kind: ReplicaSet\n\s+name: $/);
  });

  it('are none in what is no YAML, or too long', async () => {
    expect(await referencesInYaml('a: [')).toEqual([]);
    expect(await referencesInYaml('# nothing\n')).toEqual([]);
    expect(await referencesInYaml(`${objectYaml([], pod)}x: ${'y'.repeat(longestLinked)}\n`)).toEqual([]);
  });
});

describe('where a reference leads', () => {
  const replicaSets = { group: 'apps', version: 'v1', resource: 'replicasets' };
  const nodes = { group: '', version: 'v1', resource: 'nodes' };
  const [web, node] = referencesOf(pod) as [ObjectReference, ObjectReference];

  it('is the cache that has it; an owner by its uid, so that another of that name is none', async () => {
    const { session, cluster, clock } = openSession();
    cluster.put(replicaSets, { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web', namespace: 'd', uid: 'u-1' } });
    cluster.put(nodes, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } });
    session.informers.start(replicaSets);
    session.informers.start(nodes);
    await clock.settle();
    expect(resolveReference(session, web, 'v1/pods')).toEqual({ state: 'cached', informer: 'apps/v1/replicasets', key: 'd/web' });
    expect(resolveReference(session, node, 'v1/pods')).toEqual({ state: 'cached', informer: 'v1/nodes', key: 'node-1' });
    expect(resolveReference(session, { ...web, uid: 'u-2' }, 'v1/pods')).toMatchObject({ state: 'unknown' });
    await session.catalog.upToDate();
    expect(resolveReference(session, { ...web, uid: 'u-2' }, 'v1/pods')).toEqual({ state: 'absent', informer: 'apps/v1/replicasets', key: 'd/web' });
    await session.close();
  });

  it('is otherwise the informer that would have it, as wide as that of what refers; unknown while nothing tells the resource', async () => {
    const { session, clock } = openSession();
    session.informers.start({ group: '', version: 'v1', resource: 'pods' }, { namespace: 'd' });
    await clock.settle();
    expect(resolveReference(session, web, 'v1/pods@d')).toEqual({ state: 'unknown' });
    expect(resolveReference(session, node, 'v1/pods@d')).toEqual({ state: 'notStarted', informer: 'v1/nodes', key: 'node-1' });
    await session.catalog.upToDate();
    expect(resolveReference(session, web, 'v1/pods@d')).toEqual({ state: 'notStarted', informer: 'apps/v1/replicasets@d', key: 'd/web' });
    expect(resolveReference(session, web, 'v1/pods')).toEqual({ state: 'notStarted', informer: 'apps/v1/replicasets', key: 'd/web' });
    await session.close();
  });
});
