import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Emitter } from '../../extension/base/emitter.ts';
import { silentLogger } from '../../extension/base/logger.ts';
import { systemRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { Cluster } from '../../extension/cluster/cluster.ts';
import { asServiceAccount, impersonationRefused } from '../../extension/cluster/impersonation.ts';
import { loadKubeconfig } from '../../extension/cluster/kubeconfig.ts';
import type { InformerScope } from '../../extension/informer/sharedInformer.ts';
import { Inspector } from '../../extension/inspector/inspector.ts';
import { KubeconfigStore } from '../../extension/inspector/kubeconfigStore.ts';
import type { PlaygroundProcess } from '../../extension/inspector/playgroundProcess.ts';
import type { Session } from '../../extension/inspector/session.ts';
import { formatResource, type GroupVersionResource } from '../../extension/kube/resource.ts';
import { ApiError } from '../../extension/kube/status.ts';
import { launchHere } from '../support/inProcessReconcilers.ts';
import { kubeconfigWith } from '../support/kubeconfigWith.ts';
import { testHash } from '../support/openCluster.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { describeCluster } from './whenControlPlane.ts';

const v1 = (resource: string): GroupVersionResource => ({ group: '', version: 'v1', resource });
const web = { namespace: 'shop', name: 'web' };
const patience = { timeout: 90_000, interval: 50 };
const folder = temporaryFolder();
let plane: ControlPlane;
let inspector: Inspector;
let proxy: ChildProcess | undefined;

/** What an account that is looked at has to do with: some of it is allowed to it, some to its group, some to nobody. */
const looks: readonly (readonly [GroupVersionResource, InformerScope])[] = [
  [v1('configmaps'), { namespace: 'shop' }],
  [v1('configmaps'), { namespace: 'other' }],
  [v1('configmaps'), {}],
  [v1('services'), { namespace: 'shop' }],
  [v1('services'), { namespace: 'other' }],
  [v1('secrets'), { namespace: 'shop' }],
];

/** The keys that an informer has once it has synced, or what the server says instead. */
async function seen(session: Session): Promise<Record<string, readonly string[] | string>> {
  const found: Record<string, readonly string[] | string> = {};
  for (const [resource, scope] of looks) {
    const informer = session.informers.start(resource, scope);
    const failure = () => session.informers.stateOf(informer.name).failure;
    await expect.poll(() => informer.hasSynced() || failure() !== undefined, patience).toBe(true);
    found[`${formatResource(resource)} ${scope.namespace ?? 'everywhere'}`] = informer.hasSynced() ? informer.indexer.listKeys().toSorted() : `${failure()?.code} ${failure()?.message}`;
    await session.informers.stop(informer.name);
  }
  return found;
}

const user = 'system:serviceaccount:shop:web';
const forbidden = (resource: string, where: string): string => `403 ${resource} is forbidden: User "${user}" cannot list resource "${resource}" in API group "" ${where}`;
const asWeb = {
  'v1/configmaps shop': ['shop/of-shop'],
  'v1/configmaps other': forbidden('configmaps', 'in the namespace "other"'),
  'v1/configmaps everywhere': forbidden('configmaps', 'at the cluster scope'),
  'v1/services shop': [],
  'v1/services other': forbidden('services', 'in the namespace "other"'),
  'v1/secrets shop': forbidden('secrets', 'in the namespace "shop"'),
};

/** Which kubeconfig is meant; each test has its own. */
let kubeconfigPath: string;

function newInspector(): Inspector {
  let chosen: string | undefined;
  return new Inspector({
    kubeconfig: new KubeconfigStore({ load: () => loadKubeconfig({ path: kubeconfigPath, env: {}, home: '/' }), chosen: { get: () => chosen, set: (context) => (chosen = context) } }),
    playground: { onUnexpectedExit: new Emitter().event, stop: () => Promise.resolve() } as unknown as PlaygroundProcess,
    openCluster: (kubeconfig, context, as) =>
      Cluster.open(kubeconfig, { ...(context && { context }), ...(as && { as: asServiceAccount(as), namespace: as.namespace }), allowExec: false, keyedHash: testHash, clock: systemClock, logger: silentLogger, env: {} }),
    loadLauncher: async () => launchHere({}),
    settings: () => ({ recordingBytes: 1_000_000, informer: {}, playground: { size: 'small', seed: 7, churn: 'off' } }),
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
  });
}

/** A kubeconfig with one context on this server. */
async function kubeconfigOf(name: string, person: object, cluster: object): Promise<string> {
  return folder.write(`${name}.kubeconfig`, kubeconfigWith({ clusters: { [name]: cluster }, users: { [name]: person }, contexts: { [name]: { cluster: name, user: name } } }));
}

const secure = (): object => ({ server: plane.server, 'certificate-authority-data': Buffer.from(plane.authority.cert).toString('base64') });

async function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(() => expect.unreachable('it should have been refused'), (error: unknown) => error);
}

