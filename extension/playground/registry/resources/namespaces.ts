import { ageColumn, nameColumn } from '../columns.ts';
import { defineResource } from '../resourceDefinition.ts';
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
  prepareForCreate: (object) => ({ ...object, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } }),
  finalizersOf: (object) => [...(object.metadata.finalizers ?? []), ...((object as Namespace).spec?.finalizers ?? [])],
  markDeleted,
  applyDefaults: (object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name ?? '' } },
  }),
  selectableFields: { 'status.phase': phase },
  columns: [nameColumn, { name: 'Status', type: 'string', description: 'Active, or Terminating while it is emptied', cell: phase }, ageColumn],
});

/** A namespace is not told how long it has: it goes when it is empty. */
function markDeleted(object: Namespace): Namespace {
  const { deletionGracePeriodSeconds: _seconds, ...metadata } = object.metadata;
  return { ...object, metadata, status: { ...object.status, phase: 'Terminating' } };
}

function phase(object: Namespace): string {
  return object.status?.phase ?? '';
}
