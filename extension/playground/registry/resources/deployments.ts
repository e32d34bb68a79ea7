import type { KubeObject } from '../../../kube/object.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { podSpecDefaults } from '../podDefaults.ts';
import { defineResource } from '../resourceDefinition.ts';
import type { Workload } from '../shapes.ts';
import { count, templateColumns, validateWorkload, validateWorkloadUpdate, workloadScale } from './workloads.ts';

export const deployments = defineResource({
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
  shortNames: ['deploy'],
  categories: ['all'],
  subresources: ['status', 'scale'],
  scale: workloadScale,
  hasGeneration: true,
  prepareForCreate: (object) => ({ ...object, status: {} }),
  applyDefaults: deploymentDefaults,
  validate: validateWorkload,
  validateUpdate: validateWorkloadUpdate,
  columns: [
    nameColumn,
    {
      name: 'Ready',
      type: 'string',
      description: 'Pods that are ready, of those that are wanted',
      cell: (object) => `${(object as Workload).status?.readyReplicas ?? 0}/${(object as Workload).spec.replicas ?? 1}`,
    },
    count('Up-to-date', 'Pods made from the newest template', ({ status }) => status?.updatedReplicas),
    count('Available', 'Pods that have been ready for long enough', ({ status }) => status?.availableReplicas),
    ageColumn,
    ...templateColumns,
  ],
});

function deploymentDefaults(object: KubeObject): KubeObject {
  const { spec, ...rest } = object as Workload;
  const strategy = spec['strategy'] as { readonly type?: string; readonly rollingUpdate?: object } | undefined;
  const type = strategy?.type ?? 'RollingUpdate';
  return {
    ...rest,
    spec: {
      ...spec,
      replicas: spec.replicas ?? 1,
      template: { ...spec.template, metadata: spec.template.metadata ?? {}, spec: podSpecDefaults(spec.template.spec) },
      strategy: type === 'RollingUpdate' ? { type, rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%', ...strategy?.rollingUpdate } } : { type },
      revisionHistoryLimit: spec['revisionHistoryLimit'] ?? 10,
      progressDeadlineSeconds: spec['progressDeadlineSeconds'] ?? 600,
    },
  };
}
