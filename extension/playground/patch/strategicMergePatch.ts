import { isRecord } from '../../kube/object.ts';
import { badRequest } from '../statusErrors.ts';
import { definitionOf } from '../schema/definitions.ts';
import type { DefinitionRef, Schema } from '../schema/schema.ts';
import { mergeObjectList, mergeValueList } from './mergeList.ts';

type Json = Readonly<Record<string, unknown>>;
type ListSchema = Extract<Schema, { type: 'list' }>;

const orderPrefix = '$setElementOrder/';
const removalPrefix = '$deleteFromPrimitiveList/';

/**
 * Strategic merge patch, as kubectl sends it for built-in kinds: like a merge patch, but lists whose schema
 * names a merge key are merged element by element, and directives (`$patch`, `$retainKeys`,
 * `$setElementOrder/…`, `$deleteFromPrimitiveList/…`) say what a merge cannot.
 * @throws ApiError 400 for a directive that is malformed or a list element without its key
 */
export function applyStrategicMergePatch(definition: DefinitionRef, target: Json, patch: Json): Json {
  return mergeObject({ type: 'object', definition }, target, patch);
}

function mergeObject(schema: Schema, target: Json, patch: Json): Json {
  const directive = patch['$patch'] ?? 'merge';
  if (directive === 'delete') return {};
  if (directive !== 'merge' && directive !== 'replace') {
    throw badRequest(`unknown patch directive ${JSON.stringify(directive)}: use merge, replace or delete`);
  }
  const merged = new Map(directive === 'merge' ? Object.entries(target) : []);
  for (const field of patchedFields(patch)) {
    const next = mergeField(schema, field, merged.get(field), patch);
    if (next === undefined) merged.delete(field);
    else merged.set(field, next);
  }
  retainKeys(merged, patch['$retainKeys']);
  return Object.fromEntries(merged);
}

/** The fields with a value in the patch, and those of which it only orders or removes elements. */
function patchedFields(patch: Json): Set<string> {
  const fields = new Set<string>();
  for (const name of Object.keys(patch)) {
    const prefix = [orderPrefix, removalPrefix].find((known) => name.startsWith(known));
    if (prefix) fields.add(name.slice(prefix.length));
    else if (!name.startsWith('$')) fields.add(name);
  }
  return fields;
}

/** Undefined: the field goes, or never was. */
function mergeField(parent: Schema, field: string, target: unknown, patch: Json): unknown {
  const schema = fieldSchema(parent, field);
  const value = Object.hasOwn(patch, field) ? patch[field] : undefined;
  if (schema.type === 'list' && schema.merge && (Array.isArray(value) || (value === undefined && Array.isArray(target)))) {
    if (!Array.isArray(target) && !Object.hasOwn(patch, orderPrefix + field)) return newList(schema, value ?? []);
    return mergeList(schema, field, Array.isArray(target) ? target : [], value ?? [], patch);
  }
  if (value === undefined) return target;
  if (isRecord(value)) return mergeObject(schema, isRecord(target) ? target : {}, value);
  return value ?? undefined;
}

/** A list that is not there yet is taken as it is, but for what was to be done to one that is. */
function newList(schema: ListSchema, value: readonly unknown[]): readonly unknown[] {
  const elements = value.filter((element) => !(isRecord(element) && Object.hasOwn(element, '$patch')));
  return elements.map((element) => (isRecord(element) ? mergeObject(schema.items, {}, element) : element));
}

function mergeList(schema: ListSchema, field: string, target: readonly unknown[], value: readonly unknown[], patch: Json): readonly unknown[] {
  const order = directiveList(patch, orderPrefix + field);
  const key = schema.merge?.key;
  if (key === undefined) return mergeValueList(target, value, order, directiveList(patch, removalPrefix + field) ?? []);
  return mergeObjectList(key, target, value, order, (old, element) => mergeObject(schema.items, old, element));
}

function directiveList(patch: Json, name: string): readonly unknown[] | undefined {
  const list = patch[name];
  if (list !== undefined && !Array.isArray(list)) throw badRequest(`${name} must be an array`);
  return list;
}

function retainKeys(merged: Map<string, unknown>, retained: unknown): void {
  if (retained === undefined) return;
  if (!Array.isArray(retained)) throw badRequest('$retainKeys must be an array of field names');
  for (const field of merged.keys()) if (!retained.includes(field)) merged.delete(field);
}

function fieldSchema(schema: Schema, field: string): Schema {
  if (schema.type === 'map') return schema.values;
  if (schema.type !== 'object') return { type: 'any' };
  const { fields } = definitionOf(schema.definition);
  return Object.hasOwn(fields, field) ? fields[field]! : { type: 'any' };
}