describeCluster('through the eyes of a ServiceAccount, on a real API server', () => {
  beforeAll(async () => {
    plane = await startControlPlane({ users: [{ name: 'deputy' }] });
    for (const namespace of ['shop', 'other']) {
      await plane.kubectl(['create', 'namespace', namespace]);
      await plane.kubectl(['create', 'configmap', `of-${namespace}`, '-n', namespace]);
    }
    for (const account of ['web', 'cart']) await plane.kubectl(['create', 'serviceaccount', account, '-n', 'shop']);
    await plane.kubectl(['create', 'role', 'web', '-n', 'shop', '--verb=list,watch', '--resource=configmaps']);
    await plane.kubectl(['create', 'rolebinding', 'web', '-n', 'shop', '--role=web', '--serviceaccount=shop:web']);
    // What is given to all accounts of a namespace comes by their group.
    await plane.kubectl(['create', 'role', 'all', '-n', 'shop', '--verb=list,watch', '--resource=services']);
    await plane.kubectl(['create', 'rolebinding', 'all', '-n', 'shop', '--role=all', '--group=system:serviceaccounts:shop']);
    await plane.kubectl(['create', 'role', 'deputy', '-n', 'shop', '--verb=impersonate', '--resource=serviceaccounts', '--resource-name=web']);
    await plane.kubectl(['create', 'rolebinding', 'deputy', '-n', 'shop', '--role=deputy', '--user=deputy']);
    kubeconfigPath = plane.kubeconfig;
    inspector = newInspector();
  });

  afterAll(async () => {
    await inspector?.close();
    proxy?.kill();
    await plane?.stop();
  });

  it('a context shows what the account may see, and each refusal in its name, while the context itself shows all', async () => {
    const itself = await inspector.openContext('admin');
    const account = await inspector.openAs('admin', web);
    expect(account.cluster.namespace).toBe('shop');
    expect(account.cluster.identity).toMatchObject({ user: 'admin', withheld: false, impersonated: { user } });
    expect(await seen(account)).toEqual(asWeb);
    expect((await seen(itself))['v1/configmaps everywhere']).toEqual(expect.arrayContaining(['shop/of-shop', 'other/of-other']));
    expect(itself.cluster.identity?.impersonated).toBeUndefined();
    await inspector.disconnect(account);
    expect(inspector.sessions.all).toEqual([itself]);
  });

  it('is what a controller sees that has a token of that account', async () => {
    const request = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 3600 } });
    const file = path.join(path.dirname(plane.kubeconfig), 'token-request.json');
    await writeFile(file, request);
    const { status } = JSON.parse(await plane.kubectl(['create', '--raw', '/api/v1/namespaces/shop/serviceaccounts/web/token', '-f', file])) as { status: { token: string } };
    kubeconfigPath = await kubeconfigOf('controller', { token: status.token }, secure());
    const controllers = newInspector();
    expect(await seen(await controllers.openContext())).toEqual(asWeb);
    await controllers.close();
    kubeconfigPath = plane.kubeconfig;
  });

  it('needs the right to impersonate that one account, and none on its groups; without it nothing is opened', async () => {
    expect(await seen(await inspector.openAs('deputy', web))).toEqual(asWeb);
    for (const [context, account] of [['deputy', { namespace: 'shop', name: 'cart' }], ['deputy', { namespace: 'other', name: 'web' }], ['nobody', web]] as const) {
      const before = inspector.sessions.all.length;
      const error = await refusal(inspector.openAs(context, account));
      expect(ApiError.is(error, 403) && impersonationRefused(error.message), String(error)).toBe('serviceaccounts');
      expect(inspector.sessions.all).toHaveLength(before);
    }
    expect(inspector.openFailure).toBeUndefined();
  });

  it('takes the place of whom the kubeconfig acts as', async () => {
    kubeconfigPath = await kubeconfigOf('as-nobody', { token: 'admin-token', as: 'nobody', 'as-groups': ['strangers'] }, secure());
    const others = newInspector();
    const itself = await others.openContext();
    expect((await seen(itself))['v1/configmaps shop']).toMatch(/User "nobody" cannot list/);
    const account = await others.openAs('as-nobody', web);
    expect(account.cluster.identity).toMatchObject({ impersonated: { user }, replaced: { user: 'nobody', groups: ['strangers'] } });
    expect(await seen(account)).toEqual(asWeb);
    await others.close();
    kubeconfigPath = plane.kubeconfig;
  });

  it('K5: goes through a proxy on plain http that has the credentials, as kubectl does', async () => {
    const bundled = path.join(process.env['KUBEBUILDER_ASSETS']!, 'kubectl');
    proxy = spawn(existsSync(bundled) ? bundled : 'kubectl', ['--kubeconfig', plane.kubeconfig, 'proxy', '--port=0', '--address=127.0.0.1'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = (await once(createInterface({ input: proxy.stdout! }), 'line')) as [string];
    const server = `http://${/127\.0\.0\.1:\d+/.exec(line)?.[0]}`;
    kubeconfigPath = await kubeconfigOf('through-proxy', { token: 'unknown-token' }, { server });
    const others = newInspector();
    const account = await others.openAs('through-proxy', web);
    expect(account.cluster.identity).toMatchObject({ user: 'through-proxy', withheld: true, impersonated: { user } });
    expect(await seen(account)).toEqual(asWeb);
    await others.close();
    kubeconfigPath = plane.kubeconfig;
  });
});
