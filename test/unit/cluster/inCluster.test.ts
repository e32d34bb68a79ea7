import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { silentLogger } from '../../../extension/base/logger.ts';
import { english } from '../../../extension/base/saying.ts';
import { Cluster } from '../../../extension/cluster/cluster.ts';
import { type KubeconfigPlace, loadKubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { selectContext } from '../../../extension/cluster/selectContext.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { testHash } from '../../support/openCluster.ts';
import { kubeconfigFor, ScriptedServer } from '../../support/scriptedServer.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { type KeyPair, TestAuthority } from '../../support/testCertificates.ts';

const never = new AbortController().signal;
const folder = temporaryFolder();
const owned: (() => Promise<unknown>)[] = [];
let authority: TestAuthority;
let serverPair: KeyPair;

beforeAll(async () => {
  authority = await TestAuthority.create();
  serverPair = await authority.server();
});

afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

/** A pod without a kubeconfig. */
async function pod(env: Readonly<Record<string, string>> = {}): Promise<KubeconfigPlace> {
  await folder.write('token', 'one\n');
  await folder.write('ca.crt', authority.cert);
  await folder.write('namespace', 'shop\n');
  return { env: { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443', ...env }, home: '/nowhere', serviceAccountFolder: await folder.path() };
}

it('is the only context of a pod without a kubeconfig, and the current one', async () => {
  const kubeconfig = await loadKubeconfig(await pod());
  expect(kubeconfig).toMatchObject({ paths: [], currentContext: 'in-cluster', problems: [], serviceAccountFolder: await folder.path() });
  expect(kubeconfig.contexts).toEqual([{ name: 'in-cluster', cluster: 'in-cluster', user: 'in-cluster', namespace: 'shop', server: 'https://10.96.0.1:443' }]);
});

it('is asked with the token of the ServiceAccount, which is read again, and held to its CA; nothing is written', async () => {
  const server = await ScriptedServer.start({ routes: { '/version': { list: [{ json: { gitVersion: 'v1' } }] } } }, serverPair);
  owned.push(() => server.close());
  const place = await pod({ KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(server.port) });
  const clock = new FakeClock();
  const cluster = await Cluster.open(await loadKubeconfig(place), { allowExec: false, keyedHash: testHash, clock, logger: silentLogger, env: {} });
  owned.push(() => cluster.close());
  await cluster.version(never);
  await folder.write('token', 'two');
  const before = await hashes();
  await clock.advance(60_000);
  await cluster.version(never);
  expect(server.requests.map((request) => request.headers.authorization)).toEqual(['Bearer one', 'Bearer two']);
  expect(cluster).toMatchObject({ context: 'in-cluster', namespace: 'shop', kubeconfigFiles: [await folder.path()], identity: { user: 'in-cluster', withheld: false } });
  expect(await hashes()).toEqual(before);
});

async function hashes(): Promise<string[]> {
  const files = ['token', 'ca.crt', 'namespace'].map(async (name) => readFile(join(await folder.path(), name)));
  return (await Promise.all(files)).map((bytes) => createHash('sha256').update(bytes).digest('hex'));
}

describe('where it is, as client-go finds it', () => {
  it('writes an address of IPv6 in brackets', async () => {
    expect(selectContext(await loadKubeconfig(await pod({ KUBERNETES_SERVICE_HOST: 'fd00::1' }))).server.href).toBe('https://[fd00::1]/');
  });

  it('takes POD_NAMESPACE before the file, and "default" without either', async () => {
    const namespaceOf = async (env: Readonly<Record<string, string>>) => (await loadKubeconfig({ ...(await pod(env)) })).contexts[0]?.namespace;
    expect(await namespaceOf({ POD_NAMESPACE: 'mine' })).toBe('mine');
    const place = await pod();
    await rm(join(await folder.path(), 'namespace'));
    expect((await loadKubeconfig(place)).contexts[0]?.namespace).toBe('default');
  });

  it('goes on without a CA, and says so', async () => {
    const place = await pod();
    await rm(join(await folder.path(), 'ca.crt'));
    const kubeconfig = await loadKubeconfig(place);
    expect(kubeconfig.clusters.get('in-cluster')?.certificateAuthority).toBeUndefined();
    expect(kubeconfig.problems.map(english)).toEqual([expect.stringMatching(/ca\.crt: there is no certificate authority/)]);
  });

  it.each([
    ['without address', { KUBERNETES_SERVICE_HOST: '' }],
    ['without port', { KUBERNETES_SERVICE_PORT: '' }],
  ])('is no pod %s', async (_name, env) => {
    await expect(loadKubeconfig(await pod(env))).rejects.toMatchObject({ code: 'missing' });
  });

  it('is no pod without a token, nor with a folder in its place', async () => {
    const place = await pod();
    await rm(join(await folder.path(), 'token'));
    await expect(loadKubeconfig(place)).rejects.toMatchObject({ code: 'missing' });
    await mkdir(join(await folder.path(), 'token'));
    await expect(loadKubeconfig(place)).rejects.toMatchObject({ code: 'missing' });
  });
});

describe('a kubeconfig in a pod', () => {
  it('goes before it, when it has a current context', async () => {
    const place = await pod();
    const path = await folder.write('config', kubeconfigFor('https://elsewhere'));
    const kubeconfig = await loadKubeconfig({ ...place, env: { ...place.env, KUBECONFIG: path } });
    expect(kubeconfig.contexts.map(({ name }) => name)).toEqual(['test']);
    expect(kubeconfig).not.toHaveProperty('serviceAccountFolder');
  });

  it.each([
    ['an empty one', '', ['in-cluster']],
    ['one without a current context', kubeconfigFor('https://elsewhere').replace('"current-context":"test",', ''), ['test', 'in-cluster']],
    ['an empty one that is chosen', '', ['in-cluster']],
  ])('leaves the pod its own with %s', async (name, text, contexts) => {
    const place = await pod();
    const path = await folder.write('config', text);
    const kubeconfig = await loadKubeconfig(name.endsWith('chosen') ? { ...place, path } : { ...place, env: { ...place.env, KUBECONFIG: path } });
    expect(kubeconfig.contexts.map((context) => context.name)).toEqual(contexts);
    expect(kubeconfig).toMatchObject({ currentContext: 'in-cluster', paths: [path] });
  });

  it('that is chosen must be there', async () => {
    const place = await pod();
    await expect(loadKubeconfig({ ...place, path: join(dirname(await folder.path()), 'not-there') })).rejects.toMatchObject({ code: 'missing' });
  });
});
