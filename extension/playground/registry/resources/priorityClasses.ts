import type { KubeObject } from '../../../kube/object.ts';
import { forbiddenField, immutableField, notSupported } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { defineResource } from '../resourceDefinition.ts';

/** How important a pod is that names it. */
export interface PriorityClass extends KubeObject {
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly description?: string;
  readonly preemptionPolicy?: string;
}

const policies = ['Never', 'PreemptLowerPriority'];
const highestOfUsers = 1_000_000_000;

/** What every cluster has (kubernetes `pkg/apis/scheduling/v1/helpers`). */
export const systemPriorityClasses: readonly PriorityClass[] = [
  { metadata: { name: 'system-node-critical' }, value: 2_000_001_000, preemptionPolicy: 'PreemptLowerPriority', description: 'Used for system critical pods that must not be moved from their current node.' },
  { metadata: { name: 'system-cluster-critical' }, value: 2_000_000_000, preemptionPolicy: 'PreemptLowerPriority', description: 'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.' },
];

/** What a pod has of its class; without one, what is usual. */
export function priorityOf({ value = 0, preemptionPolicy = 'PreemptLowerPriority' }: Partial<PriorityClass> = {}): { readonly priority: number; readonly preemptionPolicy: string } {
  return { priority: value, preemptionPolicy };
}

export const priorityClasses = defineResource({
  group: 'scheduling.k8s.io',
  version: 'v1',
  resource: 'priorityclasses',
  kind: 'PriorityClass',
  namespaced: false,
  shortNames: ['pc'],
  blank: { value: 0 },
  hasGeneration: true,
  applyDefaults: (object) => ({ ...object, preemptionPolicy: object['preemptionPolicy'] ?? 'PreemptLowerPriority' }),
  validate: (object) => validate(object as PriorityClass),
  validateUpdate: (object, old) => [
    ...(object['value'] === old['value'] ? [] : [forbiddenField('value', 'may not be changed in an update.')]),
    ...(object['preemptionPolicy'] === old['preemptionPolicy'] ? [] : [immutableField('preemptionPolicy', object['preemptionPolicy'])]),
  ],
  columns: [
    nameColumn,
    { name: 'Value', type: 'integer', description: 'How important: higher goes first', cell: (object) => (object as PriorityClass).value },
    { name: 'Global-Default', type: 'boolean', description: 'Whether pods have it that name none', cell: (object) => (object as PriorityClass).globalDefault ?? false },
    ageColumn,
    { name: 'PreemptionPolicy', type: 'string', description: 'Whether others have to go for it', cell: (object) => (object as PriorityClass).preemptionPolicy ?? '' },
  ],
});

/** kubernetes `ValidatePriorityClass`. */
function validate({ metadata: { name = '' }, value, globalDefault = false, preemptionPolicy = '' }: PriorityClass): FieldError[] {
  const errors: FieldError[] = [];
  const isSystems = systemPriorityClasses.some((known) => known.metadata.name === name && known.value === value && !globalDefault);
  if (name.startsWith('system-') && !isSystems) errors.push(forbiddenField('metadata.name', "priority class names with 'system-' prefix are reserved for system use only"));
  else if (!isSystems && value > highestOfUsers) errors.push(forbiddenField('value', `maximum allowed value of a user defined priority is ${highestOfUsers}`));
  if (!policies.includes(preemptionPolicy)) errors.push(notSupported('preemptionPolicy', preemptionPolicy, policies));
  return errors;
}
