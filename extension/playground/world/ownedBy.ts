import type { KubeObject } from '../../kube/object.ts';
import { type FieldOwner, managedFieldsEntry, ownedContent } from '../registry/managedFields.ts';

/** The object, with one owner of its labels, annotations and spec, and another of its status where it has one. */
export function ownedBy(object: KubeObject, writer: FieldOwner, statusWriter?: FieldOwner): KubeObject {
  const { kind = '', apiVersion = '', metadata, status, ...content } = object;
  const entries = [managedFieldsEntry(kind, apiVersion, writer, ownedContent({ metadata, ...content }))];
  if (status !== undefined && statusWriter) entries.push(managedFieldsEntry(kind, apiVersion, { ...statusWriter, subresource: 'status' }, { status }));
  return { ...object, metadata: { ...metadata, managedFields: entries } };
}
