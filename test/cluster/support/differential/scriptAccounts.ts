import { chance } from './draws.ts';
import type { ScriptKind } from './scriptKind.ts';

/** Nothing is removed by a strategic patch: before 1.28 that was added to a list that is not there. */
export const serviceAccounts: ScriptKind = {
  root: '/api/v1',
  apiVersion: 'v1',
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
  subresources: [],
  fields: {},
  body: (random) => ({
    ...(chance(random, 40) && { secrets: [{ name: 'one' }, ...(chance(random, 50) ? [{ name: 'two' }] : [])] }),
    ...(chance(random, 30) && { imagePullSecrets: [{ name: 'registry' }] }),
    ...(chance(random, 30) && { automountServiceAccountToken: chance(random, 50) }),
  }),
  patches: [{ secrets: [{ name: 'other' }] }, { secrets: null }, { imagePullSecrets: [] }, { automountServiceAccountToken: false }, { automountServiceAccountToken: null }],
  jsonPatches: [[{ op: 'add', path: '/secrets/-', value: { name: 'added' } }], [{ op: 'add', path: '/imagePullSecrets', value: [{ name: 'pull' }] }], [{ op: 'remove', path: '/secrets/0' }]],
  strategicPatches: [{ secrets: [{ name: 'merged' }] }, { imagePullSecrets: [{ name: 'merged' }] }, { secrets: [{ namespace: 'no-name' }] }],
  faults: [{ secrets: 'x' }, { secrets: [{ name: 7 }] }, { imagePullSecrets: [{ name: 'UPPER' }] }, { secrets: [{ name: '' }] }, { automountServiceAccountToken: 'yes' }, { secrets: [{}] }],
  status: [],
};
