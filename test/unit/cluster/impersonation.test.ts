import { afterEach, expect, it } from 'vitest';
import { asServiceAccount, effectiveGroups, impersonationHeaders, impersonationRefused } from '../../../extension/cluster/impersonation.ts';
import type { Impersonation } from '../../../extension/cluster/kubeconfigEntries.ts';
import { openCluster } from '../../support/openCluster.ts';
import { kubeconfigFor, ScriptedServer } from '../../support/scriptedServer.ts';
import { TestAuthority } from '../../support/testCertificates.ts';

const account = { namespace: 'shop', name: 'web' };
let replaced: Impersonation | undefined;
const owned: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

async function headersOf(user: object, scheme: 'http' | 'https' = 'https'): Promise<Record<string, unknown>> {
  const authority = await TestAuthority.create();
  const routes = { '/version': { list: [{ json: { gitVersion: 'v1' } }] } };
  const server = await ScriptedServer.start({ routes }, scheme === 'https' ? await authority.server() : undefined);
  owned.push(() => server.close());
  const kubeconfig = kubeconfigFor(server.url, user, scheme === 'https' ? { 'certificate-authority-data': Buffer.from(authority.cert).toString('base64') } : {});
  const cluster = await openCluster(kubeconfig, { as: asServiceAccount(account), namespace: account.namespace });
  owned.push(() => cluster.close());
  expect(cluster.namespace).toBe('shop');
  replaced = cluster.identity.replaced;
  expect(cluster.identity.impersonated?.user).toBe('system:serviceaccount:shop:web');
  await cluster.version(new AbortController().signal);
  return server.requests[0]!.headers;
}

function impersonating(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('impersonate-')));
}

it('asks with the own credentials as the account, whose groups the server knows', async () => {
  const headers = await headersOf({ token: 'hush' });
  expect(headers['authorization']).toBe('Bearer hush');
  expect(impersonating(headers)).toEqual({ 'impersonate-user': 'system:serviceaccount:shop:web' });
});

it('takes the place of whom the kubeconfig names, with all that belongs to them, also where the kubeconfig names no user', async () => {
  const headers = await headersOf({ token: 'hush', as: 'bob', 'as-uid': '7', 'as-groups': ['admins'], 'as-user-extra': { reason: ['r'] } });
  expect(replaced?.user).toBe('bob');
  expect(impersonating(headers)).toEqual({ 'impersonate-user': 'system:serviceaccount:shop:web' });
  // kubectl refuses groups of nobody; here nobody asks for them any more.
  expect(impersonating(await headersOf({ token: 'hush', 'as-groups': ['admins'] }))).toEqual({ 'impersonate-user': 'system:serviceaccount:shop:web' });
});

it('sends what stands under names that differ in case alone in one header, as kubectl does', () => {
  const extra = { Scopes: ['read'], scopes: ['write'], reason: ['r'] };
  expect(impersonationHeaders({ user: 'bob', uid: undefined, groups: [], extra })).toEqual({ 'Impersonate-User': 'bob', 'Impersonate-Extra-Scopes': ['read', 'write'], 'Impersonate-Extra-reason': ['r'] });
});

it('K5: over plain http says as whom it asks, as kubectl does, and sends no credentials', async () => {
  const headers = await headersOf({ token: 'hush' }, 'http');
  expect(headers['authorization']).toBeUndefined();
  expect(impersonating(headers)).toEqual({ 'impersonate-user': 'system:serviceaccount:shop:web' });
});

it('knows the groups that the server gives: those of a ServiceAccount, else those that were asked for', () => {
  const groups = ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated'];
  expect(effectiveGroups(asServiceAccount(account))).toEqual(groups);
  expect(effectiveGroups({ ...asServiceAccount(account), groups: ['own'] })).toEqual(['own']);
  expect(effectiveGroups({ user: 'bob', uid: undefined, groups: [], extra: {} })).toEqual([]);
});

it.each([
  ['serviceaccounts "web" is forbidden: User "nobody" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "shop"', 'serviceaccounts'],
  ['users "bob" is forbidden: User "nobody" cannot impersonate resource "users" in API group "" at the cluster scope', 'users'],
  ['User "x" cannot impersonate:serviceaccount resource "serviceaccounts" in API group "" in the namespace "shop"', 'serviceaccounts'],
  ['pods is forbidden: User "nobody" cannot list resource "pods" in API group "" at the cluster scope', undefined],
  ['', undefined],
])('reads in a 403 what may not be impersonated: %s', (message, resource) => {
  expect(impersonationRefused(message)).toBe(resource);
});
