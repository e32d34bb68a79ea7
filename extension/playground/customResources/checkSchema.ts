import { isRecord } from '../../kube/object.ts';
import { forbiddenField, notSupported, requiredField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { patternProblem } from './linearPattern.ts';
import { pruneValue } from './pruneValue.ts';
import { loadedRules } from './rules/loadedRules.ts';
import { hasRules } from './rules/validationRule.ts';
import { conditionsOf, innerSchemas, schemaTypes, type StructuralSchema } from './structuralSchema.ts';
import { invalid, validateValue } from './validateValue.ts';

type Json = Readonly<Record<string, unknown>>;

const maxDepth = 100;

/** Schemas in one: compiling so many takes a second or two, if values have something in all of them. */
const maxSchemas = 20_000;

/**
 * What keeps a schema from being structural (apiextensions `structural schema`). Only when nothing does it may be read as a
 * {@link StructuralSchema}.
 * @throws LoadingError when it is the first that has rules
 */
export function checkSchema(json: unknown, path: string): FieldError[] {
  if (!isRecord(json)) return [invalid(path, json, 'a schema is an object')];
  if (json['type'] !== undefined && json['type'] !== 'object') return [invalid(`${path}.type`, json['type'], 'must be object at the root')];
  const errors = checkNode(json, path, 'must not be empty at the root', maxDepth);
  if (errors.length > 0) return errors;
  const schema = json as StructuralSchema;
  if (countSchemas(schema) > maxSchemas) return [invalid(path, '…', `a schema has ${maxSchemas} schemas inside of it at most`)];
  const wrong = checkDefaults(schema, path);
  return wrong.length > 0 || !hasRules(schema) ? wrong : loadedRules.get().checkRules(schema, path);
}

function countSchemas(schema: StructuralSchema): number {
  return [...innerSchemas(schema), ...conditionsOf(schema)].reduce((count, inner) => count + countSchemas(inner), 1);
}

/** @param place why it must have a type, where it has none */
function checkNode(json: unknown, path: string, place: string, depth: number): FieldError[] {
  if (!isRecord(json)) return [invalid(path, json, 'a schema is an object')];
  if (depth === 0) return [invalid(path, '…', `a schema nests ${maxDepth} levels deep at most`)];
  const errors = [...checkType(json, path, place), ...checkKeywords(json, path), ...checkLists(json, path)];
  return errors.length > 0 ? errors : checkInside(json, path, depth);
}

function checkType(json: Json, path: string, place: string): FieldError[] {
  const { type } = json;
  const typed = json['x-kubernetes-int-or-string'] === true || json['x-kubernetes-preserve-unknown-fields'] === true;
  if (type === undefined && !typed) return [requiredField(`${path}.type`, place)];
  return type === undefined || schemaTypes.some((known) => known === type) ? [] : [notSupported(`${path}.type`, type, schemaTypes)];
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  boolean: ['nullable', 'exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems', 'x-kubernetes-preserve-unknown-fields', 'x-kubernetes-int-or-string', 'x-kubernetes-embedded-resource'],
  number: ['minLength', 'maxLength', 'minimum', 'maximum', 'multipleOf', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  string: ['format', 'pattern', 'description', 'title'],
};

/** Keywords of the wrong type, and those that a structural schema may not have. */
function checkKeywords(json: Json, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (keyword: string, why: string): void => void errors.push(invalid(`${path}.${keyword}`, json[keyword], why));
  const forbid = (keyword: string, why: string): void => void errors.push(forbiddenField(`${path}.${keyword}`, why));
  for (const [type, keywords] of Object.entries(kinds)) {
    for (const keyword of keywords) if (json[keyword] !== undefined && typeof json[keyword] !== type) refuse(keyword, `must be of type ${type}`);
  }
  if (json['required'] !== undefined && !isTexts(json['required'])) refuse('required', 'must be a list of names');
  if (json['enum'] !== undefined && !(Array.isArray(json['enum']) && json['enum'].length > 0)) refuse('enum', 'must be a list of values');
  const problem = typeof json['pattern'] === 'string' ? patternProblem(json['pattern']) : undefined;
  if (problem !== undefined) refuse('pattern', `must be a valid regular expression, but isn't: ${problem}`);
  for (const keyword of ['$ref', 'definitions', 'dependencies', 'id', 'patternProperties', 'additionalItems']) {
    if (json[keyword] !== undefined) forbid(keyword, `${keyword} is not supported in a structural schema`);
  }
  if (json['uniqueItems'] === true) forbid('uniqueItems', 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic');
  if (json['additionalProperties'] === false) forbid('additionalProperties', 'additionalProperties cannot be set to false');
  if (json['additionalProperties'] !== undefined && json['properties'] !== undefined) forbid('additionalProperties', 'additionalProperties and properties are mutual exclusive');
  return errors;
}

function checkLists(json: Json, path: string): FieldError[] {
  const { items, type } = json;
  const listType = json['x-kubernetes-list-type'];
  const keys = json['x-kubernetes-list-map-keys'];
  if (type === 'array' && items === undefined) return [requiredField(`${path}.items`, 'must be specified')];
  const mapType = json['x-kubernetes-map-type'];
  if (mapType !== undefined && mapType !== 'atomic' && mapType !== 'granular') return [notSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular'])];
  if (listType === undefined) return [];
  if (listType !== 'atomic' && listType !== 'set' && listType !== 'map') return [notSupported(`${path}.x-kubernetes-list-type`, listType, ['atomic', 'map', 'set'])];
  const lacksKeys = listType === 'map' && !(isTexts(keys) && keys.length > 0);
  return lacksKeys ? [requiredField(`${path}.x-kubernetes-list-map-keys`, 'must not be empty if x-kubernetes-list-type is map')] : [];
}

function checkInside(json: Json, path: string, depth: number): FieldError[] {
  const { properties, additionalProperties, items } = json;
  const errors: FieldError[] = [];
  if (properties !== undefined && !isRecord(properties)) errors.push(invalid(`${path}.properties`, properties, 'must be an object'));
  for (const [name, property] of Object.entries(isRecord(properties) ? properties : {})) {
    errors.push(...checkNode(property, `${path}.properties[${name}]`, 'must not be empty for specified object fields', depth - 1));
  }
  if (additionalProperties !== undefined && additionalProperties !== true) {
    errors.push(...checkNode(additionalProperties, `${path}.additionalProperties`, 'must not be empty for specified object fields', depth - 1));
  }
  if (items !== undefined) errors.push(...checkNode(items, `${path}.items`, 'must not be empty for specified array items', depth - 1));
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const all = json[keyword];
    if (all === undefined) continue;
    if (!Array.isArray(all)) errors.push(invalid(`${path}.${keyword}`, all, 'must be a list of schemas'));
    else errors.push(...all.flatMap((each, index) => checkCondition(each, `${path}.${keyword}[${index}]`, depth - 1)));
  }
  return json['not'] === undefined ? errors : [...errors, ...checkCondition(json['not'], `${path}.not`, depth - 1)];
}

/** A further condition on a value, whose type is said outside of it. */
function checkCondition(json: unknown, path: string, depth: number): FieldError[] {
  if (!isRecord(json)) return [invalid(path, json, 'a schema is an object')];
  const errors = ['default', 'nullable', 'additionalProperties', 'x-kubernetes-validations'].filter((keyword) => json[keyword] !== undefined);
  if (errors.length > 0) return errors.map((keyword) => forbiddenField(`${path}.${keyword}`, 'must be undefined to be structural'));
  return depth === 0 ? [invalid(path, '…', `a schema nests ${maxDepth} levels deep at most`)] : [...checkKeywords(json, path), ...checkInsideCondition(json, path, depth)];
}

function checkInsideCondition(json: Json, path: string, depth: number): FieldError[] {
  const { properties, items } = json;
  const members = isRecord(properties) ? Object.entries(properties).flatMap(([name, each]) => checkCondition(each, `${path}.properties[${name}]`, depth - 1)) : [];
  const nested = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const all = json[keyword];
    return Array.isArray(all) ? all.flatMap((each, index) => checkCondition(each, `${path}.${keyword}[${index}]`, depth - 1)) : [];
  });
  return [...members, ...nested, ...(items === undefined ? [] : checkCondition(items, `${path}.items`, depth - 1))];
}

/** A default must be what the schema allows, and nothing that it would drop. They are looked at together, which is one thing to compile. */
function checkDefaults(root: StructuralSchema, path: string): FieldError[] {
  const schemas: [string, StructuralSchema][] = [];
  const values: [string, unknown][] = [];
  const dropped: string[] = [];
  const visit = (schema: StructuralSchema, at: string): void => {
    if (schema.default !== undefined) {
      schemas.push([`${at}.default`, schema]);
      values.push([`${at}.default`, schema.default]);
      pruneValue(schema, schema.default, `${at}.default`, dropped);
    }
    for (const [name, inner] of Object.entries(schema.properties ?? {})) visit(inner, `${at}.properties[${name}]`);
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, `${at}.additionalProperties`);
    if (schema.items) visit(schema.items, `${at}.items`);
  };
  visit(root, path);
  const errors = dropped.map((field) => invalid(field, '…', 'must not have fields that the schema does not have'));
  return values.length === 0 ? errors : [...errors, ...validateValue({ type: 'object', properties: Object.fromEntries(schemas) }, Object.fromEntries(values), '')];
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
