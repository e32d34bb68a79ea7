import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it, vi } from 'vitest';
import { seededRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import type { Cluster } from '../../extension/cluster/cluster.ts';
import type { InformerChoices } from '../../extension/informer/sharedInformerFactory.ts';
import { openCluster } from '../support/openCluster.ts';
import { kubeconfigFor } from '../support/scriptedServer.ts';
import { fileSeed } from '../support/seed.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import type { AuditedRequest } from './auditLog.ts';
import { NetworkLine } from './support/networkLine.ts';
import { expectContractPace } from './support/requestPace.ts';
import { expectNothingLostIn } from './support/serverState.ts';
import { TokenPlugin } from './support/tokenPlugin.ts';
import { WatchedInformer } from './support/watchedInformer.ts';
import { describeCluster } from './whenControlPlane.ts';

const patience = { timeout: 120_000, interval: 20 };
const seed = fileSeed();
const random = seededRandom(seed);
const never = new AbortController().signal;

let plane: ControlPlane;
let folder: string;
const owned: (() => Promise<unknown>)[] = [];

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** For one test, so that none breaks the connections of another. */
async function ownLine(): Promise<NetworkLine> {
  const line = await NetworkLine.to(plane.server);
  owned.push(() => line.close());
  return line;
}

async function open(user: object, server = plane.server): Promise<Cluster> {
  const kubeconfig = kubeconfigFor(server, user, { 'certificate-authority-data': base64(plane.authority.cert) });
  const cluster = await openCluster(kubeconfig, { clock: systemClock, allowExec: true, env: { PATH: process.env['PATH'] } });
  owned.push(() => cluster.close());
  return cluster;
}

function start(cluster: Cluster, namespace: string, resource = 'configmaps', settings: InformerChoices = {}): WatchedInformer {
  const watched = new WatchedInformer({ cluster, resource: { group: '', version: 'v1', resource }, scope: { namespace }, settings, random });
  owned.push(() => watched.stop());
  return watched;
}

async function ownFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}

/** A namespace with a ServiceAccount `bot`, which may read what is in it. */
async function namespaceWithBot(namespace: string): Promise<void> {
  await plane.kubectl(['create', 'namespace', namespace]);
  await plane.kubectl(['create', 'serviceaccount', 'bot', '-n', namespace]);
  await plane.kubectl(['create', 'role', 'bot', '-n', namespace, '--verb=list,watch', '--resource=configmaps,secrets,serviceaccounts']);
  await plane.kubectl(['create', 'rolebinding', 'bot', '-n', namespace, '--role=bot', `--serviceaccount=${namespace}:bot`]);
}

interface Issued {
  readonly token: string;
  /** Resolves when the server refuses it. */
  revoke(): Promise<void>;
}

/** A token of the ServiceAccount that holds as long as a Secret of its own. */
async function issueToken(namespace: string): Promise<Issued> {
  const name = `bound-${Math.floor(random() * 1e9)}`;
  await plane.kubectl(['create', 'secret', 'generic', name, '-n', namespace]);
  const spec = { expirationSeconds: 600, boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name } };
  const request = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec });
  const answer = JSON.parse(await plane.kubectl(['create', '--raw', `/api/v1/namespaces/${namespace}/serviceaccounts/bot/token`, '-f', '-'], request)) as { status: { token: string } };
  const { token } = answer.status;
  return {
    token,
    async revoke() {
      await plane.kubectl(['delete', 'secret', name, '-n', namespace]);
      await untilRefused(token);
    },
  };
}

/** The server remembers for ten seconds whom it has recognised. */
async function untilRefused(token: string): Promise<void> {
  const cluster = await open({ token });
  const statusOf = (): Promise<number> => cluster.version(never).then(() => 200, ({ status }: { status: number }) => status);
  await vi.waitUntil(async () => (await statusOf()) === 401, { timeout: patience.timeout, interval: 200 });
}

