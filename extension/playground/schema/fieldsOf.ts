import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../kube/object.ts';
import { definitionOf } from './definitions.ts';
import { type FieldSet, isLeaf, itself, leaf } from './fieldSet.ts';
import { elementPath, isMergedList, type MergedList } from './listElements.ts';
import type { Schema } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;
/** What has members, each of which may have an owner of its own. */
type MembersSchema = Extract<Schema, { type: 'object' | 'map' | 'deduced' }>;

/**
 * All fields of `value`, down to where its schema says that one owner has the whole. What is there because something is in it counts
 * for nothing, but elements of lists do: what an applier says.
 */
export function fieldsOf(schema: Schema, value: unknown): FieldSet {
  return fieldsBetween(schema, undefined, value, false) ?? leaf;
}

/** The same with all that something is in: what there is. */
export function everything(schema: Schema, value: unknown): FieldSet {
  return changedFields(schema, undefined, value) ?? leaf;
}

/**
 * The fields of `after` that `before` does not have, or has with another value; undefined when there are none. What was not there at
 * all, a map, a list or an object with something in it, is one of them itself (structured-merge-diff `Compare`).
 */
export function changedFields(schema: Schema, before: unknown, after: unknown): FieldSet | undefined {
  return fieldsBetween(schema, before, after, true);
}

function fieldsBetween(schema: Schema, before: unknown, after: unknown, countsItself: boolean): FieldSet | undefined {
  if (after === undefined || before === after) return undefined;
  if (isMergedList(schema) && Array.isArray(after)) return changedElements(schema, before, after, countsItself);
  if (hasMembers(schema) && isRecord(after)) return changedMembers(schema, isRecord(before) ? before : undefined, after, countsItself);
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

function changedMembers(schema: MembersSchema, before: Json | undefined, after: Json, countsItself: boolean): FieldSet | undefined {
  const members: [string, FieldSet][] = [];
  for (const [name, value] of Object.entries(after)) {
    const changed = fieldsBetween(memberSchema(schema, name), before?.[name], value, countsItself);
    if (changed) members.push([`f:${name}`, changed]);
  }
  if (members.length > 0) return { ...(countsItself && !before && itself), ...Object.fromEntries(members) };
  const isEmpty = Object.values(after).every((value) => value === undefined);
  return !before && isEmpty ? leaf : undefined;
}

/** To an applier the list itself is nobody's: it is there as long as an element of it is. */
function changedElements(schema: MergedList, before: unknown, after: readonly unknown[], countsItself: boolean): FieldSet | undefined {
  const known = new Map(Array.isArray(before) ? before.map((element: unknown) => [elementPath(schema, element), element] as const) : []);
  const elements: [string, FieldSet][] = [];
  for (const element of after) {
    const path = elementPath(schema, element);
    if (!known.has(path)) elements.push([path, wholeElement(schema, path, element, countsItself)]);
    else {
      const changed = fieldsBetween(schema.items, known.get(path), element, countsItself);
      if (changed && path.startsWith('k:')) elements.push([path, changed]);
    }
  }
  if (elements.length === 0) return undefined;
  return { ...(countsItself && !Array.isArray(before) && itself), ...Object.fromEntries(elements) };
}

function wholeElement(schema: MergedList, path: string, element: unknown, countsItself: boolean): FieldSet {
  const inner = path.startsWith('k:') ? (fieldsBetween(schema.items, undefined, element, countsItself) ?? leaf) : leaf;
  return isLeaf(inner) ? leaf : { ...itself, ...inner };
}
