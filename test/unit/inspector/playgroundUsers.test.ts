import { afterAll, beforeAll, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Emitter } from '../../../extension/base/emitter.ts';
import { silentLogger } from '../../../extension/base/logger.ts';
import { systemRandom } from '../../../extension/base/random.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { Cluster } from '../../../extension/cluster/cluster.ts';
import { asServiceAccount } from '../../../extension/cluster/impersonation.ts';
import { loadKubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { serviceAccountNames } from '../../../extension/inspector/access/serviceAccountNames.ts';
import { Inspector } from '../../../extension/inspector/inspector.ts';
import { KubeconfigStore } from '../../../extension/inspector/kubeconfigStore.ts';
import type { PlaygroundProcess } from '../../../extension/inspector/playgroundProcess.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import { type PlaygroundUser, playgroundUsers } from '../../../extension/playground/access/playgroundUsers.ts';
import { HttpsPlayground } from '../../support/httpsPlayground.ts';
import { launchHere } from '../../support/inProcessReconcilers.ts';
import { testHash } from '../../support/openCluster.ts';

/** What the extension itself sees of the playground by its restricted contexts, and through the eyes of a ServiceAccount. */

const pods = { group: '', version: 'v1', resource: 'pods' };
const nodes = { group: '', version: 'v1', resource: 'nodes' };
const secrets = { group: '', version: 'v1', resource: 'secrets' };
const patience = { timeout: 60_000, interval: 20 };

let folder: string;
let served: HttpsPlayground;
let inspector: Inspector;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-users-'));
  const [admin, ...others] = playgroundUsers;
  const users = [withToken(admin), ...others.map(withToken)] as const;
  served = await HttpsPlayground.start({ tokens: users });
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, served.kubeconfig(users), { mode: 0o600 });
  inspector = new Inspector({
    kubeconfig: new KubeconfigStore({ load: () => loadKubeconfig({ path: kubeconfig, env: {}, home: '/' }), chosen: { get: () => undefined, set: () => undefined } }),
    playground: { onUnexpectedExit: new Emitter().event, start: () => Promise.resolve({ kubeconfig }), introspection: () => undefined, stop: () => Promise.resolve() } as unknown as PlaygroundProcess,
    openCluster: (file, context, as) =>
      Cluster.open(file, { ...(context && { context }), ...(as && { as: asServiceAccount(as), namespace: as.namespace }), allowExec: false, keyedHash: testHash, clock: systemClock, logger: silentLogger, env: {} }),
    loadLauncher: async () => launchHere({}),
    settings: () => ({ recordingBytes: 1_000_000, informer: {}, playground: { size: 'small', seed: 7, churn: 'off' } }),
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
  });
}, 60_000);
afterAll(async () => {
  await inspector?.close();
  await served?.close();
  await rm(folder, { recursive: true, force: true });
});

function withToken(user: PlaygroundUser): PlaygroundUser & { readonly token: string } {
  return { ...user, token: `${user.name}-token` };
}

/** How many objects it has once it has synced, or what is told of its refusal. */
async function seen(session: Session, resource: typeof pods, namespace = ''): Promise<unknown> {
  const informer = session.informers.start(resource, namespace ? { namespace } : {});
  const failure = () => session.informers.stateOf(informer.name).failure;
  try {
    await expect.poll(() => informer.hasSynced() || failure() !== undefined, patience).toBe(true);
    if (informer.hasSynced()) return informer.indexer.listKeys().length;
    await expect.poll(() => session.refusals.of(informer.name)?.elsewhere, patience).not.toBe('asking');
    const { code, message } = failure()!;
    return { code, message, elsewhere: session.refusals.of(informer.name)?.elsewhere };
  } finally {
    await session.informers.stop(informer.name);
  }
}

it('the team: its own namespace, and of what is refused where it may', async () => {
  const session = await inspector.openContext('playground-team');
  expect(session.cluster.namespace).toBe('shop');
  expect(await seen(session, pods, 'shop')).toBe(8);
  expect(await seen(session, pods)).toMatchObject({
    code: 403,
    message: 'pods is forbidden: User "playground-team" cannot list resource "pods" in API group "" at the cluster scope',
    elsewhere: { namespaces: ['shop'] },
  });
  expect(await seen(session, pods, 'default')).toMatchObject({ message: expect.stringContaining('in the namespace "default"'), elsewhere: { namespaces: ['shop'] } });
  expect(await seen(session, nodes)).toMatchObject({ code: 403 });
}, 120_000);

it('the reader: everything but Secrets; nobody: nothing', async () => {
  const reader = await inspector.openContext('playground-reader');
  expect(await seen(reader, pods)).toBe(23);
  expect(await seen(reader, secrets)).toMatchObject({ code: 403, elsewhere: { namespaces: [] } });
  const nobody = await inspector.openContext('playground-nobody');
  expect(await seen(nobody, pods)).toMatchObject({ code: 403, message: expect.stringContaining('User "playground-nobody"'), elsewhere: { namespaces: [] } });
}, 120_000);

it('a ServiceAccount is chosen from what there is, and shows what it may see', async () => {
  const itself = await inspector.openContext('playground');
  expect(await serviceAccountNames(itself.cluster, 'shop', itself.signal)).toEqual(['default']);
  const account = await inspector.openAs('playground', { namespace: 'shop', name: 'default' });
  expect(account.cluster.identity).toMatchObject({ user: 'playground', impersonated: { user: 'system:serviceaccount:shop:default' } });
  expect(await seen(account, pods, 'shop')).toMatchObject({ message: 'pods is forbidden: User "system:serviceaccount:shop:default" cannot list resource "pods" in API group "" in the namespace "shop"' });
  served.playground.registry.find({ group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'rolebindings' })!.create('shop', {
    metadata: { name: 'default-views' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'shop' }],
  });
  expect(await seen(account, pods, 'shop')).toBe(8);
}, 120_000);

it('so does the playground itself, beside what its admin sees, and goes with it', async () => {
  const account = await inspector.openPlaygroundAs({ namespace: 'kube-public', name: 'default' });
  expect(account.id).toBe('playground:kube-public/default');
  expect(inspector.sessions.get('playground')).toBeDefined();
  expect(await seen(account, pods, 'kube-public')).toMatchObject({ message: expect.stringContaining('User "system:serviceaccount:kube-public:default" cannot list') });
  await inspector.stopPlayground();
  expect(inspector.sessions.all.filter(({ source }) => source.kind === 'playground')).toEqual([]);
}, 120_000);

it('who may not impersonate opens nothing', async () => {
  await expect(inspector.openAs('playground-reader', { namespace: 'shop', name: 'default' })).rejects.toThrow('User "playground-reader" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "shop"');
}, 60_000);
