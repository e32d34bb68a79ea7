import { describe, expect, it } from 'vitest';
import { fieldManagers, ownersOfField } from '../../../extension/kube/fieldOwners.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';

const deployment: KubeObject = {
  metadata: {
    name: 'web',
    labels: { app: 'web', 'app.kubernetes.io/name': 'web' },
    finalizers: ['example.com/a', 'example.com/b'],
    managedFields: [
      {
        manager: 'kubectl-edit',
        operation: 'Update',
        time: '2026-01-01T00:00:02Z',
        fieldsV1: { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } } } }, 'f:metadata': { 'f:labels': { 'f:app.kubernetes.io/name': {} } } },
      },
      {
        manager: 'hpa',
        operation: 'Apply',
        time: '2026-01-01T00:00:03Z',
        fieldsV1: { 'f:spec': { 'f:replicas': {}, 'f:selector': {} }, 'f:metadata': { 'f:finalizers': { '.': {}, 'v:"example.com/b"': {} } } },
      },
      { manager: 'kubelet', operation: 'Update', subresource: 'status', time: '2026-01-01T00:00:01Z', fieldsV1: { 'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': { '.': {}, 'f:status': {} } } } } },
    ],
  },
  spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: { spec: { containers: [{ name: 'sidecar' }, { name: 'web', image: 'nginx:1.26' }] } } },
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
};

const managers = (path: string, object = deployment): string[] => ownersOfField(object, path).map(({ manager }) => manager);

describe('owners of a field', () => {
  it('are found by name, by the keys of an element, by its value, and within what is owned as a whole', () => {
    expect(managers('spec.replicas')).toEqual(['hpa']);
    expect(managers('spec.template.spec.containers[1].image')).toEqual(['kubectl-edit']);
    expect(managers('spec.template.spec.containers[0].image')).toEqual([]);
    expect(managers('metadata.labels["app.kubernetes.io/name"]')).toEqual(['kubectl-edit']);
    expect(managers('metadata.finalizers[1]')).toEqual(['hpa']);
    expect(managers('metadata.finalizers[0]')).toEqual([]);
    expect(managers('spec.selector.matchLabels.app')).toEqual(['hpa']);
    expect(managers('status.conditions[0].status')).toEqual(['kubelet']);
  });

  it('of what contains it are all who own something in it, the newest first', () => {
    expect(managers('spec')).toEqual(['hpa', 'kubectl-edit']);
    expect(managers('spec.gone')).toEqual([]);
  });

  it('have operation, subresource and time', () => {
    expect(ownersOfField(deployment, 'status.conditions[0]')).toEqual([{ manager: 'kubelet', operation: 'Update', subresource: 'status', time: '2026-01-01T00:00:01Z' }]);
    expect(fieldManagers(deployment).map(({ manager }) => manager)).toEqual(['hpa', 'kubectl-edit', 'kubelet']);
  });

  it('are none where a server sends something else', () => {
    const odd = (managedFields: unknown): KubeObject => ({ ...deployment, metadata: { name: 'web', managedFields } }) as KubeObject;
    for (const kept of [undefined, 'x', [null, 'x', 7, { fieldsV1: 'x' }, { fieldsV1: { 'f:spec': 7 } }, { fieldsV1: { 'f:metadata': { 'k:{': {}, 'v:': {} } } }]]) {
      expect(managers('spec.containers[0]["a\\""]', odd(kept))).toEqual([]);
      expect(managers('metadata[0]', odd(kept))).toEqual([]);
    }
    expect(managers('spec.replicas', odd([{ fieldsV1: { 'f:spec': { 'f:replicas': {} } } }]))).toEqual(['']);
  });
});