const createConfigMap = (namespace: string, name: string): Promise<string> => plane.kubectl(['create', 'configmap', name, '-n', namespace]);

/** Creates, changes, deletes, and creates again under the same name. */
async function change(namespace: string, turn: string): Promise<void> {
  await createConfigMap(namespace, `stays-${turn}`);
  await plane.kubectl(['label', 'configmap', `stays-${turn}`, '-n', namespace, `turn=${turn}`]);
  await plane.kubectl(['delete', 'configmap', 'goes', '-n', namespace, '--ignore-not-found']);
  await createConfigMap(namespace, 'goes');
}

const askedIn = async (namespace: string, resource = 'configmaps'): Promise<readonly AuditedRequest[]> =>
  (await plane.requests()).filter(({ uri, user }) => uri.startsWith(`/api/v1/namespaces/${namespace}/${resource}?`) && user !== 'admin');

/** At the same time: most of it is waiting for the server to forget whom it has recognised. */
describeCluster('tokens that end, on a real API server', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'informer-inspector-tokens-'));
    plane = await startControlPlane({ audit: true });
  });

  afterAll(async () => {
    for (const release of owned.toReversed()) await release();
    await plane?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  it.concurrent('K8: a plugin is run once for all informers, once more for each token that the server does not take any more, and nothing is lost', async ({ expect }) => {
    await namespaceWithBot('rotated');
    const tokens = [await issueToken('rotated'), await issueToken('rotated'), await issueToken('rotated')];
    const plugin = await TokenPlugin.create(await ownFolder('rotated'), tokens.map(({ token }) => token));
    const line = await ownLine();
    const cluster = await open(plugin.user, line.url);
    const informers = [
      start(cluster, 'rotated', 'configmaps', { clientGo: '1.32', queue: 'DeltaFIFO' }),
      start(cluster, 'rotated', 'secrets', { clientGo: '1.36', queue: 'atomic' }),
      start(cluster, 'rotated', 'serviceaccounts', { clientGo: '1.32', queue: 'RealFIFO' }),
    ];
    for (const watched of informers) await expect.poll(() => watched.informer.hasSynced(), patience).toBe(true);
    expect(await plugin.runs()).toBe(1);

    for (const [turn, issued] of tokens.slice(0, 2).entries()) {
      await issued.revoke();
      const before = (await plane.requests()).length;
      await change('rotated', `${turn}-before`);
      // A watch that is open lives on, whatever becomes of the token.
      line.cut('closed');
      await change('rotated', `${turn}-after`);
      for (const watched of informers) await expectNothingLostIn(plane, watched, expect);
      for (const watched of informers) await expect.poll(() => watched.state, patience).toMatchObject({ phase: 'watching', synced: true });
      expect(await plugin.runs()).toBe(turn + 2);
      const unauthorized = (await plane.requests()).slice(before).filter(({ status, uri }) => status === 401 && uri.includes('/rotated/'));
      expect(unauthorized.length).toBeGreaterThan(0);
      expect(unauthorized.length).toBeLessThanOrEqual(informers.length);
    }
    const refused = informers.flatMap((watched) => watched.of('reflector.error')).filter(({ code }) => code === 401);
    expect(new Set(refused.map(({ credentials }) => JSON.stringify(credentials)))).toEqual(new Set([JSON.stringify({ how: 'expired', from: 'plugin' })]));
    expect(informers.map(({ state }) => state.failure)).toEqual(informers.map(() => undefined));
  });

  it.concurrent('K8: a plugin is run again when what it gave has expired by its own word, and not before', async ({ expect }) => {
    await namespaceWithBot('expiring');
    const { token } = await issueToken('expiring');
    const seconds = 5;
    const plugin = await TokenPlugin.create(await ownFolder('expiring'), [token], seconds);
    const cluster = await open(plugin.user);
    const ask = () => Promise.all([1, 2, 3].map(() => cluster.listerWatcher({ group: '', version: 'v1', resource: 'configmaps' }, { namespace: 'expiring' }).list({}, never)));
    const begun = systemClock.now();
    await ask();
    await ask();
    // A machine on which this took longer has shown nothing.
    if (systemClock.now() - begun < seconds * 1000) expect(await plugin.runs()).toBe(1);
    const expired = systemClock.now() + seconds * 1000;
    await expect.poll(() => systemClock.now(), patience).toBeGreaterThan(expired);
    const runs = await plugin.runs();
    await ask();
    expect(await plugin.runs()).toBe(runs + 1);
  });

  it.concurrent('a plugin that only has what the server does not take is run more and more seldom, whatever is asked', async ({ expect }) => {
    await namespaceWithBot('hopeless');
    const plugin = await TokenPlugin.create(await ownFolder('hopeless'), ['wrong-token']);
    const cluster = await open(plugin.user);
    const begun = performance.now();
    const informers = ['configmaps', 'secrets', 'serviceaccounts'].map((resource) => start(cluster, 'hopeless', resource));
    for (const watched of informers) await expect.poll(() => watched.of('reflector.backoff').length, patience).toBeGreaterThanOrEqual(4);
    for (const watched of informers) {
      expect(watched.state).toMatchObject({ synced: false, failure: { cause: 'unauthorized', phase: 'list', code: 401 } });
      expect(watched.of('reflector.error')[0]).toMatchObject({ code: 401, credentials: { how: 'refused', from: 'plugin' } });
      await watched.stop();
      expectContractPace(watched.entries(), await askedIn('hopeless', watched.informer.resource.resource), watched.informer.name);
    }
    // At once, once more, and then after 1 s, 2 s, 4 s, …
    const seconds = (performance.now() - begun) / 1000;
    expect(await plugin.runs()).toBeGreaterThan(1);
    expect(await plugin.runs()).toBeLessThanOrEqual(2 + Math.ceil(Math.log2(seconds + 1)));
  });

  it.concurrent('a token file that is rewritten is read again when the server does not take the old one, also of another ServiceAccount of that name', async ({ expect }) => {
    await namespaceWithBot('filed');
    const first = await issueToken('filed');
    const second = await issueToken('filed');
    const tokenFile = join(await ownFolder('filed'), 'token');
    await writeFile(tokenFile, `${first.token}\n`);
    const line = await ownLine();
    const watched = start(await open({ tokenFile }, line.url), 'filed');
    await expect.poll(() => watched.state, patience).toMatchObject({ phase: 'watching', synced: true });

    await writeFile(tokenFile, second.token);
    await first.revoke();
    await change('filed', 'second');
    line.cut('closed');
    await change('filed', 'third');
    await expectNothingLostIn(plane, watched, expect);

    await plane.kubectl(['delete', 'serviceaccount', 'bot', '-n', 'filed']);
    await untilRefused(second.token);
    line.cut('closed');
    await expect.poll(() => watched.state.failure, patience).toMatchObject({ code: 401 });
    expect(watched.of('reflector.error').at(-1)).toMatchObject({ code: 401, credentials: { how: 'expired', from: 'tokenFile' } });
    // What was known stays, and nobody is told of anything.
    expect(watched.keys).toContain('filed/stays-second');
    expect(new Map(watched.told)).toEqual(watched.cached);
    await change('filed', 'unseen');
    await plane.kubectl(['create', 'serviceaccount', 'bot', '-n', 'filed']);
    await writeFile(tokenFile, (await issueToken('filed')).token);
    await expectNothingLostIn(plane, watched, expect);
    await expect.poll(() => watched.state, patience).toMatchObject({ phase: 'watching', synced: true });
    expect(watched.state.failure).toBeUndefined();
    await watched.stop();
    expectContractPace(watched.entries(), await askedIn('filed'), 'filed');
  });
});
