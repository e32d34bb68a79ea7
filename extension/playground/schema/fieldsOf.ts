import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../kube/object.ts';
import { definitionOf } from './definitions.ts';
import { type FieldSet, isLeaf, itself, leaf } from './fieldSet.ts';
import { elementPath, isMergedList, type MergedList } from './listElements.ts';
import type { Schema } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;
/** What has members, each of which may have an owner of its own. */
type MembersSchema = Extract<Schema, { type: 'object' | 'map' | 'deduced' }>;

/** All fields of `value`, down to where its schema says that one owner has the whole. */
export function fieldsOf(schema: Schema, value: unknown): FieldSet {
  return changedFields(schema, undefined, value) ?? leaf;
}

/** The fields of `after` that `before` does not have, or has with another value; undefined when there are none. */
export function changedFields(schema: Schema, before: unknown, after: unknown): FieldSet | undefined {
  if (after === undefined || before === after) return undefined;
  if (isMergedList(schema) && Array.isArray(after)) return changedElements(schema, Array.isArray(before) ? before : [], after);
  if (hasMembers(schema) && isRecord(after)) return changedMembers(schema, isRecord(before) ? before : undefined, after);
  return before !== undefined && isDeepStrictEqual(before, after) ? undefined : leaf;
}

/** False for what is owned as a whole. */
export function hasMembers(schema: Schema): schema is MembersSchema {
  if (schema.type === 'object') return !definitionOf(schema.definition).atomic;
  return (schema.type === 'map' && !schema.atomic) || schema.type === 'deduced';
}

export function memberSchema(schema: MembersSchema, name: string): Schema {
  if (schema.type === 'deduced') return schema;
  if (schema.type === 'map') return schema.values;
  const { fields, others = { type: 'any' } } = definitionOf(schema.definition);
  return Object.hasOwn(fields, name) ? fields[name]! : others;
}

function changedMembers(schema: MembersSchema, before: Json | undefined, after: Json): FieldSet | undefined {
  const members: [string, FieldSet][] = [];
  for (const [name, value] of Object.entries(after)) {
    const changed = changedFields(memberSchema(schema, name), before?.[name], value);
    if (changed) members.push([`f:${name}`, changed]);
  }
  if (members.length > 0) return Object.fromEntries(members);
  const isEmpty = Object.values(after).every((value) => value === undefined);
  return !before && isEmpty ? leaf : undefined;
}

/** The list itself is nobody's: it is there as long as an element of it is. */
function changedElements(schema: MergedList, before: readonly unknown[], after: readonly unknown[]): FieldSet | undefined {
  const known = new Map(before.map((element) => [elementPath(schema, element), element]));
  const elements: [string, FieldSet][] = [];
  for (const element of after) {
    const path = elementPath(schema, element);
    if (!known.has(path)) elements.push([path, wholeElement(schema, path, element)]);
    else {
      const changed = changedFields(schema.items, known.get(path), element);
      if (changed && path.startsWith('k:')) elements.push([path, changed]);
    }
  }
  return elements.length > 0 ? Object.fromEntries(elements) : undefined;
}

function wholeElement(schema: MergedList, path: string, element: unknown): FieldSet {
  const inner = path.startsWith('k:') ? fieldsOf(schema.items, element) : leaf;
  return isLeaf(inner) ? leaf : { ...itself, ...inner };
}
