import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { failureSentence } from '../../extension/cli/recordSentences.ts';
import { accessFailure } from '../../extension/cluster/access.ts';
import type { Cluster } from '../../extension/cluster/cluster.ts';
import type { InformerScope } from '../../extension/informer/sharedInformer.ts';
import type { InformerChoices } from '../../extension/informer/sharedInformerFactory.ts';
import type { Session } from '../../extension/inspector/session.ts';
import { ApiError } from '../../extension/kube/status.ts';
import { clusterSession } from '../support/clusterSession.ts';
import { openCluster } from '../support/openCluster.ts';
import { kubeconfigFor } from '../support/scriptedServer.ts';
import { fileSeed } from '../support/seed.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import type { AuditedRequest } from './auditLog.ts';
import { NetworkLine } from './support/networkLine.ts';
import { expectContractPace } from './support/requestPace.ts';
import { WatchedInformer } from './support/watchedInformer.ts';
import { describeCluster } from './whenControlPlane.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const users = ['reader', 'lister', 'watcher', 'modern', 'later', 'removed', 'left', 'right', 'undiscovering', 'partly'];
/** A back-off that has grown may last almost a minute. */
const patience = { timeout: 90_000, interval: 20 };
const seed = fileSeed();
const random = seededRandom(seed);

let plane: ControlPlane;
let line: NetworkLine;
const owned: (() => Promise<unknown>)[] = [];

const base64 = (text: string): string => Buffer.from(text).toString('base64');

async function openAs(user: object, server = plane.server): Promise<Cluster> {
  const cluster = await openCluster(kubeconfigFor(server, user, { 'certificate-authority-data': base64(plane.authority.cert) }), { clock: systemClock });
  owned.push(() => cluster.close());
  return cluster;
}

const tokenOf = (name: string): object => ({ token: `${name}-token` });

function start(cluster: Cluster, scope: InformerScope, settings: InformerChoices = {}): WatchedInformer {
  const watched = new WatchedInformer({ cluster, resource: configMaps, scope, settings, random });
  owned.push(() => watched.stop());
  return watched;
}

/** Gives `user` the verbs on configmaps, in `namespace` alone. */
async function grant(user: string, namespace: string, verbs: readonly string[]): Promise<void> {
  await plane.kubectl(['create', 'role', user, '-n', namespace, `--verb=${verbs.join(',')}`, '--resource=configmaps']);
  await plane.kubectl(['create', 'rolebinding', user, '-n', namespace, `--role=${user}`, `--user=${user}`]);
}

async function createConfigMap(namespace: string, name: string): Promise<void> {
  await plane.kubectl(['create', 'configmap', name, '-n', namespace]);
}

/** Lists and watches of configmaps by one user. */
async function askedBy(user: string): Promise<readonly AuditedRequest[]> {
  return (await plane.requests()).filter((request) => request.user === user && /\/configmaps\?/.test(request.uri));
}

const refusals = (watched: WatchedInformer) => watched.of('reflector.error').map(({ phase, code, reason, message }) => ({ phase, code, reason, message }));
const refused = (user: string, verb: string, where: string) => ({
  phase: verb,
  code: 403,
  reason: 'Forbidden',
  message: `configmaps is forbidden: User "${user}" cannot ${verb} resource "configmaps" in API group "" ${where}`,
});

