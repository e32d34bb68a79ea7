import { expect, it } from 'vitest';
import { requestWidth } from '../../../../extension/playground/flowControl/requestWidth.ts';
import { flowRequest } from '../../../support/flowRequests.ts';

const pods = '/api/v1/pods';

it.each([
  ['a small list', 'GET', pods, 40, 1],
  ['a list of all', 'GET', pods, 950, 10],
  ['no more than the level gives', 'GET', pods, 20_000, 10],
  ['from the cache by a selector: all is looked at', 'GET', `${pods}?labelSelector=a%3Db`, 420, 5],
  ['from the cache with a limit, which does not count there', 'GET', `${pods}?limit=10`, 420, 5],
  ['a page of one version, from the storage', 'GET', `${pods}?limit=100&resourceVersion=7`, 5_000, 2],
  ['the next page', 'GET', `${pods}?limit=100&continue=x`, 5_000, 2],
  ['a page of what a selector chooses', 'GET', `${pods}?limit=100&continue=x&labelSelector=a`, 420, 6],
  ['one object by its name', 'GET', `${pods}?fieldSelector=metadata.name%3Da`, 5_000, 1],
  ['an object', 'GET', '/api/v1/namespaces/a/pods/b', 5_000, 1],
  ['a write', 'POST', '/api/v1/namespaces/a/pods', 5_000, 1],
  ['a watch from a version', 'GET', `${pods}?watch=true&resourceVersion=7`, 5_000, 1],
  ['a watch from nowhere, which begins with all', 'GET', `${pods}?watch=true`, 450, 5],
  ['a streamed list', 'GET', `${pods}?watch=true&sendInitialEvents=true&resourceVersion=7`, 450, 5],
  ['no resource', 'GET', '/healthz', 5_000, 1],
])('%s', (_, method, target, objects, width) => {
  expect(requestWidth(flowRequest('a', method, target), 10, () => objects)).toBe(width);
});
