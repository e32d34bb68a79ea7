import { expect, it } from 'vitest';
import { breakpointTerms } from '../../../extension/inspector/breakpointTerms.ts';

it.each([
  [{ delta: 'Deleted', key: 'web/api-*' }, 'Deleted · web/api-*'],
  [{ path: 'spec.replicas', informer: 'apps/v1/deployments' }, 'spec.replicas changed · apps/v1/deployments'],
  [{ condition: 'object.spec.replicas != oldObject.spec.replicas' }, 'object.spec.replicas != oldObject.spec.replicas'],
  [{ condition: 'attempt > 2', key: 'web/api' }, 'web/api'],
  [{ logMessage: '{key} {delta}', key: 'web/*' }, 'log: {key} {delta} · web/*'],
  [{ error: 'expired' }, '410 Expired'],
  [{ error: 'conflict', attempts: 3 }, '409 Conflict · attempt ≥ 3'],
  [{ key: 'a/b', point: 'workqueue.get' }, 'a/b · workqueue.get'],
] as const)('%o is called %s', (spec, name) => {
  expect(breakpointTerms({ enabled: true, ...spec })).toBe(name);
});