describeCluster('who may not do everything, on a real API server', () => {
  beforeAll(async () => {
    plane = await startControlPlane({ users: users.map((name) => ({ name })), audit: true });
    line = await NetworkLine.to(plane.server);
    for (const namespace of ['mine', 'theirs']) {
      await plane.kubectl(['create', 'namespace', namespace]);
      await createConfigMap(namespace, `first-of-${namespace}`);
    }
    await grant('reader', 'mine', ['list', 'watch']);
    await grant('lister', 'mine', ['list']);
    await grant('watcher', 'mine', ['watch']);
    await grant('removed', 'mine', ['list', 'watch']);
    await grant('left', 'mine', ['list', 'watch']);
    await grant('right', 'theirs', ['list', 'watch']);
  });

  afterAll(async () => {
    for (const release of owned.toReversed()) await release();
    await line?.close();
    await plane?.stop();
  });

  it('case 23: each is told what is refused, by verb, resource and scope, and asks no more often than the contract has it', async () => {
    const mine = { namespace: 'mine' };
    const one = async (user: string, scope: InformerScope, ofRefusal: readonly object[], settings?: InformerChoices) => ({ user, ofRefusal, watched: start(await openAs(tokenOf(user)), scope, settings) });
    const [everywhere, inNamespace] = ['at the cluster scope', 'in the namespace "mine"'];
    const forbidden = [
      await one('reader', {}, [refused('reader', 'list', everywhere)]),
      await one('nobody', mine, [refused('nobody', 'list', inNamespace)]),
      await one('modern', mine, [refused('modern', 'watch', inNamespace), refused('modern', 'list', inNamespace)], { clientGo: '1.36', queue: 'atomic' }),
      await one('watcher', mine, [refused('watcher', 'list', inNamespace)]),
      await one('lister', mine, [refused('lister', 'watch', inNamespace)]),
    ];
    const [reader] = forbidden;
    const lister = forbidden.at(-1);
    for (const { watched, user } of forbidden) await expect.poll(() => watched.of('reflector.backoff').length, { ...patience, message: user }).toBeGreaterThanOrEqual(4);
    for (const { user, watched, ofRefusal } of forbidden) {
      await watched.stop();
      const told = (facts: readonly object[]): Set<string> => new Set(facts.map((each) => JSON.stringify(each)));
      expect(told(refusals(watched)), user).toEqual(told(ofRefusal));
      expectContractPace(watched.entries(), await askedBy(user), user);
    }
    // Who may list has what the last list brought, though no change ever comes by itself.
    expect(lister!.watched.keys).toContain('mine/first-of-mine');
    expect(reader!.watched.informer.hasSynced()).toBe(false);
    expect(reader!.watched.keys).toEqual([]);
  });

  it('whom nobody knows is told 401, and nobody in particular that it is forbidden', async () => {
    const stranger = start(await openAs({ token: 'unknown-token' }), {});
    const anonymous = start(await openAs({}), {});
    for (const watched of [stranger, anonymous]) await expect.poll(() => watched.state.failure, patience).toBeDefined();
    expect(stranger.state.failure).toMatchObject({ cause: 'unauthorized', phase: 'list', code: 401 });
    expect(anonymous.state.failure).toMatchObject({ cause: 'forbidden', phase: 'list', code: 403, message: refused('system:anonymous', 'list', 'at the cluster scope').message });
    await Promise.all([stranger.stop(), anonymous.stop()]);
  });

  it.each([
    ['1.32', 'DeltaFIFO'],
    ['1.36', 'atomic'],
  ] as const)('rights in one namespace are enough for it (%s, %s)', async (clientGo, queue) => {
    const watched = start(await openAs(tokenOf('reader')), { namespace: 'mine' }, { clientGo, queue });
    await expect.poll(() => watched.state, patience).toMatchObject({ phase: 'watching', synced: true });
    await createConfigMap('mine', `seen-${clientGo}`);
    await createConfigMap('theirs', `unseen-${clientGo}`);
    await expect.poll(() => watched.keys, patience).toContain(`mine/seen-${clientGo}`);
    expect(watched.keys.filter((key) => !key.startsWith('mine/'))).toEqual([]);
    expect(watched.state.failure).toBeUndefined();
    await watched.stop();
  });

  it('rights that come later heal it by themselves', async () => {
    const watched = start(await openAs(tokenOf('later')), { namespace: 'mine' });
    await expect.poll(() => watched.of('reflector.backoff').length, patience).toBeGreaterThanOrEqual(2);
    expect(watched.state).toMatchObject({ synced: false, failure: { cause: 'forbidden', phase: 'list' } });
    await grant('later', 'mine', ['list', 'watch']);
    await expect.poll(() => watched.state, patience).toMatchObject({ phase: 'watching', synced: true });
    expect(watched.state.failure).toBeUndefined();
    await createConfigMap('mine', 'after-the-grant');
    await expect.poll(() => watched.keys, patience).toContain('mine/after-the-grant');
    await watched.stop();
    expectContractPace(watched.entries(), await askedBy('later'), 'later');
  });

  it('rights that are taken away are said with the next request, and what changed meanwhile is not lost', async () => {
    const watched = start(await openAs(tokenOf('removed'), line.url), { namespace: 'mine' });
    await createConfigMap('mine', 'gone-meanwhile');
    await expect.poll(() => watched.keys, patience).toContain('mine/gone-meanwhile');

    await plane.kubectl(['delete', 'rolebinding', 'removed', '-n', 'mine']);
    line.cut('closed');
    await expect.poll(() => watched.state.failure, patience).toMatchObject({ cause: 'forbidden' });
    await expect.poll(() => refusals(watched), patience).toEqual(expect.arrayContaining([refused('removed', 'watch', 'in the namespace "mine"'), refused('removed', 'list', 'in the namespace "mine"')]));
    // What was known stays, as it was known.
    expect(watched.keys).toContain('mine/gone-meanwhile');
    await plane.kubectl(['delete', 'configmap', 'gone-meanwhile', '-n', 'mine']);
    await createConfigMap('mine', 'come-meanwhile');

    await plane.kubectl(['create', 'rolebinding', 'removed', '-n', 'mine', '--role=removed', '--user=removed']);
    await expect.poll(() => watched.state, patience).toMatchObject({ phase: 'watching', synced: true });
    const list = JSON.parse(await plane.kubectl(['get', 'configmaps', '-n', 'mine', '-o', 'json'])) as { items: { metadata: { name: string; uid: string; resourceVersion: string } }[] };
    const onServer = new Map(list.items.map(({ metadata }) => [`mine/${metadata.name}`, `${metadata.uid} ${metadata.resourceVersion}`]));
    await expect.poll(() => [watched.cached, watched.told], patience).toEqual([onServer, onServer]);
    expect(watched.state.failure).toBeUndefined();
    expect(watched.of('handler.delete').filter(({ key }) => key === 'mine/gone-meanwhile')).toMatchObject([{ tombstone: true }]);
    await watched.stop();
    expectContractPace(watched.entries(), await askedBy('removed'), 'removed');
  });

  it('nothing of one user is seen by another, by token or by certificate', async () => {
    const pair = await plane.authority.client('right');
    const sessions = new Map<string, Session>();
    for (const [name, user] of [
      ['left', tokenOf('left')],
      ['right', { 'client-certificate-data': base64(pair.cert), 'client-key-data': base64(pair.key) }],
    ] as const) {
      const session = clusterSession(await openAs(user));
      owned.push(() => session.close());
      sessions.set(name, session);
    }
    const namespaces = ['mine', 'theirs'];
    const informers = [...sessions].flatMap(([name, { informers: all }]) => namespaces.map((namespace) => ({ name, namespace, informer: all.start(configMaps, { namespace }) })));
    const own = informers.filter(({ name, namespace }) => (name === 'left') === (namespace === 'mine'));
    for (const { informer } of own) await expect.poll(() => informer.hasSynced(), patience).toBe(true);
    for (const namespace of namespaces) await createConfigMap(namespace, 'for-one-alone');
    for (const { informer, namespace } of own) await expect.poll(() => informer.indexer.get(`${namespace}/for-one-alone`), patience).toBeDefined();

    for (const { name, namespace, informer } of informers.filter((one) => !own.includes(one))) {
      await expect.poll(() => sessions.get(name)!.informers.stateOf(informer.name), patience).toMatchObject({ synced: false, failure: { cause: 'forbidden', message: expect.stringContaining(`User "${name}" cannot list`) } });
      expect(informer.indexer.size, `${name} in ${namespace}`).toBe(0);
    }
    for (const [name, other] of [['left', 'theirs'], ['right', 'mine']] as const) {
      const trace = JSON.stringify([...sessions.get(name)!.tracer.entries()].map(({ key, informer }) => key && `${informer} ${key}`));
      expect(trace).not.toContain(`${other}/`);
      const granted = (await askedBy(name)).filter(({ status }) => status === 200);
      expect(granted.length).toBeGreaterThan(0);
      expect(granted.filter(({ uri }) => uri.includes(`/namespaces/${other}/`))).toEqual([]);
    }
    for (const session of sessions.values()) await session.close();
  });

  it('who may do nothing may discover, and find what there is by name', async () => {
    const [nobody, admin] = [await openAs(tokenOf('nobody')), await openAs(tokenOf('admin'))];
    const signal = AbortSignal.timeout(60_000);
    expect((await nobody.discover(signal)).resources).toEqual((await admin.discover(signal)).resources);
    expect(await nobody.resolveResource('deploy', signal)).toMatchObject({ group: 'apps', version: 'v1', resource: 'deployments' });
    expect(await nobody.version(signal)).toEqual(await admin.version(signal));
  });

  it('who may not even discover is told so, and may watch what is named in full', async () => {
    const signal = AbortSignal.timeout(60_000);
    await plane.kubectl(['delete', 'clusterrolebinding', 'system:discovery', 'system:basic-user']);
    await plane.kubectl(['create', 'clusterrole', 'partly', '--verb=get', '--non-resource-url=/api,/api/*,/apis,/apis/apps/*']);
    await plane.kubectl(['create', 'clusterrolebinding', 'partly', '--clusterrole=partly', '--user=partly']);
    await grant('undiscovering', 'mine', ['list', 'watch']);

    const undiscovering = await openAs(tokenOf('undiscovering'));
    // The server hears of its own rules as all others do: a moment later.
    let error: unknown;
    const isRefused = async (): Promise<boolean> => {
      error = await undiscovering.discover(signal).then(() => undefined, (thrown: unknown) => thrown);
      return ApiError.is(error, 403);
    };
    await expect.poll(isRefused, patience).toBe(true);
    // Of two that are asked for together, either may be refused first.
    expect(failureSentence(accessFailure(error, { verb: 'discover' }), { server: plane.server, namespaced: true })).toMatch(
      /^It is forbidden to look up the resources \(403: forbidden: User "undiscovering" cannot get path "\/apis?"\)\. Name the resource in full, such as apps\/v1\/deployments, or ask for the permission\.$/,
    );
    const watched = start(undiscovering, { namespace: 'mine' });
    await expect.poll(() => watched.keys, patience).toContain('mine/first-of-mine');
    await watched.stop();

    const partly = await openAs(tokenOf('partly'));
    const groups = async (): Promise<readonly string[]> => (await partly.discover(signal).catch(() => undefined))?.resources.map(({ group }) => group) ?? [];
    await expect.poll(async () => new Set(await groups()), patience).toEqual(new Set(['', 'apps']));
    expect((await partly.discover(signal)).failures).toContainEqual({ groupVersion: 'batch/v1', error: expect.objectContaining({ status: 403 }) });
  });
});
