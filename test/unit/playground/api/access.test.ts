import { describe, expect, it } from 'vitest';
import { adminUser, type UserInfo, userInfo } from '../../../../extension/playground/access/userInfo.ts';
import type { ImpersonationHeaders } from '../../../../extension/playground/access/impersonate.ts';
import { playgroundUsers } from '../../../../extension/playground/access/playgroundUsers.ts';
import { snapshotOf } from '../../../../extension/playground/storage/snapshotFormat.ts';
import { type Ask, type Answer, PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const rbacVersion = 'rbac.authorization.k8s.io/v1';
const reviews = '/apis/authorization.k8s.io/v1';
const nobodyElse: ImpersonationHeaders = { user: '', uid: '', groups: [], extra: {} };
const authenticated = 'system:authenticated';

function known(name: string): UserInfo {
  const { user } = playgroundUsers.find((one) => one.name === `playground-${name}`)!;
  return { ...user, groups: [...user.groups, authenticated] };
}

const [team, reader, nobody] = [known('team'), known('reader'), known('nobody')];

async function statusAs(harness: PlaygroundHarness, user: UserInfo, method: string, target: string, ask: Ask = {}): Promise<number> {
  return (await harness.ask(method, target, { user, ...ask })).status;
}

describe('who sends a request', () => {
  const tokens = [{ token: 'root', user: adminUser('root') }, { token: 'j', user: userInfo('jane') }];

  it('is found out by the token; who has none is nobody', async () => {
    const harness = new PlaygroundHarness({ tokens });
    const asked = (authorization: string): Promise<Answer> => harness.ask('GET', '/api/v1/nodes', { from: { authorization } });
    expect((await asked('Bearer root')).status).toBe(200);
    expect((await asked('Bearer j')).status).toBe(403);
    for (const header of ['', 'Bearer x', 'Bearer']) {
      expect((await asked(header)).json).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: 'Unauthorized', reason: 'Unauthorized', code: 401 });
    }
  });

  it('may be anybody who asks whether the server is well, or which it is, as far as the roles allow it', async () => {
    const harness = new PlaygroundHarness({ tokens });
    const asked = async (path: string, authorization = '', method = 'GET'): Promise<number> => (await harness.ask(method, path, { from: { authorization } })).status;
    const open = ['/healthz', '/livez', '/readyz', '/version', '/version/'];
    for (const path of open) expect([path, await asked(path), await asked(path, 'Bearer x'), await asked(path, '', 'POST')]).toEqual([path, 200, 401, 403]);
    for (const path of ['/', '/api', '/apis', '/api/v1/nodes', '/healthz/ping', '/livez/x', '/metrics', '/openapi/v2', '/healthz%2f', '//healthz']) expect([path, await asked(path)]).toEqual([path, 401]);
    await harness.ask('DELETE', `${rbac}/clusterrolebindings/system:public-info-viewer`);
    await harness.clock.settle();
    expect((await harness.ask('GET', '/version', { from: { authorization: '' } })).json).toMatchObject({ code: 403, message: 'forbidden: User "system:anonymous" cannot get path "/version"' });
    expect(await asked('/version', 'Bearer root')).toBe(200);
  });

  it('is told of, a refusal too', async () => {
    const harness = new PlaygroundHarness({ tokens });
    const trace = await harness.watch('/trace', '', { to: 'introspect', isRaw: true });
    await harness.ask('GET', '/api/v1/nodes', { from: { authorization: 'Bearer j' } });
    await harness.ask('GET', '/api/v1/nodes', { from: { authorization: 'Bearer x' } });
    await harness.clock.settle();
    const facts = trace.bytes.trim().split('\n').map((line) => JSON.parse(line) as { kind: string; stage: string; user: string; code: number });
    const ended = facts.filter(({ kind, stage }) => kind === 'apiserver.request' && stage === 'ResponseComplete');
    expect(ended.map(({ user, code }) => [user, code])).toEqual([['jane', 403], ['', 401]]);
    trace.close();
  });

  it('does not have its body read when it is refused', async () => {
    const harness = new PlaygroundHarness({ tokens });
    let reads = 0;
    const send = (token: string): Promise<{ readonly status: number }> =>
      harness.playground.serve({
        auditId: '',
        method: 'POST',
        path: '/api/v1/namespaces/default/configmaps',
        query: new URLSearchParams(),
        accept: '',
        contentType: 'application/json',
        userAgent: '',
        authorization: `Bearer ${token}`,
        impersonation: undefined,
        readBody: () => {
          reads++;
          return Promise.resolve(Buffer.from('{"metadata":{"name":"a"}}'));
        },
        delivery: { onEnd: () => undefined },
        signal: new AbortController().signal,
      });
    expect([(await send('x')).status, (await send('j')).status, reads]).toEqual([401, 403, 0]);
    expect([(await send('root')).status, reads]).toEqual([201, 1]);
  });
});

