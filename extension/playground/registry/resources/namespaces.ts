import type { KubeObject } from '../../../kube/object.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { withField } from '../objectRules.ts';
import { validateFinalizers } from '../objectValidation.ts';
import { defineResource } from '../resourceDefinition.ts';
import { invalidField } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import type { Namespace } from '../shapes.ts';

export const namespaces = defineResource({
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  shortNames: ['ns'],
  shortNamesOnly: true,
  subresources: ['status', 'finalize'],
  blank: { spec: {}, status: {} },
  prepareForCreate: (object) => ({ ...object, spec: { finalizers: withKubernetes((object as Namespace).spec?.finalizers) }, status: { phase: 'Active' } }),
  prepareForUpdate: (object, old) => ({ ...object, spec: { ...(object as Namespace).spec, finalizers: (old as Namespace).spec?.finalizers ?? [] } }),
  finalizersOf: (object) => [...(object.metadata.finalizers ?? []), ...((object as Namespace).spec?.finalizers ?? [])],
  markDeleted,
  applyDefaults: (object) => ({
    ...object,
    status: { ...(object as Namespace).status, phase: (object as Namespace).status?.phase || 'Active' },
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name ?? '' } },
  }),
  validate: (object) => validateNamespace(object as Namespace),
  selectableFields: { 'status.phase': phase },
  columns: [nameColumn, { name: 'Status', type: 'string', description: 'Active, or Terminating while it is emptied', cell: phase }, ageColumn],
});

/** What empties it is one of those that it waits for. */
function withKubernetes(finalizers: readonly string[] = []): readonly string[] {
  return finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'];
}

function validateNamespace({ metadata, spec, status }: Namespace): FieldError[] {
  const isDying = Boolean(metadata.deletionTimestamp);
  const expected = isDying ? 'Terminating' : 'Active';
  const phaseErrors = (status?.phase ?? expected) === expected ? [] : [invalidField('status.Phase', status?.phase, `may only be '${expected}' if \`deletionTimestamp\` is ${isDying ? 'not ' : ''}empty`)];
  return [...validateFinalizers(spec?.finalizers ?? [], 'spec.finalizers').map(({ reason, message }) => ({ reason, message, field: 'spec.finalizers' })), ...phaseErrors];
}

/** A namespace is not told how long it has: it goes when it is empty. Nor is its end counted (kubernetes `pkg/registry/core/namespace/storage`). */
function markDeleted(object: Namespace, { metadata: { generation } }: KubeObject): Namespace {
  const { deletionGracePeriodSeconds: _seconds, ...metadata } = object.metadata;
  return { ...object, metadata: withField(metadata, 'generation', generation), status: { ...object.status, phase: 'Terminating' } };
}

function phase(object: Namespace): string {
  return object.status?.phase ?? '';
}
