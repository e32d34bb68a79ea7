import { afterEach, describe, expect, it } from 'vitest';
import { say } from '../../../extension/base/saying.ts';
import { accessFailure, describeAccess } from '../../../extension/cluster/access.ts';
import type { Cluster } from '../../../extension/cluster/cluster.ts';
import { CredentialError } from '../../../extension/cluster/credentialError.ts';
import { MaskedWriteError } from '../../../extension/cluster/objectClient.ts';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { openCluster } from '../../support/openCluster.ts';
import { kubeconfigFor, type Reply, ScriptedServer, statusObject } from '../../support/scriptedServer.ts';

const never = new AbortController().signal;
const owned: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
const named = { resource: deployments, namespace: 'd', name: 'web' } as const;
const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'd' } };
const create = { ...named, verb: 'create', body: web } as const;

async function open(path: string, reply: Reply): Promise<{ readonly cluster: Cluster; readonly server: ScriptedServer }> {
  const server = await ScriptedServer.start({ routes: { [path]: { list: [reply] } } });
  const cluster = await openCluster(kubeconfigFor(server.url), { clock: new FakeClock() });
  owned.push(() => server.close(), () => cluster.close());
  return { cluster, server };
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(() => expect.unreachable('it should have failed'), (error: unknown) => error);
}

describe('single objects', () => {
  const collection = '/apis/apps/v1/namespaces/d/deployments';

  it('creates, for real and as a dry run', async () => {
    const { cluster, server } = await open(collection, { status: 201, json: web });
    expect(await cluster.objects.write(create, { dryRun: false }, never)).toEqual({ code: 201, object: web });
    await cluster.objects.write(create, { dryRun: true }, never);
    expect(server.requests.map(({ method, body, query }) => ({ method, body: JSON.parse(body) as unknown, dryRun: query.get('dryRun') }))).toEqual([
      { method: 'POST', body: web, dryRun: null },
      { method: 'POST', body: web, dryRun: 'All' },
    ]);
    expect(server.requests[0]!.query.get('fieldManager')).toBe('informer-inspector');
    expect(server.requests[0]!.headers['content-type']).toBe('application/json');
  });

  it('reads one value of a Secret as it is, and no other; none where there is none', async () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login', namespace: 'd' }, data: { password: Buffer.from('plain ✓').toString('base64'), empty: '', odd: 7 } };
    const { cluster } = await open('/api/v1/namespaces/d/secrets/login', { json: secret });
    const read = async (key: string) => (await cluster.objects.secretValue('d', 'login', key, never))?.toString();
    expect([await read('password'), await read('empty'), await read('odd'), await read('none'), await read('toString')]).toEqual(['plain ✓', '', undefined, undefined, undefined]);
    expect(JSON.stringify(await cluster.objects.get({ group: '', version: 'v1', resource: 'secrets' }, 'd', 'login', never))).not.toContain(secret.data.password);
  });

  it('gets, updates, patches and deletes under its own name', async () => {
    const { cluster, server } = await open(`${collection}/web`, { json: web });
    await cluster.objects.get(deployments, 'd', 'web', never);
    for (const more of [
      { verb: 'update', body: web },
      { verb: 'patch', body: { spec: null } },
      { verb: 'patch', body: [{ op: 'remove', path: '/spec' }] },
      { verb: 'apply', body: web, force: true },
      { verb: 'delete' },
    ] as const) {
      await cluster.objects.write({ ...named, ...more }, { dryRun: true, fieldManager: 'test' }, never);
    }
    expect(server.requests.map(({ method, headers }) => `${method} ${headers['content-type'] ?? ''}`.trim())).toEqual([
      'GET',
      'PUT application/json',
      'PATCH application/merge-patch+json',
      'PATCH application/json-patch+json',
      'PATCH application/apply-patch+yaml',
      'DELETE',
    ]);
    expect(server.requests.slice(1).every(({ query }) => query.get('dryRun') === 'All')).toBe(true);
    expect(server.requests.slice(1).map(({ query }) => query.get('fieldManager'))).toEqual(['test', 'test', 'test', 'test', null]);
    expect(server.requests.map(({ query }) => query.get('force'))).toEqual([null, null, null, null, 'true', null]);
  });

  it('case 20: names go into the path as they are, and nowhere else', async () => {
    const role = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' };
    const { cluster, server } = await open('/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode', { json: { metadata: { name: 'system:node' } } });
    expect((await cluster.objects.get(role, undefined, 'system:node', never)).metadata.name).toBe('system:node');
    for (const name of ['', '.', '..']) expect(await failure(cluster.objects.get(role, undefined, name, never))).toBeInstanceOf(RangeError);
    expect(ApiError.is(await failure(cluster.objects.get(role, undefined, '../../../api/v1/secrets', never)), 404)).toBe(true);
    expect(server.requests[1]!.path).toContain('%2F');
  });

  it('passes on a conflict as the server said it', async () => {
    const { cluster } = await open(`${collection}/web`, { status: 409, json: statusObject(409, 'Conflict', 'the object has been modified') });
    expect(await failure(cluster.objects.write({ ...named, verb: 'update', body: web }, { dryRun: false }, never))).toMatchObject({ status: 409, reason: 'Conflict' });
  });

  it('says that an answer is no object', async () => {
    const { cluster } = await open(`${collection}/web`, { json: [] });
    expect(ConnectionError.is(await failure(cluster.objects.get(deployments, 'd', 'web', never)), 'decode')).toBe(true);
  });

  it('case 22: reads Secrets masked, and refuses to write the mask back', async () => {
    const secrets = { group: '', version: 'v1', resource: 'secrets' };
    const { cluster, server } = await open('/api/v1/namespaces/d/secrets/s', { json: { metadata: { name: 's' }, data: { k: 'aHVudGVyMg==' } } });
    const secret = await cluster.objects.get(secrets, 'd', 's', never);
    expect(JSON.stringify(secret)).toContain('<masked 7 bytes>');
    expect(await failure(cluster.objects.write({ verb: 'update', resource: secrets, namespace: 'd', name: 's', body: secret }, { dryRun: false }, never))).toBeInstanceOf(MaskedWriteError);
    expect(server.requests).toHaveLength(1);
  });
});

