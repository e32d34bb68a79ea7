import { anyResource, type DefaultRole, paths, rule } from './defaultRole.ts';

const read = 'get list watch';
const write = 'create delete deletecollection patch update';
const aggregateTo = (role: string) => ({ [`rbac.authorization.k8s.io/aggregate-to-${role}`]: 'true' });
const health = '/healthz /livez /readyz';
const connections = 'pods/attach pods/exec pods/portforward pods/proxy';
const appsScaled = 'deployments deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale';
const selfReviews = 'selfsubjectaccessreviews selfsubjectrulesreviews';

/** The ClusterRoles that people are given (kubernetes `plugin/pkg/auth/authorizer/rbac/bootstrappolicy`). */
export const userRoles: readonly DefaultRole[] = [
  { name: 'cluster-admin', rules: [anyResource('*'), paths('*', '*')] },
  { name: 'system:discovery', rules: [paths(`/api /api/* /apis /apis/* ${health} /openapi /openapi/* /version /version/`, 'get')] },
  { name: 'system:basic-user', rules: [rule('authorization.k8s.io', selfReviews, 'create'), rule('authentication.k8s.io', 'selfsubjectreviews', 'create')] },
  { name: 'system:public-info-viewer', rules: [paths(`${health} /version /version/`, 'get')] },
  { name: 'system:monitoring', rules: [paths('/healthz /healthz/* /livez /livez/* /metrics /readyz /readyz/*', 'get')] },
  { name: 'admin', aggregates: 'admin', rules: [] },
  { name: 'edit', aggregates: 'edit', labels: aggregateTo('admin'), rules: [] },
  { name: 'view', aggregates: 'view', labels: aggregateTo('edit'), rules: [] },
  {
    name: 'system:aggregate-to-admin',
    labels: aggregateTo('admin'),
    rules: [
      rule('authorization.k8s.io', 'localsubjectaccessreviews', 'create'),
      rule('rbac.authorization.k8s.io', 'rolebindings roles', `${write} ${read}`),
    ],
  },
  {
    name: 'system:aggregate-to-edit',
    labels: aggregateTo('edit'),
    rules: [
      rule('', `${connections} secrets services/proxy`, read),
      rule('', 'serviceaccounts', 'impersonate'),
      rule('', `pods ${connections}`, write),
      rule('', 'pods/eviction', 'create'),
      rule('', 'configmaps events persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy', write),
      rule('', 'serviceaccounts/token', 'create'),
      rule('apps', `daemonsets deployments/rollback ${appsScaled}`, write),
      rule('autoscaling', 'horizontalpodautoscalers', write),
      rule('batch', 'cronjobs jobs', write),
      rule('policy', 'poddisruptionbudgets', write),
      rule('networking.k8s.io', 'ingresses networkpolicies', write),
      rule('coordination.k8s.io', 'leases', `${write} ${read}`),
    ],
  },
  {
    name: 'system:aggregate-to-view',
    labels: aggregateTo('view'),
    rules: [
      rule('', 'configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status', read),
      rule('', 'bindings events limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status', read),
      rule('', 'namespaces', read),
      rule('discovery.k8s.io', 'endpointslices', read),
      rule('apps', `controllerrevisions daemonsets daemonsets/status deployments/status replicasets/status statefulsets/status ${appsScaled}`, read),
      rule('autoscaling', 'horizontalpodautoscalers horizontalpodautoscalers/status', read),
      rule('batch', 'cronjobs cronjobs/status jobs jobs/status', read),
      rule('policy', 'poddisruptionbudgets poddisruptionbudgets/status', read),
      rule('networking.k8s.io', 'ingresses ingresses/status networkpolicies', read),
    ],
  },
];

