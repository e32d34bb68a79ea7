import type { KubeObject } from '../../../kube/object.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { podTemplateDefaults } from '../podDefaults.ts';
import { withField } from '../objectRules.ts';
import { defineResource } from '../resourceDefinition.ts';
import { forbiddenField, invalidField, notSupported } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import type { Workload, WorkloadSpec } from '../shapes.ts';
import { countText, templateColumns, validateWorkload, workloadScale, workloadUpdateRules } from './workloads.ts';

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
  blank: { spec: { template: { metadata: {}, spec: { containers: [] } }, strategy: {} }, status: {} },
  statusMetadata: (old, proposed) => withField(proposed, 'labels', old.labels),
  prepareForCreate: (object) => ({ ...object, status: {} }),
  applyDefaults: deploymentDefaults,
  validate: (object) => [...validateWorkload(object), ...validateRollout((object as Workload).spec)],
  validateUpdate: workloadUpdateRules('updatedReplicas'),
  columns: [
    nameColumn,
    {
      name: 'Ready',
      type: 'string',
      description: 'Pods that are ready, of those that are wanted',
      cell: (object) => `${(object as Workload).status?.readyReplicas ?? 0}/${(object as Workload).spec.replicas ?? 1}`,
    },
    countText('Up-to-date', 'Pods made from the newest template', ({ status }) => status?.updatedReplicas),
    countText('Available', 'Pods that have been ready for long enough', ({ status }) => status?.availableReplicas),
    ageColumn,
    ...templateColumns,
  ],
});

const strategies = ['Recreate', 'RollingUpdate'];

/** kubernetes `ValidateDeploymentSpec`. */
function validateRollout(spec: WorkloadSpec): FieldError[] {
  const { type, rollingUpdate } = spec['strategy'] as { readonly type: string; readonly rollingUpdate?: Readonly<Record<string, unknown>> };
  const [history, deadline, ready] = [Number(spec['revisionHistoryLimit']), Number(spec['progressDeadlineSeconds']), spec.minReadySeconds ?? 0];
  return [
    ...(strategies.includes(type) ? [] : [notSupported('spec.strategy', { type }, strategies)]),
    ...(type === 'Recreate' && rollingUpdate ? [forbiddenField('spec.strategy.rollingUpdate', "may not be specified when strategy `type` is 'Recreate'")] : []),
    ...(type === 'RollingUpdate' && rollingUpdate ? validateRollingUpdate(rollingUpdate) : []),
    ...(history < 0 ? [invalidField('spec.revisionHistoryLimit', history, 'must be greater than or equal to 0')] : []),
    ...(deadline <= ready ? [invalidField('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds')] : []),
  ];
}

function isZero(value: unknown): boolean {
  return value === 0 || value === '0%';
}

function validateRollingUpdate(rollingUpdate: Readonly<Record<string, unknown>>): FieldError[] {
  const errors = (['maxUnavailable', 'maxSurge'] as const).flatMap((name): FieldError[] => {
    const value = rollingUpdate[name];
    const isCount = typeof value === 'string' ? /^[0-9]+%$/.test(value) : Number(value) >= 0;
    return isCount ? [] : [invalidField(`spec.strategy.rollingUpdate.${name}`, value, 'must be an integer or percentage')];
  });
  const most = rollingUpdate['maxUnavailable'];
  if (typeof most === 'string' && Number.parseInt(most, 10) > 100) errors.push(invalidField('spec.strategy.rollingUpdate.maxUnavailable', most, 'must not be greater than 100%'));
  if (!isZero(rollingUpdate['maxUnavailable']) || !isZero(rollingUpdate['maxSurge'])) return errors;
  return [...errors, invalidField('spec.strategy.rollingUpdate.maxUnavailable', rollingUpdate['maxUnavailable'], 'may not be 0 when `maxSurge` is 0')];
}

function deploymentDefaults(object: KubeObject): KubeObject {
  const { spec, ...rest } = object as Workload;
  const strategy = spec['strategy'] as { readonly type?: string; readonly rollingUpdate?: object } | undefined;
  const type = strategy?.type ?? 'RollingUpdate';
  return {
    ...rest,
    spec: {
      ...spec,
      replicas: spec.replicas ?? 1,
      template: podTemplateDefaults(spec.template),
      strategy: type === 'RollingUpdate' ? { type, rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%', ...strategy?.rollingUpdate } } : { ...strategy, type },
      revisionHistoryLimit: spec['revisionHistoryLimit'] ?? 10,
      progressDeadlineSeconds: spec['progressDeadlineSeconds'] ?? 600,
    },
  };
}
