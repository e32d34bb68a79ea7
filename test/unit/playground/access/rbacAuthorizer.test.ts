import { afterEach, describe, expect, it } from 'vitest';
import { accessTo } from '../../../../extension/playground/access/accessTo.ts';
import type { AccessAttributes } from '../../../../extension/playground/access/authorizer.ts';
import { ClusterAccess } from '../../../../extension/playground/access/clusterAccess.ts';
import { adminUser, type UserInfo, userInfo } from '../../../../extension/playground/access/userInfo.ts';
import type { PolicyRule, Subject } from '../../../../extension/playground/registry/rbacShapes.ts';
import { Storage } from '../../../../extension/playground/storage/storage.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

/** Decisions as the RBAC authorizer of a kube-apiserver makes them (kubernetes `plugin/pkg/auth/authorizer/rbac`, `rbac_test.go` has many of these). */

const prefix = '/registry/rbac.authorization.k8s.io';
const jane = userInfo('jane', ['developers', 'system:authenticated']);
const robot = userInfo('system:serviceaccount:a:robot', ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated']);

class Roles {
  readonly storage = new Storage();
  readonly access = new ClusterAccess(this.storage, new FakeClock(), []);

  role(where: string, ...rules: readonly PolicyRule[]): this {
    this.storage.put(`${prefix}/${where}`, { metadata: metadataOf(where), rules });
    return this;
  }

  bind(where: string, roleRef: { readonly kind: string; readonly name: string }, ...subjects: readonly Subject[]): this {
    this.storage.put(`${prefix}/${where}`, { metadata: metadataOf(where), roleRef, subjects });
    return this;
  }

  may(user: UserInfo, wanted: AccessAttributes): boolean {
    return this.access.authorizer.authorize(user, wanted).allowed;
  }
}

function metadataOf(where: string): { readonly name: string; readonly namespace?: string } {
  const [, first = '', second] = where.split('/');
  return second === undefined ? { name: first } : { namespace: first, name: second };
}

function on(text: string): AccessAttributes {
  const [verb = '', what = '', namespace = '', name = ''] = text.split(' ');
  if (what.startsWith('/')) return { ...accessTo({ group: '', version: '', resource: '' }, verb), isResourceRequest: false, path: what };
  const [path = '', subresource = ''] = what.split('/');
  const [resource = '', ...group] = path.split('.');
  return accessTo({ group: group.join('.'), version: 'v1', resource }, verb, { namespace: namespace === '-' ? '' : namespace, name, subresource });
}

const roles: Roles[] = [];
function world(): Roles {
  const made = new Roles();
  roles.push(made);
  return made;
}
afterEach(() => {
  for (const { access } of roles.splice(0)) access.dispose();
});

const user = (name: string): Subject => ({ kind: 'User', name });

describe('a rule', () => {
  const rule = (resources: string, verbs: string, more: Partial<PolicyRule> = {}): PolicyRule => ({ apiGroups: [''], resources: resources.split(' '), verbs: verbs.split(' '), ...more });
  it.each<[PolicyRule, string, boolean]>([
    [rule('pods', 'get'), 'get pods a p', true],
    [rule('pods', 'get'), 'list pods a', false],
    [rule('pods', 'get'), 'get secrets a p', false],
    [rule('pods', 'get'), 'get pods.metrics.k8s.io a p', false],
    [rule('pods', '*'), 'deletecollection pods a', true],
    [rule('*', 'get'), 'get anything a', true],
    [rule('*', 'get'), 'get pods/log a p', true],
    [rule('pods', 'get'), 'get pods/log a p', false],
    [rule('pods/*', 'get'), 'get pods/log a p', false],
    [rule('pods/log', 'get'), 'get pods/log a p', true],
    [rule('pods/log', 'get'), 'get pods a p', false],
    [rule('*/status', 'get'), 'get pods/status a p', true],
    [rule('*/status', 'get'), 'get pods a p', false],
    [rule('*/status', 'get'), 'get pods/log a p', false],
    [rule('deployments', 'get', { apiGroups: ['apps'] }), 'get deployments.apps a d', true],
    [rule('deployments', 'get', { apiGroups: ['*'] }), 'get deployments.apps a d', true],
    [rule('pods', 'get', { apiGroups: ['*'] }), 'get pods a p', true],
    [rule('pods', 'get', { apiGroups: [] }), 'get pods a p', false],
    [rule('pods', 'get delete', { resourceNames: ['p'] }), 'get pods a p', true],
    [rule('pods', 'get delete', { resourceNames: ['p'] }), 'get pods a q', false],
    [rule('pods', 'list', { resourceNames: ['p'] }), 'list pods a', false],
    [rule('pods', 'list', { resourceNames: ['p'] }), 'list pods a p', true],
    [rule('pods', 'get', { resourceNames: ['*'] }), 'get pods a p', false],
    [rule('*', '*', { apiGroups: ['*'] }), 'get /metrics', false],
    [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }, 'get /metrics', true],
    [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }, 'get /metrics/', false],
    [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }, 'post /metrics', false],
    [{ nonResourceURLs: ['/api/*'], verbs: ['get'] }, 'get /api/v1', true],
    [{ nonResourceURLs: ['/api/*'], verbs: ['get'] }, 'get /api', false],
    [{ nonResourceURLs: ['/api*'], verbs: ['get'] }, 'get /apis', true],
    [{ nonResourceURLs: ['*'], verbs: ['*'] }, 'put /anything', true],
    [{ nonResourceURLs: ['/a*b'], verbs: ['get'] }, 'get /axb', false],
    [{ nonResourceURLs: ['*'], verbs: ['*'] }, 'get pods a p', false],
  ])('%j: %s %s', (given, wanted, expected) => {
    const cluster = world().role('clusterroles/r', given).bind('clusterrolebindings/b', { kind: 'ClusterRole', name: 'r' }, user('jane'));
    expect(cluster.may(jane, on(wanted))).toBe(expected);
  });
});

