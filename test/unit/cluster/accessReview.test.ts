import { afterEach, describe, expect, it } from 'vitest';
import { openCluster } from '../../support/openCluster.ts';
import { kubeconfigFor, type Reply, ScriptedServer, statusObject } from '../../support/scriptedServer.ts';

const never = new AbortController().signal;
const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const secrets = { group: '', version: 'v1', resource: 'secrets' };
const owned: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

async function serverThat(...replies: readonly Reply[]) {
  const server = await ScriptedServer.start({ routes: { [path]: { list: replies } } });
  const cluster = await openCluster(kubeconfigFor(server.url));
  owned.push(() => server.close(), () => cluster.close());
  return { server, cluster };
}

const review = (status: object): Reply => ({ status: 201, json: { kind: 'SelfSubjectAccessReview', apiVersion: 'authorization.k8s.io/v1', metadata: { creationTimestamp: null }, status } });

describe('an access review', () => {
  it('asks for one verb, resource and namespace', async () => {
    const { server, cluster } = await serverThat(review({ allowed: true }));
    await cluster.reviewAccess({ verb: 'watch', resource: { group: 'apps', version: 'v1', resource: 'deployments' }, namespace: 'team-a' }, never);
    await cluster.reviewAccess({ verb: 'list', resource: secrets }, never);
    expect(server.requests.map(({ method, path: asked, headers, body }) => [method, asked, headers['content-type'], JSON.parse(body)])).toEqual([
      ['POST', path, 'application/json', { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes: { verb: 'watch', group: 'apps', version: 'v1', resource: 'deployments', namespace: 'team-a' } } }],
      ['POST', path, 'application/json', { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes: { verb: 'list', group: '', version: 'v1', resource: 'secrets' } } }],
    ]);
  });

  it.each<[string, string, object]>([
    ['allowed', 'allowed', { allowed: true }],
    ['allowed, though an authorizer failed', 'allowed', { allowed: true, evaluationError: 'webhook down' }],
    ['refused', 'denied', { allowed: false }],
    ['refused with a reason', 'denied', { allowed: false, reason: 'no RBAC policy matched', evaluationError: '' }],
    ['refused by an authorizer that means it, though another failed', 'denied', { allowed: false, denied: true, evaluationError: 'webhook down' }],
    ['not decided, since an authorizer failed', 'unknown', { allowed: false, evaluationError: 'webhook down' }],
    ['said in no word', 'unknown', {}],
    ['said in another type', 'unknown', { allowed: 'yes' }],
  ])('%s: %s', async (_what, access, status) => {
    const { cluster } = await serverThat(review(status));
    expect(await cluster.reviewAccess({ verb: 'list', resource: secrets }, never)).toBe(access);
  });

  it.each([403, 404, 405])('is unknown where the server refuses the review itself (%i)', async (code) => {
    const { cluster } = await serverThat({ status: code, json: statusObject(code, 'Refused', 'no') });
    expect(await cluster.reviewAccess({ verb: 'list', resource: secrets }, never)).toBe('unknown');
  });

  it('is thrown where nothing was answered that would say so', async () => {
    const { cluster } = await serverThat({ status: 500, json: statusObject(500, 'InternalError', 'etcd') });
    await expect(cluster.reviewAccess({ verb: 'list', resource: secrets }, never)).rejects.toMatchObject({ status: 500 });
  });

  it('is held back by the rate limit as any other request', async () => {
    const server = await ScriptedServer.start({ routes: { [path]: { list: [review({ allowed: true })] } } });
    const cluster = await openCluster(kubeconfigFor(server.url), { rateLimit: { qps: 0.001, burst: 1 } });
    owned.push(() => server.close(), () => cluster.close());
    await cluster.reviewAccess({ verb: 'list', resource: secrets }, never);
    const ending = new AbortController();
    const second = cluster.reviewAccess({ verb: 'watch', resource: secrets }, ending.signal);
    ending.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    expect(server.requests).toHaveLength(1);
  });
});
