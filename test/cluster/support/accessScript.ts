import type { TestUser } from '../apiServer.ts';
import type { AskedBy } from './accessServers.ts';

/** Who asks. What they may is made by the first steps of the script. */
export const accessUsers: readonly TestUser[] = [{ name: 'jane' }, { name: 'operator', groups: ['ops'] }, { name: 'actor' }, { name: 'manager', groups: ['people'] }, { name: 'binder', groups: ['people'] }, { name: 'stranger' }];

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const rbacVersion = 'rbac.authorization.k8s.io/v1';
const rbacGroup = 'rbac.authorization.k8s.io';
const authorization = '/apis/authorization.k8s.io/v1';

type Rule = Readonly<Record<string, readonly string[]>>;
type Subject = Readonly<Record<string, string>>;

const post = (as: string, path: string, body: object): AskedBy => ({ as, method: 'POST', path, body });
const get = (as: string, path: string, headers?: AskedBy['headers']): AskedBy => ({ as, method: 'GET', path, ...(headers && { headers }) });
const core = (resources: string, verbs: string, more: Rule = {}): Rule => ({ apiGroups: [''], resources: resources.split(' '), verbs: verbs.split(' '), ...more });
const user = (name: string): Subject => ({ kind: 'User', apiGroup: rbacGroup, name });

const role = (as: string, namespace: string, name: string, ...rules: readonly Rule[]): AskedBy =>
  post(as, `${rbac}/namespaces/${namespace}/roles`, { kind: 'Role', apiVersion: rbacVersion, metadata: { name }, rules });
const clusterRole = (as: string, name: string, ...rules: readonly Rule[]): AskedBy => post(as, `${rbac}/clusterroles`, { kind: 'ClusterRole', apiVersion: rbacVersion, metadata: { name }, rules });
const bind = (as: string, namespace: string, name: string, roleRef: readonly [string, string], ...subjects: readonly Subject[]): AskedBy =>
  post(as, `${rbac}/${namespace ? `namespaces/${namespace}/rolebindings` : 'clusterrolebindings'}`, {
    kind: namespace ? 'RoleBinding' : 'ClusterRoleBinding',
    apiVersion: rbacVersion,
    metadata: { name },
    roleRef: { apiGroup: rbacGroup, kind: roleRef[0], name: roleRef[1] },
    subjects,
  });
const review = (as: string, kind: string, spec: object, namespace = ''): AskedBy =>
  post(as, `${authorization}/${namespace ? `namespaces/${namespace}/` : ''}${kind.toLowerCase()}s`, { kind, apiVersion: 'authorization.k8s.io/v1', ...(namespace && { metadata: { namespace } }), spec });

const made: readonly AskedBy[] = [
  ...['a', 'b'].map((name) => post('admin', '/api/v1/namespaces', { kind: 'Namespace', apiVersion: 'v1', metadata: { name } })),
  post('admin', '/api/v1/namespaces/a/serviceaccounts', { kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name: 'robot' } }),
  ...['only', 'other'].map((name) => post('admin', '/api/v1/namespaces/a/configmaps', { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name } })),
  role('admin', 'a', 'reading', core('pods', 'get list'), core('pods/log', 'get'), core('configmaps', 'get watch delete', { resourceNames: ['only'] }), { apiGroups: ['apps'], resources: ['*'], verbs: ['*'] }),
  bind('admin', 'a', 'jane', ['Role', 'reading'], user('jane')),
  bind('admin', 'a', 'robot', ['Role', 'reading'], { kind: 'ServiceAccount', name: 'robot', namespace: 'a' }),
  clusterRole('admin', 'watching', core('nodes', 'list watch'), core('*/status', 'get'), { nonResourceURLs: ['/metrics', '/logs/*'], verbs: ['get'] }),
  bind('admin', '', 'ops', ['ClusterRole', 'watching'], { kind: 'Group', apiGroup: rbacGroup, name: 'ops' }),
  bind('admin', 'b', 'ops-in-b', ['ClusterRole', 'watching'], user('jane')),
  bind('admin', 'a', 'gone', ['Role', 'not-there'], user('stranger')),
  bind('admin', '', 'gone', ['ClusterRole', 'not-there'], user('stranger')),
  clusterRole('admin', 'acting', core('users', 'impersonate', { resourceNames: ['jane', 'system:anonymous'] }), core('groups', 'impersonate', { resourceNames: ['ops', 'system:authenticated'] }), {
    apiGroups: ['authentication.k8s.io'],
    resources: ['userextras/scopes'],
    resourceNames: ['view'],
    verbs: ['impersonate'],
  }),
  bind('admin', '', 'acting', ['ClusterRole', 'acting'], user('actor')),
  role('admin', 'a', 'account', core('serviceaccounts', 'impersonate')),
  bind('admin', 'a', 'account', ['Role', 'account'], user('actor')),
  role('admin', 'a', 'managing', { apiGroups: [rbacGroup], resources: ['roles', 'rolebindings'], verbs: ['*'] }, core('pods', 'get list'), core('secrets', 'get', { resourceNames: ['s'] })),
  bind('admin', 'a', 'managing', ['Role', 'managing'], user('manager')),
  clusterRole(
    'admin',
    'binding',
    { apiGroups: [rbacGroup], resources: ['rolebindings', 'clusterroles', 'clusterrolebindings'], verbs: ['create', 'update'] },
    { apiGroups: [rbacGroup], resources: ['clusterroles'], resourceNames: ['watching'], verbs: ['bind'] },
    { apiGroups: [rbacGroup], resources: ['clusterroles'], resourceNames: ['escalated'], verbs: ['escalate', 'get'] },
  ),
  bind('admin', '', 'binding', ['ClusterRole', 'binding'], user('binder')),
];

