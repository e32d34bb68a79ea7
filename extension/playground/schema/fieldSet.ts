import { isRecord } from '../../kube/object.ts';
import { definitionOf } from './definitions.ts';
import type { Schema } from './schema.ts';

/**
 * A set of fields as `managedFields` writes it (`fieldsV1`): `f:NAME` for a field, `k:{…}` for an element of a
 * list by its keys, `v:VALUE` for a plain value in a set, `.` for the thing itself. An empty set is a leaf.
 */
export interface FieldSet {
  readonly [path: string]: FieldSet;
}

const leaf: FieldSet = {};

/** All fields of `value`, down to where its schema says that one owner has the whole. */
export function fieldsOf(schema: Schema, value: unknown): FieldSet {
  if (schema.type === 'list' && schema.merge && Array.isArray(value)) return fieldsOfList(schema, value);
  if ((schema.type !== 'object' && schema.type !== 'map') || !isRecord(value)) return leaf;
  const fields = Object.entries(value)
    .filter(([, held]) => held !== undefined)
    .map(([name, held]) => [`f:${name}`, fieldsOf(schemaOf(schema, name), held)] as const);
  return Object.fromEntries(fields);
}

function fieldsOfList(schema: Extract<Schema, { type: 'list' }>, list: readonly unknown[]): FieldSet {
  const elements = list.map((element) => {
    const keys = schema.merge!.keys ?? (schema.merge!.key === undefined ? [] : [schema.merge!.key]);
    if (keys.length === 0 || !isRecord(element)) return [`v:${JSON.stringify(element)}`, leaf] as const;
    const key = Object.fromEntries(keys.map((name) => [name, element[name]]));
    return [`k:${JSON.stringify(key)}`, { '.': leaf, ...fieldsOf(schema.items, element) }] as const;
  });
  return Object.fromEntries([['.', leaf], ...elements]);
}

function schemaOf(schema: Extract<Schema, { type: 'object' | 'map' }>, name: string): Schema {
  if (schema.type === 'map') return schema.values;
  const { fields } = definitionOf(schema.definition);
  return Object.hasOwn(fields, name) ? fields[name]! : { type: 'any' };
}
