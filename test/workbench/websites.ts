import { expect } from 'vitest';
import type { KubeApi } from './kubeApi.ts';

/** A kind of somebody's own, which is not served before {@link serveWebsites}. */
export const websites = (namespace: string): string => `/apis/example.com/v1/namespaces/${namespace}/websites`;

/** Columns for tables, as a definition has them. */
export const websiteColumns: readonly object[] = [
  { name: 'Host', type: 'string', jsonPath: '.spec.host' },
  { name: 'Serving', type: 'string', jsonPath: '.status.conditions[?(@.type=="Serving")].status' },
  { name: 'Pages', type: 'integer', jsonPath: '.spec.pages' },
];

/** Defines the kind, and resolves when it is served. */
export async function serveWebsites(api: KubeApi, columns = websiteColumns): Promise<void> {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  await api.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'websites.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names: { plural: 'websites', singular: 'website', kind: 'Website' }, versions: [{ name: 'v1', served: true, storage: true, schema, additionalPrinterColumns: columns }] },
  });
  await expect.poll(() => api.get(websites('default')).then(() => 'served', () => 'not yet')).toBe('served');
}

/** One that is up. */
export function website(name: string, host: string, pages: number) {
  return { apiVersion: 'example.com/v1', kind: 'Website', metadata: { name }, spec: { host, pages }, status: { conditions: [{ type: 'Serving', status: 'True' }] } };
}
