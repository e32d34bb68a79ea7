import { describe, expect, it } from 'vitest';
import { formatGroupVersion, formatResource, informerName, parseResource } from '../../../extension/kube/resource.ts';

describe('resource', () => {
  it.each(['v1/pods', 'apps/v1/deployments', 'rbac.authorization.k8s.io/v1/clusterroles'])('%s is what it says', (text) => {
    expect(formatResource(parseResource(text)!)).toBe(text);
  });

  it.each(['pods', 'deployments.apps', '', '/', 'v1/', 'a/b/c/d', 'V1/Pods', 'v1/pods/../x'])('%j is none', (text) => {
    expect(parseResource(text)).toBeUndefined();
  });

  it('names informers', () => {
    const pods = { group: '', version: 'v1', resource: 'pods' };
    expect(informerName(pods, undefined)).toBe('v1/pods');
    expect(informerName(pods, 'd')).toBe('v1/pods@d');
    expect(formatGroupVersion(pods)).toBe('v1');
    expect(formatGroupVersion({ group: 'apps', version: 'v1' })).toBe('apps/v1');
  });
});