const pod = '/api/v1/namespaces/a/pods/p';
const asked: readonly AskedBy[] = [
  get('unknown', '/api/v1/pods'),
  get('jane', '/api/v1/namespaces/a/pods'),
  get('jane', '/api/v1/namespaces/b/pods'),
  get('jane', '/api/v1/pods'),
  get('jane', pod),
  get('jane', `${pod}/status`),
  { as: 'jane', method: 'DELETE', path: pod },
  { as: 'jane', method: 'DELETE', path: '/api/v1/namespaces/a/pods' },
  { as: 'jane', method: 'PATCH', path: `${pod}/status`, body: {}, headers: { 'content-type': 'application/merge-patch+json' } },
  { as: 'jane', method: 'PUT', path: `/api/v1/namespaces/b/finalize`, body: {} },
  get('jane', '/api/v1/namespaces/a/configmaps'),
  get('jane', '/api/v1/namespaces/a/configmaps/only'),
  get('jane', '/api/v1/namespaces/a/configmaps/other'),
  get('jane', '/api/v1/namespaces/a/configmaps?watch=true&fieldSelector=metadata.name%3Donly&timeoutSeconds=1'),
  get('jane', '/api/v1/namespaces/a/configmaps?watch=true&fieldSelector=metadata.name%3Dother&timeoutSeconds=1'),
  get('jane', '/api/v1/namespaces/a/configmaps?watch=true&timeoutSeconds=1'),
  { as: 'jane', method: 'DELETE', path: '/api/v1/namespaces/a/configmaps?fieldSelector=metadata.name%3Donly' },
  get('jane', '/apis/apps/v1/namespaces/a/deployments'),
  get('jane', '/apis/apps/v1/deployments'),
  get('jane', '/api/v1/namespaces'),
  get('jane', '/api/v1/namespaces/a'),
  get('jane', '/api/v1/namespaces/b/status'),
  get('jane', '/api/v1/nodes'),
  get('jane', '/api/v1/nodes/%3Cscript%3E'),
  get('jane', '/apis/none.example.com/v1/things'),
  get('jane', '/metrics'),
  get('jane', '/api'),
  get('jane', '/apis/apps/v1'),
  get('jane', '/healthz'),
  get('jane', '/version'),
  get('jane', '/none/%26'),
  { as: 'jane', method: 'POST', path: '/version' },
  post('jane', '/api/v1/namespaces/a/pods', {}),
  get('operator', '/api/v1/nodes'),
  get('operator', '/api/v1/nodes/n'),
  get('operator', '/api/v1/namespaces/b/status'),
  get('operator', '/logs'),
  get('stranger', '/api/v1/namespaces/a/pods'),
  get('stranger', '/api/v1/pods'),
  get('stranger', '/metrics'),

  get('actor', '/api/v1/namespaces/a/pods', { 'impersonate-user': 'jane' }),
  get('actor', '/api/v1/namespaces/b/pods', { 'impersonate-user': 'jane' }),
  get('actor', '/api/v1/nodes', { 'impersonate-user': 'jane', 'impersonate-group': 'ops' }),
  get('actor', '/api/v1/nodes', { 'impersonate-user': 'jane', 'impersonate-group': ['ops', 'system:authenticated'] }),
  get('actor', '/api/v1/nodes', { 'impersonate-user': 'jane', 'impersonate-group': ['ops', 'system:masters'] }),
  get('actor', '/api/v1/nodes', { 'impersonate-user': 'somebody' }),
  get('actor', '/api/v1/nodes', { 'impersonate-group': 'ops' }),
  get('actor', '/api/v1/nodes', { 'impersonate-extra-scopes': 'view' }),
  get('actor', '/api/v1/namespaces/a/pods', { 'impersonate-user': 'jane', 'impersonate-extra-scopes': 'view' }),
  get('actor', '/api/v1/namespaces/a/pods', { 'impersonate-user': 'jane', 'impersonate-extra-Scopes': ['view', 'edit'] }),
  get('actor', '/api/v1/namespaces/a/pods', { 'impersonate-user': 'jane', 'impersonate-extra-acme.com%2Freason': 'none' }),
  get('actor', '/api/v1/namespaces/a/pods', { 'impersonate-user': 'system:serviceaccount:a:robot' }),
  get('actor', '/api/v1/namespaces/b/pods', { 'impersonate-user': 'system:serviceaccount:a:robot' }),
  get('actor', '/api/v1/namespaces/b/pods', { 'impersonate-user': 'system:serviceaccount:b:robot' }),
  get('actor', '/api/v1/namespaces/b/pods', { 'impersonate-user': 'system:serviceaccount:b' }),
  get('actor', '/version', { 'impersonate-user': 'system:anonymous' }),
  get('actor', '/api', { 'impersonate-user': 'system:anonymous' }),
  get('admin', '/api/v1/namespaces/b/pods', { 'impersonate-user': 'any "body" <b>' }),
  get('admin', '/api/v1/nodes', { 'impersonate-user': 'x', 'impersonate-group': 'system:unauthenticated' }),

  role('manager', 'a', 'same', core('pods', 'get list')),
  role('manager', 'a', 'less', core('pods', 'get', { resourceNames: ['x'] }), core('secrets', 'get', { resourceNames: ['s'] })),
  role('manager', 'a', 'more', core('pods secrets', 'get list delete')),
  role('manager', 'a', 'all', { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }),
  role('manager', 'a', 'named', core('secrets', 'get', { resourceNames: ['s', 't'] })),
  role('manager', 'b', 'same', core('pods', 'get')),
  { as: 'manager', method: 'PUT', path: `${rbac}/namespaces/a/roles/same`, body: { kind: 'Role', apiVersion: rbacVersion, metadata: { name: 'same' }, rules: [core('nodes', 'get')] } },
  { as: 'manager', method: 'PATCH', path: `${rbac}/namespaces/a/roles/same`, body: { rules: [core('pods', 'get')] }, headers: { 'content-type': 'application/merge-patch+json' } },
  bind('manager', 'a', 'same', ['Role', 'same'], user('x')),
  bind('manager', 'a', 'too-much', ['ClusterRole', 'watching'], user('x')),
  bind('manager', 'a', 'reading', ['Role', 'reading'], user('x')),
  bind('manager', 'a', 'none', ['Role', 'none'], user('x')),
  bind('manager', 'a', 'none', ['ClusterRole', 'none'], user('x')),
  bind('binder', 'b', 'bound', ['ClusterRole', 'watching'], user('x')),
  bind('binder', '', 'bound', ['ClusterRole', 'watching'], user('x')),
  bind('binder', '', 'admins', ['ClusterRole', 'cluster-admin'], user('binder')),
  clusterRole('binder', 'escalated', core('secrets', 'get')),
  clusterRole('admin', 'escalated', core('pods', 'get')),
  { as: 'binder', method: 'PUT', path: `${rbac}/clusterroles/escalated`, body: { kind: 'ClusterRole', apiVersion: rbacVersion, metadata: { name: 'escalated' }, rules: [core('secrets', 'get')] } },
  clusterRole('binder', 'not-escalated', { nonResourceURLs: ['/metrics', '/logs/*'], verbs: ['get', 'put'] }),

  role('admin', 'a', 'bad', { apiGroups: [''], resources: ['pods'], verbs: [] }),
  role('admin', 'a', 'bad', { verbs: ['get'] }),
  role('admin', 'a', 'bad', { nonResourceURLs: ['/x'], verbs: ['get'] }),
  clusterRole('admin', 'bad', { nonResourceURLs: ['/x'], resources: ['pods'], verbs: ['get'] }),
  bind('admin', '', 'bad', ['Role', 'x'], user('x')),
  bind('admin', 'a', 'bad', ['Thing', 'x'], { kind: 'Thing', name: 'x' }),
  bind('admin', '', 'bad', ['ClusterRole', ''], { kind: 'ServiceAccount', name: 'x' }),
  bind('admin', 'a', 'bad', ['ClusterRole', 'x'], { kind: 'User', apiGroup: 'x', name: '' }),
  { as: 'admin', method: 'PATCH', path: `${rbac}/namespaces/a/rolebindings/jane`, body: { roleRef: { name: 'other' } }, headers: { 'content-type': 'application/merge-patch+json' } },

  ...[
    { resourceAttributes: { verb: 'list', resource: 'pods', namespace: 'a' } },
    { resourceAttributes: { verb: 'list', resource: 'pods' } },
    { resourceAttributes: { verb: 'get', resource: 'pods', subresource: 'log', namespace: 'a' } },
    { resourceAttributes: { verb: 'get', resource: 'configmaps', namespace: 'a', name: 'only' } },
    { resourceAttributes: { verb: '*', group: '*', resource: '*', namespace: 'a' } },
    { resourceAttributes: { verb: 'x', group: 'apps', resource: 'y', namespace: 'a' } },
    { nonResourceAttributes: { verb: 'get', path: '/api/v1' } },
    { nonResourceAttributes: { verb: 'get', path: '/logs/x' } },
    {},
    { resourceAttributes: { verb: 'get' }, nonResourceAttributes: { verb: 'get', path: '/' } },
  ].map((spec) => review('jane', 'SelfSubjectAccessReview', spec)),
  review('stranger', 'SelfSubjectAccessReview', { resourceAttributes: { verb: 'list', resource: 'pods', namespace: 'a' } }),
  review('admin', 'SelfSubjectAccessReview', { resourceAttributes: { verb: 'list', resource: 'pods' } }),
  review('jane', 'SubjectAccessReview', { user: 'x', resourceAttributes: { verb: 'list', resource: 'pods' } }),
  review('admin', 'SubjectAccessReview', { user: 'system:serviceaccount:a:robot', resourceAttributes: { verb: 'list', resource: 'pods', namespace: 'a' } }),
  review('admin', 'SubjectAccessReview', { groups: ['ops'], nonResourceAttributes: { verb: 'get', path: '/metrics' } }),
  // Where two bindings allow it, which of them is named is chance: this user has the one of the group alone.
  review('admin', 'SubjectAccessReview', { user: 'somebody', groups: ['ops'], resourceAttributes: { verb: 'watch', resource: 'nodes' } }),
  review('admin', 'SubjectAccessReview', { resourceAttributes: { verb: 'watch', resource: 'nodes' } }),
  review('admin', 'LocalSubjectAccessReview', { user: 'jane', resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'a' } }, 'a'),
  review('admin', 'LocalSubjectAccessReview', { user: 'jane', resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'b' } }, 'a'),
  review('admin', 'LocalSubjectAccessReview', { user: 'jane', nonResourceAttributes: { verb: 'get', path: '/' } }, 'a'),
  review('jane', 'SelfSubjectRulesReview', { namespace: 'a' }),
  review('jane', 'SelfSubjectRulesReview', { namespace: 'b' }),
  review('jane', 'SelfSubjectRulesReview', {}),
  review('stranger', 'SelfSubjectRulesReview', { namespace: 'a' }),

  { as: 'admin', method: 'DELETE', path: `${rbac}/namespaces/a/rolebindings/jane` },
  get('jane', '/api/v1/namespaces/a/pods'),
  { as: 'admin', method: 'DELETE', path: `${rbac}/clusterroles/watching` },
  get('operator', '/api/v1/nodes'),
  get('operator', '/metrics'),
];

/** The same requests for two servers, one after the other. */
export const accessScript: readonly AskedBy[] = [...made, ...asked];
