import { anyResource, type DefaultRole, rule } from './defaultRole.ts';

const read = 'get list watch';
const events = rule(['', 'events.k8s.io'], 'events', 'create patch update');
const leaseOf = (name: string) => [rule('coordination.k8s.io', 'leases', 'create'), rule('coordination.k8s.io', 'leases', 'get update', name)];
const reviews = [rule('authentication.k8s.io', 'tokenreviews', 'create'), rule('authorization.k8s.io', 'subjectaccessreviews', 'create')];

/** What the parts of the control plane and the kubelets may, as far as it is about what is served here. */
export const systemRoles: readonly DefaultRole[] = [
  {
    name: 'system:kube-scheduler',
    rules: [
      events,
      ...leaseOf('kube-scheduler'),
      rule('', 'nodes', read),
      rule('', 'pods', `delete ${read}`),
      rule('', 'bindings pods/binding', 'create'),
      rule('', 'pods/status', 'patch update'),
      rule('', 'namespaces replicationcontrollers services', read),
      rule('apps', 'replicasets statefulsets', read),
      rule('', 'persistentvolumeclaims persistentvolumes', read),
      ...reviews,
    ],
  },
  {
    name: 'system:kube-controller-manager',
    rules: [
      events,
      ...leaseOf('kube-controller-manager'),
      rule('', 'secrets serviceaccounts', 'create'),
      rule('', 'secrets', 'delete'),
      rule('', 'configmaps namespaces secrets serviceaccounts', 'get'),
      rule('', 'secrets serviceaccounts', 'update'),
      ...reviews,
      anyResource('list watch'),
      rule('', 'serviceaccounts/token', 'create'),
    ],
  },
  {
    name: 'system:node',
    rules: [
      ...reviews,
      rule('authorization.k8s.io', 'localsubjectaccessreviews', 'create'),
      rule('', 'services', read),
      rule('', 'nodes', `create patch update ${read}`),
      rule('', 'nodes/status', 'patch update'),
      rule('', 'events', 'create patch update'),
      rule('', 'pods', `create delete ${read}`),
      rule('', 'pods/status', 'patch update'),
      rule('', 'pods/eviction', 'create'),
      rule('', 'configmaps secrets', read),
      rule('', 'endpoints', 'get'),
      rule('coordination.k8s.io', 'leases', 'create delete get patch update'),
      rule('', 'serviceaccounts/token', 'create'),
    ],
  },
];

/** One for each controller, by the name of its account. */
const controllers: Readonly<Record<string, DefaultRole['rules']>> = {
  'deployment-controller': [
    rule('apps', 'deployments', `update ${read}`),
    rule('apps', 'deployments/status deployments/finalizers', 'update'),
    rule('apps', 'replicasets', `create delete patch update ${read}`),
    rule('', 'pods', `update ${read}`),
    events,
  ],
  'replicaset-controller': [
    rule('apps', 'replicasets', `update ${read}`),
    rule('apps', 'replicasets/status replicasets/finalizers', 'update'),
    rule('', 'pods', `create delete patch ${read}`),
    events,
  ],
  'job-controller': [
    rule('batch', 'jobs', `patch update ${read}`),
    rule('batch', 'jobs/status jobs/finalizers', 'update'),
    rule('', 'pods', `create delete patch ${read}`),
    events,
  ],
  'endpointslice-controller': [
    rule('', 'nodes pods services', read),
    rule('', 'services/finalizers', 'update'),
    rule('discovery.k8s.io', 'endpointslices', `create delete update ${read}`),
    events,
  ],
  'namespace-controller': [
    rule('', 'namespaces', `delete ${read}`),
    rule('', 'namespaces/finalize namespaces/status', 'update'),
    anyResource(`delete deletecollection ${read}`),
  ],
  'generic-garbage-collector': [anyResource(`delete patch update ${read}`), events],
  'node-controller': [
    rule('', 'nodes', `delete patch update ${read}`),
    rule('', 'nodes/status', 'patch update'),
    rule('', 'pods/status', 'patch update'),
    rule('', 'pods', `delete ${read}`),
    rule('coordination.k8s.io', 'leases', read),
    events,
  ],
  'pod-garbage-collector': [rule('', 'pods', `delete ${read}`), rule('', 'nodes', read), rule('', 'pods/status', 'patch')],
  'service-controller': [
    rule('', 'services', read),
    rule('', 'services/status', 'patch update'),
    rule('', 'nodes', 'list watch'),
    events,
  ],
  'ttl-after-finished-controller': [rule('batch', 'jobs', `delete ${read}`), events],
  'service-account-controller': [rule('', 'namespaces', read), rule('', 'serviceaccounts', `create ${read}`), events],
  'clusterrole-aggregation-controller': [rule('rbac.authorization.k8s.io', 'clusterroles', `escalate patch update ${read}`)],
};

export const controllerNames: readonly string[] = Object.keys(controllers);

export const controllerRoles: readonly DefaultRole[] = Object.entries(controllers).map(([name, rules]) => ({ name: controllerRole(name), rules }));

export function controllerRole(controller: string): string {
  return `system:controller:${controller}`;
}
