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
    ['d/web', '/web.yaml'],
    ['system:node', '/system:node.yaml'],
    ['d/\ud800a', '/\uFFFDa.yaml'],
    ['d/a\\b\u202Egnp', '/a\uFFFDb\uFFFDgnp.yaml'],
  ])('names the tab of %j', (key, path) => {
    expect(objectPath(key)).toBe(path);
  });

  it('has a bound', () => {
    expect(objectPath('x'.repeat(5000)).length).toBeLessThan(300);
  });
});