describe('a binding', () => {
  const pods: PolicyRule = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };
  it.each<[string, Subject, UserInfo, boolean]>([
    ['a user', user('jane'), jane, true],
    ['another user', user('joe'), jane, false],
    ['a group', { kind: 'Group', name: 'developers' }, jane, true],
    ['a group of the name of a user', { kind: 'Group', name: 'jane' }, jane, false],
    ['a user of the name of a group', user('developers'), jane, false],
    ['everybody', { kind: 'Group', name: 'system:authenticated' }, robot, true],
    ['an account', { kind: 'ServiceAccount', namespace: 'a', name: 'robot' }, robot, true],
    ['an account of the namespace', { kind: 'ServiceAccount', name: 'robot' }, robot, true],
    ['an account of another namespace', { kind: 'ServiceAccount', namespace: 'b', name: 'robot' }, robot, false],
    ['an account as a user', user('system:serviceaccount:a:robot'), robot, true],
    ['the accounts of a namespace', { kind: 'Group', name: 'system:serviceaccounts:a' }, robot, true],
  ])('of %s', (_what, subject, who, expected) => {
    const cluster = world().role('clusterroles/r', pods).bind('rolebindings/a/b', { kind: 'ClusterRole', name: 'r' }, subject);
    expect(cluster.may(who, on('list pods a'))).toBe(expected);
    expect(cluster.may(who, on('list pods b'))).toBe(false);
    expect(cluster.may(who, on('list pods'))).toBe(false);
  });

  it('of the cluster is for every namespace and none; a Role is that of the same namespace', () => {
    const cluster = world().role('clusterroles/r', pods).role('roles/a/r', { ...pods, resources: ['secrets'] });
    cluster.bind('clusterrolebindings/b', { kind: 'ClusterRole', name: 'r' }, user('jane')).bind('rolebindings/b/b', { kind: 'Role', name: 'r' }, user('jane'));
    expect(['list pods', 'list pods a', 'list pods b', 'list secrets a', 'list secrets b'].map((wanted) => cluster.may(jane, on(wanted)))).toEqual([true, true, true, false, false]);
  });

  it('says by what it allows, and which role is not there', () => {
    const cluster = world().role('clusterroles/r', pods).bind('rolebindings/a/b', { kind: 'ClusterRole', name: 'r' }, { kind: 'ServiceAccount', namespace: 'a', name: 'robot' });
    cluster.bind('clusterrolebindings/lost', { kind: 'ClusterRole', name: 'none' }, user('jane')).bind('rolebindings/a/lost', { kind: 'Role', name: 'none' }, user('jane'));
    const reason = (who: UserInfo, wanted: string): string => cluster.access.authorizer.authorize(who, on(wanted)).reason;
    expect(reason(robot, 'list pods a')).toBe('RBAC: allowed by RoleBinding "b/a" of ClusterRole "r" to ServiceAccount "robot/a"');
    expect(reason(robot, 'list pods b')).toBe('');
    expect(reason(jane, 'list pods b')).toBe('RBAC: clusterrole.rbac.authorization.k8s.io "none" not found');
    expect(reason(jane, 'list pods a')).toBe('RBAC: [clusterrole.rbac.authorization.k8s.io "none" not found, role.rbac.authorization.k8s.io "none" not found]');
  });

  it('counts from the moment that it is there to the moment that it, or its role, is not', () => {
    const cluster = world();
    const may = (): boolean => cluster.may(jane, on('list pods a'));
    const roleRef = { kind: 'Role', name: 'r' };
    cluster.bind('rolebindings/a/b', roleRef, user('jane'));
    expect(may()).toBe(false);
    cluster.role('roles/a/r', pods);
    expect(may()).toBe(true);
    cluster.role('roles/a/r', { ...pods, verbs: ['get'] });
    expect(may()).toBe(false);
    cluster.role('roles/a/r', pods).bind('rolebindings/a/b', roleRef, user('joe'));
    expect(may()).toBe(false);
    cluster.bind('rolebindings/a/b', roleRef, user('jane'), user('jane')).bind('rolebindings/a/c', roleRef, user('jane'));
    cluster.storage.delete(`${prefix}/rolebindings/a/b`);
    expect(may()).toBe(true);
    const before = cluster.storage.revision;
    cluster.storage.delete(`${prefix}/roles/a/r`);
    expect(may()).toBe(false);
    cluster.storage.rewind(before);
    expect(may()).toBe(true);
    cluster.storage.delete(`${prefix}/rolebindings/a/c`);
    expect(may()).toBe(false);
  });

  it('counts when it is committed', async () => {
    const clock = new FakeClock();
    const storage = new Storage({ clock });
    const access = new ClusterAccess(storage, clock, []);
    storage.put(`${prefix}/clusterroles/r`, { metadata: { name: 'r' }, rules: [pods] });
    storage.commitLatencyMs = 100;
    storage.put(`${prefix}/clusterrolebindings/b`, { metadata: { name: 'b' }, roleRef: { kind: 'ClusterRole', name: 'r' }, subjects: [user('jane')] });
    expect(access.authorizer.authorize(jane, on('list pods a')).allowed).toBe(false);
    await clock.advance(100);
    expect(access.authorizer.authorize(jane, on('list pods a')).allowed).toBe(true);
    access.dispose();
    storage.dispose();
  });
});

it('system:masters may everything, without any role', () => {
  expect(world().may(adminUser('root'), on('impersonate users - x'))).toBe(true);
  expect(world().may(userInfo('system:masters'), on('get pods a p'))).toBe(false);
});
