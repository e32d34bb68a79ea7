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
  // A map or list is told of where nothing in it is theirs, an element of a list always.
  const isElement = /\.k:[^\n]*\}\.$/.test(prefix);
  const members = Object.entries(set).filter(([path]) => path !== '.' || isElement);
  if (members.length === 0 && prefix !== '') return [prefix.slice(0, -1)];
  return members.flatMap(([path, inner]) => {
    const name = `${prefix}${path.replace(/^f:/, '')}`;
    return Object.keys(inner).length === 0 ? [name] : leaves(inner, `${name}.`);
  });
}
