import type { KubeObject } from '../../../kube/object.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { podTemplateDefaults } from '../podDefaults.ts';
import { defineResource } from '../resourceDefinition.ts';
import type { Workload } from '../shapes.ts';
import { count, templateColumns, validateWorkload, workloadScale, workloadUpdateRules } from './workloads.ts';

export const replicaSets = defineResource({
  group: 'apps',
  version: 'v1',
  resource: 'replicasets',
  kind: 'ReplicaSet',
  namespaced: true,
  shortNames: ['rs'],
  categories: ['all'],
  subresources: ['status', 'scale'],
  scale: workloadScale,
  hasGeneration: true,
  blank: { spec: { template: { metadata: {}, spec: { containers: [] } } }, status: { replicas: 0 } },
  prepareForCreate: (object) => ({ ...object, status: { replicas: 0 } }),
  applyDefaults: replicaSetDefaults,
  validate: validateWorkload,
  validateUpdate: workloadUpdateRules('fullyLabeledReplicas'),
  selectableFields: { 'status.replicas': (object) => String((object as Workload).status?.replicas ?? 0) },
  columns: [
    nameColumn,
    count('Desired', 'Pods that are wanted', ({ spec }) => spec.replicas),
    count('Current', 'Pods that are there', ({ status }) => status?.replicas),
    count('Ready', 'Pods that are ready', ({ status }) => status?.readyReplicas),
    ageColumn,
    ...templateColumns,
  ],
});

function replicaSetDefaults(object: KubeObject): KubeObject {
  const { spec, ...rest } = object as Workload;
  return {
    ...rest,
    spec: {
      ...spec,
      replicas: spec.replicas ?? 1,
      template: podTemplateDefaults(spec.template),
    },
  };
}
