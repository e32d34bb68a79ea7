import type { KubeObject } from '../../extension/kube/object.ts';
import type { ManagedFieldsEntry } from '../../extension/playground/registry/managedFields.ts';

/** `manager[/subresource][ (applied)]: path path`, sorted: who owns which leaf. */
export function fieldOwners(object: KubeObject): string[] {
  const entries = (object.metadata.managedFields ?? []) as readonly ManagedFieldsEntry[];
  return entries
    .map(({ manager, subresource, operation, fieldsV1 }) => {
      const who = `${manager}${subresource ? `/${subresource}` : ''}${operation === 'Apply' ? ' (applied)' : ''}`;
      return `${who}: ${leaves(fieldsV1).toSorted().join(' ')}`;
    })
    .toSorted();
}

function leaves(set: object, prefix = ''): string[] {
  return Object.entries(set).flatMap(([path, inner]) => {
    const name = `${prefix}${path.replace(/^f:/, '')}`;
    return Object.keys(inner).length === 0 ? [name] : leaves(inner, `${name}.`);
  });
}
