import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatGroupVersion, formatResource, informerName, parseInformerName, parseResource, scopedInformerName } from '../../../extension/kube/resource.ts';
import { resourceOfInformer } from '../../../extension/trace/resourceOfInformer.ts';

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
    const { resource, scope } = parseInformerName(name)!;
    expect(scope.metadataOnly ?? false).toBe(name.includes('#'));
    expect(scope.namespace).toBe(name.includes('@') ? 'shop' : undefined);
    expect(informerName(resource, scope.namespace, scope.metadataOnly)).toBe(name);
    expect(scopedInformerName(resource, scope)).toBe(name);
  });

  it.each([
    ['v1/pods?labelSelector=app=web', { labelSelector: 'app=web' }],
    ['v1/pods@shop?labelSelector=tier+in+(front,back),!canary#metadata', { namespace: 'shop', labelSelector: 'tier in (front,back),!canary', metadataOnly: true }],
    ['v1/pods?fieldSelector=status.phase!=Running', { fieldSelector: 'status.phase!=Running' }],
    ['v1/pods@shop?labelSelector=a=b&fieldSelector=metadata.name=x%26y%3Fz%23%40%25%2B', { namespace: 'shop', labelSelector: 'a=b', fieldSelector: 'metadata.name=x&y?z#@%+' }],
  ])('informers that differ in their selectors have names of their own: %s', (name, scope) => {
    const pods = { group: '', version: 'v1', resource: 'pods' };
    expect(scopedInformerName(pods, scope)).toBe(name);
    expect(parseInformerName(name)).toEqual({ resource: pods, scope });
    expect(resourceOfInformer(name)).toBe('v1/pods');
  });

  it('any selector comes back out of the name, whatever stands in it', () => {
    const pods = { group: '', version: 'v1', resource: 'pods' };
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ minLength: 1 }), (labelSelector, fieldSelector) => {
        const scope = { namespace: 'd', labelSelector, fieldSelector, metadataOnly: true };
        const name = scopedInformerName(pods, scope);
        expect(name).not.toMatch(/\s/);
        expect(parseInformerName(name)?.scope).toEqual(scope);
      }),
    );
  });

  it.each(['pods', '../../etc', 'v1/pods#labels', '#metadata', '', 'v1/pods?', 'v1/pods?labelSelector=', 'v1/pods?labelSelector=%', 'v1/pods?limit=1', 'v1/pods?labelSelector=a?b', 'v1/podslabelSelector=a'])('%j is no name of an informer', (name) => {
    expect(parseInformerName(name)).toBeUndefined();
  });
});
