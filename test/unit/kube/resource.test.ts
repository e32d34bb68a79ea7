import { describe, expect, it } from 'vitest';
import { formatGroupVersion, formatResource, informerName, parseInformerName, parseResource } from '../../../extension/kube/resource.ts';

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
    expect(informerName(pods, 'd', true)).toBe('v1/pods@d#metadata');
    expect(formatGroupVersion(pods)).toBe('v1');
    expect(formatGroupVersion({ group: 'apps', version: 'v1' })).toBe('apps/v1');
  });

  it.each(['v1/pods', 'apps/v1/deployments@shop', 'v1/secrets#metadata', 'apps/v1/deployments@shop#metadata'])('the name %s of an informer says what it is', (name) => {
    const { resource, namespace, metadataOnly } = parseInformerName(name)!;
    expect(metadataOnly).toBe(name.includes('#'));
    expect(namespace).toBe(name.includes('@') ? 'shop' : undefined);
    expect(informerName(resource, namespace, metadataOnly)).toBe(name);
  });

  it.each(['pods', '../../etc', 'v1/pods#labels', '#metadata', ''])('%j is no name of an informer', (name) => {
    expect(parseInformerName(name)).toBeUndefined();
  });
});
