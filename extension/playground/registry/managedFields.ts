import type { KubeObject } from '../../kube/object.ts';
import { changedFields, difference, type FieldSet, fieldsOf, intersection, isLeaf, union } from '../schema/fieldSet.ts';
import type { Subresource } from './resourceDefinition.ts';

/** Who wrote an object last, and which of its fields are theirs (`metav1.ManagedFieldsEntry`). */
export interface ManagedFieldsEntry {
  readonly manager: string;
  readonly operation: 'Update';
  readonly apiVersion: string;
  readonly time: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: FieldSet;
  readonly subresource?: Subresource;
}

export interface FieldOwner {
  readonly manager: string;
  /** RFC 3339. */
  readonly time: string;
  readonly subresource?: Subresource | undefined;
}

/** The entry of whoever wrote all of `content`, a part of an object of that kind. */
export function managedFieldsEntry(schema: string, apiVersion: string, owner: FieldOwner, content: object): ManagedFieldsEntry {
  return entryOf(owner, apiVersion, fieldsOf({ type: 'object', definition: schema }, content));
}

/**
 * The owners of the fields of `next` after `owner` has made it of `old`: what changed is now theirs and nobody
 * else's, what went is nobody's.
 */
export function trackFields(schema: string, old: KubeObject | undefined, next: KubeObject, owner: FieldOwner): readonly ManagedFieldsEntry[] {
  const type = { type: 'object', definition: schema } as const;
  const present = fieldsOf(type, ownedContent(next));
  const changed = changedFields(type, old && ownedContent(old), ownedContent(next)) ?? {};
  const entries = (old?.metadata.managedFields ?? []) as readonly ManagedFieldsEntry[];
  const own = entries.find((entry) => isOf(entry, owner));
  const others = entries
    .filter((entry) => entry !== own)
    .map((entry) => entryOf(entry, entry.apiVersion, intersection(difference(entry.fieldsV1, changed), present)));
  const mine = entryOf(owner, next.apiVersion ?? '', intersection(union(own?.fieldsV1 ?? {}, changed), present));
  return [...others, mine].filter(({ fieldsV1 }) => !isLeaf(fieldsV1));
}

function isOf(entry: ManagedFieldsEntry, { manager, subresource }: FieldOwner): boolean {
  return entry.manager === manager && entry.subresource === subresource;
}

function entryOf({ manager, time, subresource }: FieldOwner, apiVersion: string, fieldsV1: FieldSet): ManagedFieldsEntry {
  return { manager, operation: 'Update', apiVersion, time, fieldsType: 'FieldsV1', fieldsV1, ...(subresource && { subresource }) };
}

/** What has owners: not the identity of an object, nor what only the server writes. */
export function ownedContent(object: KubeObject): object {
  const { kind: _, apiVersion: __, metadata, ...content } = object;
  const { generateName, labels, annotations, ownerReferences, finalizers } = metadata;
  const owned = Object.entries({ generateName, labels, annotations, ownerReferences, finalizers }).filter(([, value]) => value !== undefined);
  return { ...(owned.length > 0 && { metadata: Object.fromEntries(owned) }), ...content };
}
