import fc from 'fast-check';
import { expect, it } from 'vitest';
import { adminUser, userInfo } from '../../extension/playground/access/userInfo.ts';
import type { ImpersonationHeaders } from '../../extension/playground/access/impersonate.ts';
import { PlaygroundHarness } from '../support/playgroundHarness.ts';
import { propertyParameters } from '../support/seed.ts';

/** Whatever stands in the headers that say who somebody is: a Status or a plain refusal, never a crash, and never anybody else's rights. `PROPERTY_SEED` for the one that failed. */
const parameters = propertyParameters(400);
const token = 'the-token-of-the-admin';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const reviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });
/** What is nearly right is likelier to be taken for it. */
const nearToken = fc.oneof(
  anyText,
  fc.nat(token.length).map((length) => token.slice(0, length)),
  fc.tuple(fc.constant(token), anyText).map((parts) => parts.join('')),
  fc.constantFrom(token, token.toUpperCase(), `${token} ${token}`, `${token},`, `"${token}"`, 'null', 'undefined', '__proto__', 'constructor', 'a.b.c', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.bnVsbA.AAAA'),
);
const authorization = fc.oneof(anyText, fc.tuple(fc.constantFrom('Bearer ', 'bearer  ', 'BEARER ', 'Basic ', 'Bearer\t', 'Bearer', ' Bearer '), nearToken).map((parts) => parts.join('')));

it('an authorization header lets in who has the token, and nobody else', async () => {
  const harness = new PlaygroundHarness({ tokens: [{ token, user: adminUser('admin') }] });
  await fc.assert(
    fc.asyncProperty(authorization, async (header) => {
      const { status, json } = await harness.ask('GET', '/api/v1/namespaces/default/secrets', { from: { authorization: header } });
      const isIt = /^bearer +/i.test(header) && header.replace(/^bearer +/i, '') === token;
      expect(status).toBe(isIt ? 200 : 401);
      expect(json.kind).toBe(isIt ? 'SecretList' : 'Status');
    }),
    parameters,
  );
  expect(harness.errors).toEqual([]);
});

const name = fc.oneof(anyText, fc.constantFrom('jane', '', 'system:masters', 'admin', 'system:serviceaccount:shop:default', 'system:serviceaccount:shop:', 'system:anonymous', '*', '__proto__'));
const impersonation: fc.Arbitrary<ImpersonationHeaders> = fc.record({
  user: name,
  uid: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, name),
  groups: fc.array(fc.oneof(name, fc.constantFrom('developers', 'system:authenticated', 'system:unauthenticated')), { maxLength: 3 }),
  extra: fc.dictionary(fc.oneof(anyText, fc.constantFrom('scopes', '%', '%41', '__proto__', 'constructor')), fc.array(name, { maxLength: 2 }), { maxKeys: 2 }),
});

it('impersonation makes nobody more than they may be taken for', async () => {
  const harness = new PlaygroundHarness({ tokens: [{ token, user: userInfo('actor') }] });
  const rules = [
    { apiGroups: [''], resources: ['users'], resourceNames: ['jane'], verbs: ['impersonate'] },
    { apiGroups: [''], resources: ['groups'], resourceNames: ['developers'], verbs: ['impersonate'] },
  ];
  await harness.ask('POST', `${rbac}/clusterroles`, { body: { metadata: { name: 'acting' }, rules } });
  await harness.ask('POST', `${rbac}/clusterrolebindings`, { body: { metadata: { name: 'acting' }, roleRef: { kind: 'ClusterRole', name: 'acting' }, subjects: [{ kind: 'User', name: 'actor' }] } });
  await fc.assert(
    fc.asyncProperty(impersonation, async (headers) => {
      const { status, json, text } = await harness.ask('POST', reviews, { from: { authorization: `Bearer ${token}`, impersonation: headers }, body: {} });
      const isAllowed = headers.user === 'jane' && headers.uid === '' && headers.groups.every((group) => group === 'developers') && Object.values(headers.extra).every((values) => values.length === 0);
      expect(status).toBe(headers.user === '' ? 500 : isAllowed ? 201 : 403);
      if (status === 201) expect(json.status.userInfo).toMatchObject({ username: 'jane', groups: [...headers.groups, 'system:authenticated'] });
      if (status === 403) expect(json).toMatchObject({ kind: 'Status', reason: 'Forbidden', message: expect.stringContaining('User "actor" cannot impersonate resource') });
      if (status === 500) expect(text).toMatch(/^Internal Server Error: /);
      expect(text).not.toMatch(/[<>]/);
    }),
    parameters,
  );
  expect(harness.errors).toEqual([]);
});
