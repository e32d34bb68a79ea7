import { describe, expect, it } from 'vitest';
import { objectPath, objectQuery, parseObjectQuery } from '../../../extension/ui/objectAddress.ts';

describe('objectQuery', () => {
  it.each(['d/web', 'system:node', '__proto__', 'é漢😀', 'd/\ud800', 'a&b=c#d?e%2F', '<img src=x onerror=alert(1)>'])('round-trips %j', (key) => {
    const address = { source: 'context:arn:aws:eks:us-east-1:1:cluster/x é', informer: 'v1/pods', key };
    const query = objectQuery(address);
    expect(parseObjectQuery(query)).toEqual(address);
    // Whatever is in the name, the query can be put into a URI.
    expect(() => encodeURIComponent(query)).not.toThrow();
  });

  it.each(['', 'x', '[]', '{}', '{"source":1,"informer":"v1/pods","key":"d/a"}', 'null'])('refuses %j', (query) => {
    expect(parseObjectQuery(query)).toBeUndefined();
  });
});

describe('objectPath', () => {
  it.each([
    ['v1/pods', 'd/web', '/v1/pods/d/web.pods.yaml'],
    ['apps/v1/deployments@d#metadata', 'd/web', '/apps/v1/deployments@d#metadata/d/web.deployments.yaml'],
    ['v1/nodes', 'system:node', '/v1/nodes/system:node.nodes.yaml'],
    ['v1/pods', 'd/\ud800a', '/v1/pods/d/\uFFFDa.pods.yaml'],
    ['v1/pods', 'd/a\\b/\u202Egnp', '/v1/pods/d/a\uFFFDb\uFFFD\uFFFDgnp.pods.yaml'],
    ['no informer', 'web', '/no informer/web.yaml'],
  ])('names the tab of %j %j', (informer, key, path) => {
    expect(objectPath({ informer, key })).toBe(path);
  });

  it('has a bound', () => {
    expect(objectPath({ informer: 'v1/pods', key: 'x'.repeat(5000) }).length).toBeLessThan(300);
    // Also in the middle of a character that is two: half of one is in no URI.
    expect(() => encodeURIComponent(objectPath({ informer: 'v1/pods', key: `${'x'.repeat(199)}😀` }))).not.toThrow();
  });
});