describe('why access failed', () => {
  const request = { verb: 'list', resource: deployments, namespace: 'd' } as const;
  const api = (code: number, retryAfterSeconds?: number) => new ApiError({ code, reason: 'R', message: 'm', ...(retryAfterSeconds && { details: { retryAfterSeconds } }) });

  it.each([
    [api(401), { code: 'unauthorized', retries: false, message: 'm' }],
    [api(403), { code: 'forbidden', verb: 'list', namespace: 'd', resource: deployments }],
    [api(404), { code: 'notFound', retries: false }],
    [api(429, 3), { code: 'tooMany', retries: true, retryAfterSeconds: 3 }],
    [api(500), { code: 'server', status: 500, reason: 'R' }],
    [new ConnectionError('refused', 'no', { server: 'https://a' }), { code: 'unreachable', why: 'refused', server: 'https://a', retries: true }],
    [new CredentialError('execFailed', say`no`, { user: 'jane' }), { code: 'credentials', why: 'execFailed', user: 'jane', retries: false }],
    [new Error('odd'), { code: 'other', message: 'odd' }],
  ])('%o', (error, facts) => {
    expect(accessFailure(error, request)).toMatchObject(facts);
  });

  it('names what was asked for', () => {
    expect(describeAccess(request)).toBe('list apps/v1/deployments in the namespace d');
    expect(describeAccess({ verb: 'watch', resource: deployments })).toBe('watch apps/v1/deployments in all namespaces');
    expect(describeAccess({ verb: 'discover' })).toBe('discover');
  });
});
