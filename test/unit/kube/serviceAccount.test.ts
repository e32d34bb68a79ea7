import { expect, it } from 'vitest';
import { isNamespaceName, isServiceAccountName, parseServiceAccountUser, serviceAccountGroups, serviceAccountUser } from '../../../extension/kube/serviceAccount.ts';

it('is called as the API server calls it, and is in the groups in which it puts it', () => {
  expect(serviceAccountUser({ namespace: 'shop', name: 'web.v1' })).toBe('system:serviceaccount:shop:web.v1');
  expect(serviceAccountGroups({ namespace: 'shop' })).toEqual(['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated']);
});

it.each(['bob', 'system:serviceaccount:', 'system:serviceaccount:shop', 'system:serviceaccount:shop:', 'system:serviceaccount::web', 'system:serviceaccount:shop:web:x', 'system:serviceaccount:Shop:web'])(
  'is not what %j is called',
  (user) => {
    expect(parseServiceAccountUser(user)).toBeUndefined();
  },
);

it.each(['a', 'web', 'web-1', '0', 'a'.repeat(63)])('%j may be the name of a namespace, and of an account', (name) => {
  expect([isNamespaceName(name), isServiceAccountName(name)]).toEqual([true, true]);
});

it.each(['', '-a', 'a-', 'A', 'a_b', 'a/b', 'a b', 'a\n', 'é', '../x'])('%j may be the name of neither', (name) => {
  expect([isNamespaceName(name), isServiceAccountName(name)]).toEqual([false, false]);
});

it('an account may have dots in its name and be long, a namespace may not', () => {
  expect([isServiceAccountName('web.v1'), isNamespaceName('web.v1')]).toEqual([true, false]);
  expect([isServiceAccountName('a'.repeat(253)), isServiceAccountName('a'.repeat(254)), isNamespaceName('a'.repeat(64))]).toEqual([true, false, false]);
  expect([isServiceAccountName('a..b'), isServiceAccountName('a.-b')]).toEqual([false, false]);
});
