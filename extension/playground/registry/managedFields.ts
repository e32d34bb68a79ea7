import { isRecord, type KubeObject } from '../../kube/object.ts';
import { canonical, difference, type FieldSet, isLeaf, union, vanished } from '../schema/fieldSet.ts';
import { changedFields, everything, fieldsOf } from '../schema/fieldsOf.ts';
import { orKeyless } from '../schema/listElements.ts';
import type { DefinitionRef, Schema } from '../schema/schema.ts';
import type { Subresource } from './resourceDefinition.ts';

/** Who wrote an object last, and which of its fields are theirs (`metav1.ManagedFieldsEntry`). */
export interface ManagedFieldsEntry {
  readonly manager: string;
  /** One name may stand twice: what was applied, and what was written otherwise, are owned apart. */
  readonly operation: 'Apply' | 'Update';
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
  readonly operation?: ManagedFieldsEntry['operation'];
  readonly subresource?: Subresource | undefined;
}

/** The entry of whoever wrote all of `content`, a part of an object of that kind. */
export function managedFieldsEntry(schema: DefinitionRef, apiVersion: string, owner: FieldOwner, content: object): ManagedFieldsEntry {
  return entryOf(owner, apiVersion, fieldsOf(kindSchema(schema), content));
}

export interface FieldChange {
  readonly schema: DefinitionRef;
  /** As the writer named it. */
  readonly apiVersion: string;
  /** Undefined for an object that is new. */
  readonly old: KubeObject | undefined;
  /** What every object of the kind has: to begin with that is nobody's. */
  readonly blank?: object;
  readonly next: KubeObject;
  /** Who owned what before: `old`'s, unless the writer said otherwise. */
  readonly before: readonly ManagedFieldsEntry[];
}

/**
 * The owners of the fields of `next` after `owner` has made it of `old`: what changed is now theirs and nobody
 * else's, what went is nobody's. An object that has no owners gets none by being changed (apimachinery `skipNonAppliedManager`),
 * and one in which fields cannot be told apart has none at all.
 */
export function trackFields(change: FieldChange, owner: FieldOwner): readonly ManagedFieldsEntry[] {
  if (change.old && change.before.length === 0) return [];
  return orKeyless(() => ownersAfter(change, owner), () => []);
}

function ownersAfter({ schema, apiVersion, old, blank = {}, next, before }: FieldChange, owner: FieldOwner): readonly ManagedFieldsEntry[] {
  const changed = changedFields(kindSchema(schema), { metadata: {}, ...(old ? ownedContent(old) : blank) }, ownedContent(next)) ?? {};
  const removed = old ? removedFields(schema, old, next) : {};
  const own = before.find((entry) => isOf(entry, owner));
  const others = before
    .filter((entry) => entry !== own)
    .map((entry) => Object.assign({}, entry, { fieldsV1: difference(difference(entry.fieldsV1, changed), removed) }));
  const mine = entryOf(owner, apiVersion, union(difference(own?.fieldsV1 ?? {}, removed), changed));
  return whoOwnSomething([...others, mine]).map((entry) => Object.assign({}, entry, { fieldsV1: canonical(entry.fieldsV1) }));
}

/** In the order in which they are stored: what was applied first, then by time and name (apimachinery `managedfields.sortEncodedManagedFields`). */
export function whoOwnSomething(entries: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  const order = ({ operation, time, manager, apiVersion, subresource }: ManagedFieldsEntry): readonly string[] => [operation, time, manager, apiVersion, subresource ?? ''];
  return entries.filter(({ fieldsV1 }) => !isLeaf(fieldsV1)).toSorted((one, other) => compareTexts(order(one), order(other)));
}

function compareTexts(some: readonly string[], others: readonly string[]): number {
  const at = some.findIndex((text, index) => text !== others[index]);
  return at < 0 ? 0 : some[at]! < others[at]! ? -1 : 1;
}

/** What `old` has and `next` does not: it has no owners any more. */
export function removedFields(schema: DefinitionRef, old: KubeObject, next: KubeObject): FieldSet {
  const [before, after] = [old, next].map((object) => everything(kindSchema(schema), ownedContent(object)));
  return vanished(before!, after!);
}

export function kindSchema(definition: DefinitionRef): Schema {
  return { type: 'object', definition };
}

export function isOf(entry: ManagedFieldsEntry, { manager, subresource, operation = 'Update' }: FieldOwner): boolean {
  return entry.manager === manager && entry.subresource === subresource && entry.operation === operation;
}

export function entryOf({ manager, time, subresource, operation = 'Update' }: FieldOwner, apiVersion: string, fieldsV1: FieldSet): ManagedFieldsEntry {
  return { manager, operation, apiVersion, time, fieldsType: 'FieldsV1', fieldsV1, ...(subresource && { subresource }) };
}

const ownedMetadata = ['generateName', 'labels', 'annotations', 'ownerReferences', 'finalizers'] as const;

/** What has owners: not the identity of an object, nor what only the server writes. */
export function ownedContent(object: KubeObject): object {
  const { kind: _, apiVersion: __, metadata, ...content } = object;
  let owned: Record<string, unknown> | undefined;
  for (const field of ownedMetadata) if (metadata[field] !== undefined) (owned ??= {})[field] = metadata[field];
  return { ...(owned && { metadata: owned }), ...content };
}

/**
 * Who owned what before a write that sends `given` as the owners, which a client may do to hand fields over. What cannot be read,
 * and nothing, leave them as they are; a list of one empty entry forgets them all (apimachinery `managedfields.decodeLiveOrNew`).
 */
export function ownersBefore(given: readonly unknown[] | undefined, stored: readonly unknown[] | undefined): readonly ManagedFieldsEntry[] {
  const current = (stored ?? []) as readonly ManagedFieldsEntry[];
  if (!given || given.length === 0) return current;
  if (given.length === 1 && isRecord(given[0]) && Object.keys(given[0]).length === 0) return [];
  return given.every(isEntry) ? given : current;
}

const maxDepth = 200;

function isEntry(value: unknown): value is ManagedFieldsEntry {
  if (!isRecord(value)) return false;
  const { manager, operation, apiVersion, time, fieldsType, fieldsV1, subresource } = value;
  const texts = [manager, apiVersion, time].every((text) => typeof text === 'string' && text !== '' && text.length <= 128);
  const known = (operation === 'Apply' || operation === 'Update') && fieldsType === 'FieldsV1';
  return texts && known && ['string', 'undefined'].includes(typeof subresource) && isFieldSet(fieldsV1, maxDepth);
}

function isFieldSet(value: unknown, depth: number): boolean {
  if (!isRecord(value) || depth === 0) return false;
  return Object.entries(value).every(([path, inner]) => isPath(path) && isFieldSet(inner, depth - 1));
}

function isPath(path: string): boolean {
  if (!path.startsWith('k:')) return path === '.' || /^[fv]:/.test(path);
  try {
    return isRecord(JSON.parse(path.slice(2)));
  } catch {
    return false; // not JSON
  }
}
