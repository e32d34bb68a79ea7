import { describe, expect, it } from 'vitest';
import { parseResourcePath, pathSegments } from '../../../../extension/playground/api/requestPath.ts';

function parse(path: string): unknown {
  const segments = pathSegments(path);
  return segments && parseResourcePath(segments);
}

const none = { group: '', namespace: '', name: '', subresource: '' };

describe('paths', () => {
  it.each([
    ['/api/v1/pods', { ...none, version: 'v1', resource: 'pods' }],
    ['/api/v1/pods/', { ...none, version: 'v1', resource: 'pods' }],
    ['/api/v1/namespaces', { ...none, version: 'v1', resource: 'namespaces' }],
    ['/api/v1/namespaces/a', { ...none, version: 'v1', resource: 'namespaces', name: 'a' }],
    ['/api/v1/namespaces/a/status', { ...none, version: 'v1', resource: 'namespaces', name: 'a', subresource: 'status' }],
    ['/api/v1/namespaces/a/finalize', { ...none, version: 'v1', resource: 'namespaces', name: 'a', subresource: 'finalize' }],
    ['/api/v1/namespaces/a/pods', { ...none, version: 'v1', resource: 'pods', namespace: 'a' }],
    ['/api/v1/namespaces/a/pods/b', { ...none, version: 'v1', resource: 'pods', namespace: 'a', name: 'b' }],
    ['/apis/apps/v1/namespaces/a/deployments/b/scale', { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'a', name: 'b', subresource: 'scale' }],
    ['/api/v1/namespaces/a%2eb/pods', { ...none, version: 'v1', resource: 'pods', namespace: 'a.b' }],
  ])('%s', (path, expected) => {
    expect(parse(path)).toEqual(expected);
  });

  it.each([
    '',
    'api/v1/pods',
    '/',
    '/api',
    '/api/v1',
    '/apis/apps/v1',
    '/healthz',
    '/api/v1/namespaces/a/pods/b/log/more',
    '/api//v1/pods',
    '/api/v1/../v1/pods',
    '/api/v1/./pods',
    '/api/v1/%2e%2e/pods',
    '/api/v1/pods%2fb',
    '/api/v1/pods/%00',
    '/api/v1/pods/a%0ab',
    '/api/v1/pods/%zz',
    '/api/v1/pods/%252e',
    '/api/v1/pods\\b',
  ])('%j names no resource', (path) => {
    expect(parse(path)).toBeUndefined();
  });
});
