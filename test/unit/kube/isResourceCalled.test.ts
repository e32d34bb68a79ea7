import { describe, expect, it } from 'vitest';
import { isResourceCalled } from '../../../extension/kube/isResourceCalled.ts';

const deployments = { group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment', singularName: 'deployment', namespaced: true, verbs: ['list', 'watch'], shortNames: ['deploy'] };
const bare = { ...deployments, group: '', resource: 'widgets', kind: 'Widget', singularName: '', shortNames: [] };

describe('what kubectl takes for a resource', () => {
  it.each(['deploy', 'deployment', 'deployments', 'Deployment', 'deployments.apps', 'apps/v1/deployments', ' DEPLOY '])('%j is it', (text) => {
    expect(isResourceCalled(deployments, text)).toBe(true);
  });

  it.each(['dep', 'po', '', 'deployments.extensions', 'v1/deployments'])('%j is not', (text) => {
    expect(isResourceCalled(deployments, text)).toBe(false);
  });

  it('nothing is called by a name that it has not got', () => {
    expect(isResourceCalled(bare, '')).toBe(false);
    expect(isResourceCalled(bare, ' ')).toBe(false);
    expect(isResourceCalled(bare, 'widget')).toBe(true);
  });
});