describe('the users of the playground', () => {
  it.each<[string, UserInfo, readonly number[]]>([
    ['the team', team, [200, 403, 403, 403, 201, 403]],
    ['the reader', reader, [200, 200, 200, 403, 403, 403]],
    ['nobody', nobody, [403, 403, 403, 403, 403, 403]],
    ['the admin', adminUser('a'), [200, 200, 200, 200, 201, 201]],
  ])('%s: pods of shop, of default, of all; nodes; writes in shop, in default', async (_who, user, expected) => {
    const harness = new PlaygroundHarness();
    const body = { metadata: { name: 'new' } };
    const codes = [
      await statusAs(harness, user, 'GET', '/api/v1/namespaces/shop/pods'),
      await statusAs(harness, user, 'GET', '/api/v1/namespaces/default/pods'),
      await statusAs(harness, user, 'GET', '/api/v1/pods'),
      await statusAs(harness, user, 'GET', '/api/v1/nodes'),
      await statusAs(harness, user, 'POST', '/api/v1/namespaces/shop/configmaps', { body }),
      await statusAs(harness, user, 'POST', '/api/v1/namespaces/default/configmaps', { body }),
    ];
    expect(codes).toEqual(expected);
  });

  it('may all discover and ask who they are and what they may; nobody may more', async () => {
    const harness = new PlaygroundHarness();
    for (const target of ['/api', '/apis', '/apis/apps/v1', '/api/v1', '/openapi/v2', '/version', '/healthz']) expect(await statusAs(harness, nobody, 'GET', target), target).toBe(200);
    expect((await harness.ask('GET', '/metrics', { user: nobody })).json.message).toBe('forbidden: User "playground-nobody" cannot get path "/metrics"');
    const { json } = await harness.ask('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', { user: { ...nobody, uid: 'u', extra: { scopes: ['a', 'b'] } }, body: {} });
    expect(json.status.userInfo).toEqual({ username: 'playground-nobody', uid: 'u', groups: [authenticated], extra: { scopes: ['a', 'b'] } });
  });

  it('the team gives others of what it has, and not more', async () => {
    const harness = new PlaygroundHarness();
    const bind = (name: string, role: string): Promise<Answer> =>
      harness.ask('POST', `${rbac}/namespaces/shop/rolebindings`, { user: team, body: { metadata: { name }, roleRef: { kind: 'ClusterRole', name: role }, subjects: [{ kind: 'User', name: 'jane' }] } });
    expect((await bind('viewers', 'view')).status).toBe(201);
    expect(await statusAs(harness, userInfo('jane'), 'GET', '/api/v1/namespaces/shop/pods')).toBe(200);
    const refused = await bind('admins', 'cluster-admin');
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'rolebindings.rbac.authorization.k8s.io "admins" is forbidden: user "playground-team" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:["*"], Resources:["*"], Verbs:["*"]}\n{NonResourceURLs:["*"], Verbs:["*"]}',
    ]);
  });

  it('what is taken away is gone at once, and there again after the next start', async () => {
    const harness = new PlaygroundHarness();
    expect(await statusAs(harness, adminUser('a'), 'DELETE', `${rbac}/clusterrolebindings/playground-reader`)).toBe(200);
    expect(await statusAs(harness, reader, 'GET', '/api/v1/pods')).toBe(403);
    const again = new PlaygroundHarness({ restored: snapshotOf(harness.playground.storage) });
    expect(await statusAs(again, reader, 'GET', '/api/v1/pods')).toBe(200);
  });

  it('what somebody has changed of roles and bindings stays over the next start', async () => {
    const harness = new PlaygroundHarness();
    await harness.patch(`${rbac}/clusterrolebindings/playground-reader`, { subjects: [] });
    const again = new PlaygroundHarness({ restored: snapshotOf(harness.playground.storage) });
    expect(await statusAs(again, reader, 'GET', '/api/v1/pods')).toBe(403);
  });
});

