import { describe, expect, it } from 'vitest';
import { userInfo } from '../../../../extension/playground/access/userInfo.ts';
import { requestAttributes } from '../../../../extension/playground/api/requestAttributes.ts';
import { AuditPolicyError } from '../../../../extension/playground/audit/auditPolicyError.ts';
import { readAuditPolicy, readAuditRules } from '../../../../extension/playground/audit/readAuditPolicy.ts';

function levelOf(rules: readonly object[], method: string, target: string, user = userInfo('jane', ['dev', 'system:authenticated'])): string {
  const [path = '', query = ''] = target.split('?');
  const policy = readAuditPolicy({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [...rules, { level: 'Request' }] });
  return policy.ruleFor(user, requestAttributes({ method, path, query: new URLSearchParams(query) }))?.level ?? 'None';
}

const pod = '/api/v1/namespaces/default/pods/a';

describe('a rule of an audit policy', () => {
  it.each([
    ['everything', {}, 'GET', '/healthz', true],
    ['a verb', { verbs: ['watch'] }, 'GET', '/api/v1/pods?watch=true', true],
    ['another verb', { verbs: ['list'] }, 'GET', '/api/v1/pods?watch=true', false],
    ['what is no watch, in whatever case it says so', { verbs: ['list'] }, 'GET', '/api/v1/pods?watch=False', true],
    ['a user', { users: ['jane'] }, 'GET', pod, true],
    ['another user', { users: ['joe'] }, 'GET', pod, false],
    ['a group', { userGroups: ['ops', 'dev'] }, 'GET', pod, true],
    ['another group', { userGroups: ['ops'] }, 'GET', pod, false],
    ['a resource', { resources: [{ group: '', resources: ['pods'] }] }, 'GET', pod, true],
    ['a resource, but not what is below it', { resources: [{ group: '', resources: ['pods'] }] }, 'GET', `${pod}/status`, false],
    ['what is below it', { resources: [{ group: '', resources: ['pods/status'] }] }, 'GET', `${pod}/status`, true],
    ['all below it', { resources: [{ group: '', resources: ['pods/*'] }] }, 'GET', `${pod}/status`, true],
    ['all below it, and not itself', { resources: [{ group: '', resources: ['pods/*'] }] }, 'GET', pod, false],
    ['the status of all', { resources: [{ group: '', resources: ['*/status'] }] }, 'GET', `${pod}/status`, true],
    ['all resources', { resources: [{ group: '', resources: ['*'] }] }, 'GET', `${pod}/status`, true],
    ['a group of resources', { resources: [{ group: 'apps' }] }, 'GET', '/apis/apps/v1/deployments', true],
    ['another group of resources', { resources: [{ group: 'apps' }] }, 'GET', pod, false],
    ['a name', { resources: [{ group: '', resources: ['pods'], resourceNames: ['a'] }] }, 'GET', pod, true],
    ['another name', { resources: [{ group: '', resources: ['pods'], resourceNames: ['b'] }] }, 'GET', pod, false],
    ['a namespace', { namespaces: ['default'] }, 'GET', pod, true],
    ['no namespace', { namespaces: [''] }, 'GET', '/api/v1/nodes', true],
    ['no namespace, and no resource', { namespaces: [''] }, 'GET', '/healthz', false],
    ['a path', { nonResourceURLs: ['/health*'] }, 'GET', '/healthz', true],
    ['another path', { nonResourceURLs: ['/healthz'] }, 'GET', '/livez', false],
    ['a path, asked for a resource', { nonResourceURLs: ['*'] }, 'GET', pod, false],
  ])('%s', (_, rule, method, target, fits) => {
    expect(levelOf([{ level: 'Metadata', ...rule }], method, target)).toBe(fits ? 'Metadata' : 'Request');
  });

  it('decides if it is the first that fits', () => {
    expect(levelOf([{ level: 'None', users: ['jane'] }, { level: 'Metadata' }], 'GET', pod)).toBe('None');
  });

  it('counts how often it has, in the order of the short form', () => {
    const policy = readAuditRules([{ level: 'None', verbs: ['get'], resources: ['pods', 'deployments.apps'] }, { level: 'Metadata', resources: ['*.apps'] }]);
    const attributes = requestAttributes({ method: 'GET', path: '/apis/apps/v1/deployments', query: new URLSearchParams() });
    expect(policy.ruleFor(userInfo('a'), attributes)?.level).toBe('Metadata');
    expect(policy.ruleFor(userInfo('a'), requestAttributes({ method: 'GET', path: pod, query: new URLSearchParams() }))).toBeUndefined();
    expect(policy.ruleFor(userInfo('a'), requestAttributes({ method: 'POST', path: '/api/v1/namespaces/a/pods', query: new URLSearchParams() }))).toBeUndefined();
    expect(policy.rules.map((rule) => policy.matched(rule))).toEqual([1, 1]);
  });
});

describe('what is no audit policy', () => {
  it.each([
    ['a list', []],
    ['another kind', { kind: 'Role', apiVersion: 'audit.k8s.io/v1', rules: [{ level: 'None' }] }],
    ['another version', { kind: 'Policy', apiVersion: 'audit.k8s.io/v1beta1', rules: [{ level: 'None' }] }],
    ['no rules', { rules: [] }],
    ['no level', { rules: [{}] }],
    ['a level that is none', { rules: [{ level: 'metadata' }] }],
    ['a misspelt field', { rules: [{ level: 'None', verb: ['get'] }] }],
    ['a text for a list', { rules: [{ level: 'None', verbs: 'get' }] }],
    ['a stage that is none', { omitStages: ['Received'], rules: [{ level: 'None' }] }],
    ['names without resources', { rules: [{ level: 'None', resources: [{ group: '', resourceNames: ['a'] }] }] }],
    ['resources and paths', { rules: [{ level: 'None', resources: [{ group: '' }], nonResourceURLs: ['/x'] }] }],
    ['a star within a path', { rules: [{ level: 'None', nonResourceURLs: ['/*/x'] }] }],
  ])('%s', (_, value) => {
    const policy = Array.isArray(value) ? value : { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', ...value };
    expect(() => readAuditPolicy(policy)).toThrow(AuditPolicyError);
  });

  it('but what real ones have is', () => {
    const rules = [{ level: 'None', users: ['system:kube-proxy'], verbs: ['watch'], resources: [{ group: '', resources: ['endpoints', 'services'] }] }, { level: 'Metadata', omitStages: ['RequestReceived', 'Panic'], omitManagedFields: true }];
    const policy = readAuditPolicy({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', metadata: {}, omitStages: ['ResponseStarted'], rules });
    expect(policy.rules[1]).toMatchObject({ omitStages: ['ResponseStarted', 'RequestReceived'], omitManagedFields: true });
  });
});
