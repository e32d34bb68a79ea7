import type { GroupVersionResource } from '../kube/resource.ts';

/** Groups of a kube-apiserver itself that do not end in a domain, and those that do (v1.34). Everything else comes from a definition or an aggregated server. */
const groups: ReadonlySet<string> = new Set([
  '', 'apps', 'autoscaling', 'batch', 'extensions', 'policy',
  ...['admissionregistration', 'apiextensions', 'apiregistration', 'authentication', 'authorization', 'certificates', 'coordination', 'discovery', 'events'].map(inDomain),
  ...['flowcontrol.apiserver', 'internal.apiserver', 'metrics', 'networking', 'node', 'rbac.authorization', 'resource', 'scheduling', 'storage', 'storagemigration'].map(inDomain),
]);

/** No definition of a custom resource describes it. By name: a group of Kubernetes' own domain may well be one of custom resources. */
export function isBuiltIn({ group }: Pick<GroupVersionResource, 'group'>): boolean {
  return groups.has(group);
}

function inDomain(name: string): string {
  return `${name}.k8s.io`;
}