describe('impersonation', () => {
  const admin = { token: 'root', user: adminUser('root') };
  const setUp = () => new PlaygroundHarness({ tokens: [admin] });
  const as = (impersonation: Partial<ImpersonationHeaders>): Ask => ({ from: { authorization: 'Bearer root', impersonation: { ...nobodyElse, ...impersonation } } });
  const whoAmI = async (impersonation: Partial<ImpersonationHeaders>): Promise<unknown> =>
    (await setUp().ask('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', { ...as(impersonation), body: {} })).json.status.userInfo;

  it('takes a request for that of another one, in the groups that follow from the name or that are named', async () => {
    expect(await whoAmI({ user: 'jane' })).toEqual({ username: 'jane', groups: [authenticated] });
    expect(await whoAmI({ user: 'jane', groups: ['a', 'b'], uid: '7' })).toEqual({ username: 'jane', uid: '7', groups: ['a', 'b', authenticated] });
    expect(await whoAmI({ user: 'system:serviceaccount:shop:default' })).toEqual({ username: 'system:serviceaccount:shop:default', groups: ['system:serviceaccounts', 'system:serviceaccounts:shop', authenticated] });
    expect(await whoAmI({ user: 'jane', extra: { 'acme.com%2freason': ['x'], scopes: ['a', 'b'] } })).toMatchObject({ extra: { 'acme.com/reason': ['x'], scopes: ['a', 'b'] } });
  });

  it('of a ServiceAccount that may something shows what it may', async () => {
    const harness = setUp();
    const body = { metadata: { name: 'web' }, roleRef: { kind: 'ClusterRole', name: 'view' }, subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'shop' }] };
    await harness.ask('POST', `${rbac}/namespaces/shop/rolebindings`, { body });
    const account = as({ user: 'system:serviceaccount:shop:default' });
    expect((await harness.ask('GET', '/api/v1/namespaces/shop/pods', account)).status).toBe(200);
    expect((await harness.ask('GET', '/api/v1/namespaces/default/pods', account)).json.message).toContain('User "system:serviceaccount:shop:default" cannot list resource "pods"');
  });

  it('without a user is refused as an API server does it', async () => {
    const { status, text } = await setUp().ask('GET', '/api/v1/pods?limit=1', as({ groups: ['<g>'] }));
    expect([status, text]).toEqual([500, 'Internal Server Error: "/api/v1/pods?limit=1": requested [{Group  &lt;g&gt;    }] without impersonating a user\n']);
  });
});

