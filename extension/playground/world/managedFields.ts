import type { KubeObject } from '../../kube/object.ts';
import { fieldsOf } from '../schema/fieldSet.ts';

export interface FieldOwner {
  readonly manager: string;
  readonly time: string;
  readonly subresource?: 'status';
}

/** The `managedFields` entry of whoever wrote all of `fields`, a part of an object of that kind. */
export function managedFieldsEntry(schema: string, apiVersion: string, { manager, time, subresource }: FieldOwner, fields: object): object {
  return {
    manager,
    operation: 'Update',
    apiVersion,
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: fieldsOf({ type: 'object', definition: schema }, fields),
    ...(subresource && { subresource }),
  };
}

/** The object, with one owner of its labels, annotations and spec, and another of its status where it has one. */
export function ownedBy(object: KubeObject, writer: FieldOwner, statusWriter?: FieldOwner): KubeObject {
  const { kind = '', apiVersion = '', metadata, status, ...content } = object;
  const { labels, annotations, ownerReferences } = metadata;
  const written = { metadata: { annotations, labels, ownerReferences }, ...content };
  const entries = [managedFieldsEntry(kind, apiVersion, writer, written)];
  if (status !== undefined && statusWriter) entries.push(managedFieldsEntry(kind, apiVersion, { ...statusWriter, subresource: 'status' }, { status }));
  return { ...object, metadata: { ...metadata, managedFields: entries } };
}
