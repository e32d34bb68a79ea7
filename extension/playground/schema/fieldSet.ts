import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../kube/object.ts';
import { definitionOf } from './definitions.ts';
import type { Schema } from './schema.ts';

/**
 * A set of fields as `managedFields` writes it (`fieldsV1`): `f:NAME` for a field, `k:{…}` for an element of a
 * list by its keys, `v:VALUE` for a plain value in a set, `.` for the thing itself. An empty one is a leaf.
 */
export interface FieldSet {
  readonly [path: string]: FieldSet;
}

type ListSchema = Extract<Schema, { type: 'list' }>;
type FieldsSchema = Extract<Schema, { type: 'object' | 'map' }>;

const leaf: FieldSet = {};
const itself: FieldSet = { '.': leaf };

/** All fields of `value`, down to where its schema says that one owner has the whole. */
export function fieldsOf(schema: Schema, value: unknown): FieldSet {
  return changedFields(schema, undefined, value) ?? leaf;
}

/** The fields of `after` that `before` does not have, or has with another value; undefined when there are none. */
export function changedFields(schema: Schema, before: unknown, after: unknown): FieldSet | undefined {
  if (after === undefined || before === after) return undefined;
  if (schema.type === 'list' && schema.merge && Array.isArray(after)) return changedElements(schema, Array.isArray(before) ? before : undefined, after);
  if ((schema.type === 'object' || schema.type === 'map') && isRecord(after)) return changedMembers(schema, isRecord(before) ? before : undefined, after);
  return before !== undefined && isDeepStrictEqual(before, after) ? undefined : leaf;
}

function changedMembers(schema: FieldsSchema, before: Readonly<Record<string, unknown>> | undefined, after: Readonly<Record<string, unknown>>): FieldSet | undefined {
  const members: [string, FieldSet][] = [];
  for (const [name, value] of Object.entries(after)) {
    const changed = changedFields(memberSchema(schema, name), before?.[name], value);
    if (changed) members.push([`f:${name}`, changed]);
  }
  if (members.length > 0) return Object.fromEntries(members);
  return before ? undefined : leaf;
}

function changedElements(schema: ListSchema, before: readonly unknown[] | undefined, after: readonly unknown[]): FieldSet | undefined {
  const known = new Map((before ?? []).map((element) => [elementPath(schema, element), element]));
  const elements: [string, FieldSet][] = [];
  for (const element of after) {
    const path = elementPath(schema, element);
    if (!known.has(path)) elements.push([path, path.startsWith('k:') ? { ...itself, ...fieldsOf(schema.items, element) } : leaf]);
    else {
      const changed = changedFields(schema.items, known.get(path), element);
      if (changed && path.startsWith('k:')) elements.push([path, changed]);
    }
  }
  if (before && elements.length === 0) return undefined;
  return Object.fromEntries(before ? elements : [['.', leaf], ...elements]);
}

/** How an element is told apart from the others in its list. */
function elementPath(schema: ListSchema, element: unknown): string {
  const keys = schema.merge!.keys ?? (schema.merge!.key === undefined ? [] : [schema.merge!.key]);
  if (keys.length === 0 || !isRecord(element)) return `v:${JSON.stringify(element)}`;
  return `k:${JSON.stringify(Object.fromEntries(keys.map((name) => [name, element[name]])))}`;
}

function memberSchema(schema: FieldsSchema, name: string): Schema {
  if (schema.type === 'map') return schema.values;
  const { fields } = definitionOf(schema.definition);
  return Object.hasOwn(fields, name) ? fields[name]! : { type: 'any' };
}

export function union(one: FieldSet, other: FieldSet): FieldSet {
  const merged = new Map(Object.entries(one));
  for (const [path, set] of Object.entries(other)) merged.set(path, union(merged.get(path) ?? leaf, set));
  return Object.fromEntries(merged);
}

/** What is in both. */
export function intersection(one: FieldSet, other: FieldSet): FieldSet {
  return filterPaths(one, (path, set) => {
    const counterpart = Object.hasOwn(other, path) ? other[path] : undefined;
    if (!counterpart) return undefined;
    return isLeaf(set) ? set : nonEmpty(intersection(set, counterpart));
  });
}

/** What is in the first and not in the other. */
export function difference(one: FieldSet, other: FieldSet): FieldSet {
  return filterPaths(one, (path, set) => {
    const counterpart = Object.hasOwn(other, path) ? other[path] : undefined;
    if (!counterpart) return set;
    return isLeaf(counterpart) || isLeaf(set) ? undefined : nonEmpty(difference(set, counterpart));
  });
}

export function isLeaf(set: FieldSet): boolean {
  return Object.keys(set).length === 0;
}

function nonEmpty(set: FieldSet): FieldSet | undefined {
  return isLeaf(set) ? undefined : set;
}

function filterPaths(set: FieldSet, keep: (path: string, inner: FieldSet) => FieldSet | undefined): FieldSet {
  const kept: [string, FieldSet][] = [];
  for (const [path, inner] of Object.entries(set)) {
    const left = keep(path, inner);
    if (left) kept.push([path, left]);
  }
  return Object.fromEntries(kept);
}
