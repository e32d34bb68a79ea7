import { isDeepStrictEqual } from 'node:util';
import { type LabelSelector, matchesLabels, requirementsOf } from '../../../kube/labelSelector.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { forbiddenField, immutableField, invalidField, notSupported, requiredField } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import { containerImages, containerNames } from '../columns.ts';
import { validateLabels } from '../objectValidation.ts';
import { validatePodSpec } from '../podValidation.ts';
import type { ResourceDefinition, ScaleAccess, TableColumn } from '../resourceDefinition.ts';
import type { Workload } from '../shapes.ts';

/** What Deployments and ReplicaSets share. */

export function validateWorkload(object: KubeObject): FieldError[] {
  const { replicas = 1, template, minReadySeconds = 0 } = (object as Workload).spec;
  const { selector } = (object as Workload).spec as { readonly selector?: LabelSelector };
  const errors = validatePodSpec(template.spec, 'spec.template.spec');
  if (minReadySeconds < 0) errors.push(invalidField('spec.minReadySeconds', minReadySeconds, 'must be greater than or equal to 0'));
  if (replicas < 0) errors.push(invalidField('spec.replicas', replicas, 'must be greater than or equal to 0'));
  const labels = template.metadata?.labels ?? {};
  errors.push(...validateLabels(labels, 'spec.template.labels'));
  const requirements = selector && requirementsOf(selector);
  if (!selector) errors.push(requiredField('spec.selector'), invalidField('spec.template.metadata.labels', labels, '`selector` does not match template `labels`'));
  else if (!requirements || requirements.length === 0) errors.push(invalidField('spec.selector', selector, 'a selector needs labels to match'));
  else if (!matchesLabels(requirements, labels)) {
    errors.push(invalidField('spec.template.metadata.labels', labels, '`selector` does not match template `labels`'));
  }
  const { restartPolicy = 'Always' } = template.spec;
  if (restartPolicy !== 'Always') errors.push(notSupported('spec.template.spec.restartPolicy', restartPolicy, ['Always']));
  if (template.spec['activeDeadlineSeconds'] !== undefined) errors.push(forbiddenField('spec.template.spec.activeDeadlineSeconds', 'activeDeadlineSeconds in ReplicaSet is not Supported'));
  return errors;
}

/** How many of its pods are as they should be: of a Deployment of the newest template, of a ReplicaSet with all labels. */
type CountOfKind = 'updatedReplicas' | 'fullyLabeledReplicas';

/** kubernetes `ValidateReplicaSetStatus`, `ValidateDeploymentStatus`. */
function validateWorkloadStatus({ status = {} }: Workload, countOfKind: CountOfKind): FieldError[] {
  const of = (field: string): number => Number(status[field] ?? 0);
  const more = (field: string, than: string, called: string): FieldError[] => (of(field) > of(than) ? [invalidField(`status.${field}`, of(field), `cannot be greater than ${called}`)] : []);
  const parts = [countOfKind, 'readyReplicas', 'availableReplicas'];
  const counts = ['replicas', ...parts, 'unavailableReplicas', 'observedGeneration', 'collisionCount'];
  return [
    ...counts.filter((field) => of(field) < 0).map((field) => invalidField(`status.${field}`, of(field), 'must be greater than or equal to 0')),
    ...parts.flatMap((field) => more(field, 'replicas', 'status.replicas')),
    ...more('availableReplicas', 'readyReplicas', 'readyReplicas'),
  ];
}

export function workloadUpdateRules(countOfKind: CountOfKind): ResourceDefinition['validateUpdate'] {
  return (object, old, subresource) => {
    if (subresource === 'status') return validateWorkloadStatus(object as Workload, countOfKind);
    const { selector } = (object as Workload).spec;
    return isDeepStrictEqual(selector, (old as Workload).spec.selector) ? [] : [immutableField('spec.selector', selector)];
  };
}

export function count(name: string, description: string, cell: (workload: Workload) => number | undefined): TableColumn {
  return { name, type: 'integer', description, cell: (object) => cell(object as Workload) ?? 0 };
}

/** A number that its server calls a text. */
export function countText(name: string, description: string, cell: (workload: Workload) => number | undefined): TableColumn {
  return { ...count(name, description, cell), type: 'string' };
}

export const templateColumns: readonly TableColumn[] = [
  { name: 'Containers', type: 'string', description: 'Names of the containers', wide: true, cell: (object) => containerNames((object as Workload).spec.template.spec) },
  { name: 'Images', type: 'string', description: 'Images of the containers', wide: true, cell: (object) => containerImages((object as Workload).spec.template.spec) },
  { name: 'Selector', type: 'string', description: 'Which pods belong to it', wide: true, cell: (object) => selectorText(object as Workload) },
];

export const workloadScale: ScaleAccess = {
  read(object) {
    const { spec, status } = object as Workload;
    return { replicas: spec.replicas ?? 1, current: status?.replicas ?? 0, selector: selectorText(object as Workload) };
  },
  withReplicas: (object, replicas) => ({ ...object, spec: { ...(object as Workload).spec, replicas } }),
};

/** A selector in its text form, as the `labelSelector` parameter takes it. */
export function selectorText({ spec: { selector } }: Workload): string {
  return selectorOf(selector);
}

export function selectorOf(selector: LabelSelector): string {
  const labels = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({ key, text: `${key}=${value}` }));
  const expressions = (requirementsOf({ ...selector, matchLabels: {} }) ?? []).map(({ key, operator, values }) => {
    if (operator === 'exists') return { key, text: key };
    return { key, text: operator === 'absent' ? `!${key}` : `${key} ${operator} (${values.toSorted().join(',')})` };
  });
  return [...labels, ...expressions].toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ text }) => text).join(',');
}
