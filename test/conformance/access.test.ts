import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../extension/inspector/access/refusals.ts';
import type { Session } from '../../extension/inspector/session.ts';
import { clusterSession } from '../support/clusterSession.ts';
import { type Grant, GuardedPlayground } from '../support/guardedPlayground.ts';
import { openCluster } from '../support/openCluster.ts';

/** Rights that end at a namespace, over HTTPS: what is refused is said with its verb, and where it would not be. */

const secrets = { group: '', version: 'v1', resource: 'secrets' };
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
const nodes = { group: '', version: 'v1', resource: 'nodes' };
const both = ['list', 'watch'];
const patience = { timeout: 30_000, interval: 20 };

const owned: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

async function open(grants: readonly Grant[], remembered: readonly string[] = []): Promise<{ readonly server: GuardedPlayground; readonly session: Session }> {
  const server = await GuardedPlayground.start(grants);
  owned.push(() => server.close());
  const session = clusterSession(await openCluster(server.kubeconfig), { remembered });
  owned.push(() => session.close());
  return { server, session };
}

async function createNamespaces(server: GuardedPlayground, ...names: readonly string[]): Promise<void> {
  for (const name of names) await server.write('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
}

/** What is known of a refusal in the end. */
async function refusalOf(session: Session, informer: string): Promise<Refusal | undefined> {
  await expect.poll(() => session.refusals.of(informer)?.elsewhere ?? 'asking', patience).not.toBe('asking');
  return session.refusals.of(informer);
}

const cacheOf = (session: Session, informer: string): number => session.informers.get(informer)?.indexer.size ?? 0;

describe('case 23: forbidden at cluster scope, allowed in one namespace', () => {
  it('case 23: says verb, resource and scope, and finds the context’s namespace though namespaces may not be listed; there it syncs', async () => {
    const { server, session } = await open([{ verbs: both, resources: ['secrets'], namespaces: ['default'] }]);
    session.informers.start(secrets);
    expect(await refusalOf(session, 'v1/secrets')).toEqual({
      verb: 'list',
      mayList: false,
      resource: secrets,
      namespace: undefined,
      namespaced: true,
      elsewhere: { namespaces: ['default'], asked: 1, more: true },
    });
    // No endless spinner: it is told to be forbidden, and when it is tried again.
    expect(session.informers.stateOf('v1/secrets')).toMatchObject({ failure: { cause: 'forbidden', phase: 'list', code: 403 }, synced: false });
    expect(server.asked).toContain('list v1/namespaces (403)');
    session.informers.start(secrets, { namespace: 'default' });
    await session.informers.stop('v1/secrets');
    await expect.poll(() => session.informers.stateOf('v1/secrets@default').synced, patience).toBe(true);
    expect(session.refusals.of('v1/secrets')).toBeUndefined();
    expect(session.refusals.of('v1/secrets@default')).toBeUndefined();
  });

  it('case 23, variant: the list is allowed and the watch is not; the verb is named, and where both are allowed', async () => {
    const { server, session } = await open([
      { verbs: ['list'], resources: ['deployments.apps', 'namespaces'] },
      { verbs: ['watch'], resources: ['deployments.apps'], namespaces: ['team-b', 'team-a', 'nowhere'] },
    ]);
    await createNamespaces(server, 'team-a', 'team-b', 'team-c');
    session.informers.start(deployments);
    expect(await refusalOf(session, 'apps/v1/deployments')).toMatchObject({ verb: 'watch', mayList: true, namespace: undefined, elsewhere: { namespaces: ['team-a', 'team-b'], more: false } });
  });

  it('case 23: of many namespaces those that allow it, the ones that were used before first', async () => {
    const { server, session } = await open([{ verbs: ['list'], resources: ['namespaces'] }, { verbs: both, resources: ['secrets'], namespaces: ['team-a', 'team-c', 'mine'] }], ['mine', 'gone']);
    await createNamespaces(server, 'team-a', 'team-b', 'team-c');
    session.informers.start(secrets);
    const refusal = await refusalOf(session, 'v1/secrets');
    expect(refusal).toMatchObject({ elsewhere: { namespaces: ['mine', 'team-a', 'team-c'], more: false } });
    // Of each namespace its list, and its watch where that is allowed; of all together both.
    const reviews = server.asked.filter((line) => line.startsWith('review'));
    const watchReviews = reviews.filter((line) => line.startsWith('review watch')).toSorted();
    expect(watchReviews).toEqual(['review watch v1/secrets', 'review watch v1/secrets mine', 'review watch v1/secrets team-a', 'review watch v1/secrets team-c']);
    expect(new Set(reviews).size).toBe(reviews.length);
  });

  it('case 23: one that was typed and is refused, too', async () => {
    const { session } = await open([{ verbs: both, resources: ['secrets'], namespaces: ['default'] }]);
    session.informers.start(secrets, { namespace: 'elsewhere' });
    expect(await refusalOf(session, 'v1/secrets@elsewhere')).toMatchObject({ verb: 'list', namespace: 'elsewhere', elsewhere: { namespaces: ['default'] } });
  });

  it('case 23: a server that refuses the question itself: the 403 of the request tells, and nothing is claimed', async () => {
    const { server, session } = await open([{ verbs: both, resources: ['secrets'], namespaces: ['default'] }, { verbs: ['list'], resources: ['namespaces'] }]);
    server.reviews = 'refused';
    await createNamespaces(server, ...Array.from({ length: 20 }, (_, index) => `team-${index}`));
    session.informers.start(secrets);
    expect(await refusalOf(session, 'v1/secrets')).toMatchObject({ verb: 'list', elsewhere: 'untold' });
    // Not about each of the namespaces.
    expect(server.asked.filter((line) => line.startsWith('review')).length).toBeLessThanOrEqual(2 + 4);
  });

  it('case 23: a resource that is in no namespace is not looked for in any', async () => {
    const { server, session } = await open([{ verbs: both, resources: ['namespaces'] }]);
    session.informers.start(nodes);
    expect(await refusalOf(session, 'v1/nodes')).toMatchObject({ verb: 'list', namespaced: false });
    expect(server.asked.filter((line) => line.startsWith('review'))).toEqual(['review list v1/nodes', 'review watch v1/nodes']);
  });

  it('case 23: a refusal is forgotten when the permission has come, and asked about once, not at each attempt', async () => {
    const { server, session } = await open([{ verbs: both, resources: ['secrets'], namespaces: ['default'] }]);
    session.informers.start(secrets);
    await refusalOf(session, 'v1/secrets');
    const reviews = (): number => server.asked.filter((line) => line.startsWith('review')).length;
    const before = reviews();
    const lists = (): number => server.asked.filter((line) => line.startsWith('list v1/secrets')).length;
    await expect.poll(lists, patience).toBeGreaterThanOrEqual(3);
    expect(reviews()).toBe(before);
    server.grants = [{ verbs: both, resources: ['secrets'] }];
    await expect.poll(() => session.informers.stateOf('v1/secrets').synced, patience).toBe(true);
    await expect.poll(() => session.refusals.of('v1/secrets'), patience).toBeUndefined();
    expect(cacheOf(session, 'v1/secrets')).toBeGreaterThan(0);
  });
});

describe('inspecting never writes', () => {
  it('the one POST is the access review, which stores nothing', async () => {
    const { server, session } = await open([{ verbs: both, resources: ['secrets', 'namespaces'], namespaces: ['default'] }, { verbs: ['list', 'watch', 'get'], resources: ['configmaps', 'pods', 'namespaces'] }]);
    await session.connect();
    await session.catalog.upToDate();
    await session.preflight({ group: '', version: 'v1', resource: 'pods' }, {}, session.signal);
    session.informers.start({ group: '', version: 'v1', resource: 'configmaps' });
    session.informers.start(secrets);
    await refusalOf(session, 'v1/secrets');
    await session.access.where(deployments, undefined, session.signal);
    await expect.poll(() => session.informers.stateOf('v1/configmaps').synced, patience).toBe(true);
    await session.caches.verify('v1/configmaps');
    await session.cluster.objects.get({ group: '', version: 'v1', resource: 'configmaps' }, 'default', 'web-content', session.signal);
    const { revision } = server.playground.storage;
    await session.access.of(nodes, undefined, session.signal);
    expect(server.playground.storage.revision).toBe(revision);
    expect([...server.methods].toSorted()).toEqual(['GET', 'POST']);
    const posts = server.asked.filter((line) => !/^(list|watch|get|GET) /.test(line));
    expect(posts.length).toBeGreaterThan(0);
    expect(posts.filter((line) => !line.startsWith('review '))).toEqual([]);
  });
});
