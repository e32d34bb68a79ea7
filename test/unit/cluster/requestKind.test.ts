import { expect, it } from 'vitest';
import { requestKind } from '../../../extension/cluster/requestKind.ts';

it.each([
  ['GET', '/api/v1/pods?limit=500', 'list v1/pods'],
  ['GET', '/api/v1/pods?watch=true&resourceVersion=5', 'watch v1/pods'],
  ['GET', '/api/v1/namespaces/d/pods?labelSelector=watch%3Dtrue', 'list v1/pods'],
  ['GET', '/api/v1/namespaces/d/pods/a-secret-name', 'get v1/pods'],
  ['PATCH', '/apis/apps/v1/namespaces/d/deployments/web/status?fieldManager=x', 'patch apps/v1/deployments/status'],
  ['GET', '/api/v1/namespaces', 'list v1/namespaces'],
  ['GET', '/api/v1/namespaces/d', 'get v1/namespaces'],
  ['PUT', '/api/v1/namespaces/d/finalize', 'update v1/namespaces/finalize'],
  ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 'create authorization.k8s.io/v1/selfsubjectaccessreviews'],
  ['DELETE', '/apis/apps/v1/namespaces/d/replicasets/web-1', 'delete apps/v1/replicasets'],
  ['GET', '/version', 'get version'],
  ['GET', '/apis/apps/v1', 'get discovery'],
  ['GET', '/api', 'get discovery'],
  ['GET', '/whatever/it/is', 'get other'],
  ['GET', '/api/v1/%2e%2e/x', 'get other'],
])('%s %s is %s', (method, path, kind) => {
  const { verb, resource } = requestKind(method, path);
  expect(`${verb} ${resource}`).toBe(kind);
});
