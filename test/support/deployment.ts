import type { KubeObject } from '../../extension/controller/api.ts';

/** A Deployment as a reconciler meets it. */
export function deployment(name: string, namespace = 'default'): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, uid: `u-${name}`, resourceVersion: '7', labels: { app: name } },
    spec: { replicas: 3, selector: { matchLabels: { app: name } }, template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'nginx', image: 'nginx:1.25' }] } } },
  };
}