describe('tokens', () => {
  it('that are asked for make somebody the account, until the account is gone', async () => {
    const harness = new PlaygroundHarness();
    const target = '/api/v1/namespaces/shop/serviceaccounts/default/token';
    const { status, json } = await harness.ask('POST', target, { body: { spec: {} } });
    expect([status, json.kind, json.apiVersion, json.spec.expirationSeconds]).toEqual([201, 'TokenRequest', 'authentication.k8s.io/v1', 3600]);
    const from = { authorization: `Bearer ${json.status.token}` };
    const pods = (): Promise<Answer> => harness.ask('GET', '/api/v1/namespaces/shop/pods', { from });
    expect((await pods()).json.message).toContain('User "system:serviceaccount:shop:default" cannot list');
    await harness.ask('DELETE', '/api/v1/namespaces/shop/serviceaccounts/default');
    expect((await pods()).status).toBe(401);
    expect((await harness.ask('POST', target, { body: { spec: {} } })).status).toBe(404);
  });

  it.each([
    [{ expirationSeconds: 1 }, 422],
    [{ expirationSeconds: 2 ** 33 }, 422],
    [{ boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' } }, 400],
  ])('%j: %i', async (spec, code) => {
    expect((await new PlaygroundHarness().ask('POST', '/api/v1/namespaces/shop/serviceaccounts/default/token', { body: { spec } })).status).toBe(code);
  });

  it('are not for whoever may not ask for them', async () => {
    expect(await statusAs(new PlaygroundHarness(), reader, 'POST', '/api/v1/namespaces/shop/serviceaccounts/default/token', { body: { spec: {} } })).toBe(403);
  });
});

describe('reviews', () => {
  it.each(['GET', 'PUT', 'DELETE'])('cannot be asked by %s, nor by name', async (method) => {
    const harness = new PlaygroundHarness();
    for (const kind of ['selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'subjectaccessreviews']) {
      expect((await harness.ask(method, `${reviews}/${kind}`, { body: {} })).status).toBe(405);
      expect((await harness.ask('POST', `${reviews}/${kind}/x`, { body: {} })).status).toBe(404);
    }
    expect((await harness.ask('POST', `${reviews}/localsubjectaccessreviews`, { body: {} })).status).toBe(404);
  });

  it('of others are not for everybody', async () => {
    const spec = { user: 'x', resourceAttributes: { verb: 'get', resource: 'pods' } };
    expect(await statusAs(new PlaygroundHarness(), reader, 'POST', `${reviews}/subjectaccessreviews`, { body: { spec } })).toBe(403);
  });
});

describe('roles', () => {
  it('are objects like any others: discovered, listed, watched, described in tables', async () => {
    const harness = new PlaygroundHarness();
    const { json } = await harness.get(rbac);
    expect(json.resources.map(({ name }: { name: string }) => name)).toEqual(['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings']);
    const watch = await harness.watch(`${rbac}/namespaces/shop/roles?watch=true&resourceVersion=0`);
    const body = { kind: 'Role', apiVersion: rbacVersion, metadata: { name: 'system:reader' }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] };
    expect((await harness.ask('POST', `${rbac}/namespaces/shop/roles`, { body })).status).toBe(201);
    await harness.clock.settle();
    expect(watch.events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual(['ADDED system:reader']);
    watch.close();
    expect((await harness.get(`${rbac}/namespaces/shop/roles/system%3Areader`)).json.rules).toEqual(body.rules);
  });

  it.each(['a/b', 'a%b', '.', '..', ''])('cannot be called %j', async (name) => {
    const { status } = await new PlaygroundHarness().ask('POST', `${rbac}/clusterroles`, { body: { metadata: { name }, rules: [] } });
    expect(status).toBe(422);
  });

  it('have groups filled in where bindings leave them out', async () => {
    const harness = new PlaygroundHarness();
    const body = { metadata: { name: 'b' }, roleRef: { kind: 'ClusterRole', name: 'view' }, subjects: [{ kind: 'User', name: 'x' }, { kind: 'ServiceAccount', name: 'x', namespace: 'y' }] };
    const { json } = await harness.ask('POST', `${rbac}/clusterrolebindings`, { body });
    const apiGroup = 'rbac.authorization.k8s.io';
    expect([json.roleRef, json.subjects]).toEqual([{ apiGroup, kind: 'ClusterRole', name: 'view' }, [{ apiGroup, kind: 'User', name: 'x' }, { kind: 'ServiceAccount', name: 'x', namespace: 'y' }]]);
  });

  it('that every cluster has: view in edit in admin', async () => {
    const harness = new PlaygroundHarness();
    const rulesOf = async (name: string): Promise<string[]> => (await harness.get(`${rbac}/clusterroles/${name}`)).json.rules.map((rule: object) => JSON.stringify(rule));
    const [view, edit, admin] = [await rulesOf('view'), await rulesOf('edit'), await rulesOf('admin')];
    expect(view.length).toBeGreaterThan(5);
    expect(view.filter((rule) => !edit.includes(rule))).toEqual([]);
    expect(edit.filter((rule) => !admin.includes(rule))).toEqual([]);
    expect([edit.length > view.length, admin.length > edit.length]).toEqual([true, true]);
  });
});
