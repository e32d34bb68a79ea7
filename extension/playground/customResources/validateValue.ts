import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../kube/object.ts';
import type { FieldError } from '../statusErrors.ts';
import { isOfFormat } from './formats.ts';
import { memberOf, type StructuralSchema } from './structuralSchema.ts';

/** What is wrong with a value of that schema, as the API server says it of somebody's own kind. @param path empty for the object itself */
export function validateValue(schema: StructuralSchema, value: unknown, path: string): FieldError[] {
  if (value === null && schema.nullable) return [];
  const typeError = wrongType(schema, value, path);
  if (typeError) return [typeError];
  return [...wrongValue(schema, value, path), ...wrongInside(schema, value, path), ...wrongCombination(schema, value, path)];
}

export function invalid(path: string, value: unknown, why: string): FieldError {
  const shown = typeof value === 'object' && value !== null ? '' : `${JSON.stringify(value)?.slice(0, 200)}: `;
  return { reason: 'FieldValueInvalid', field: path, message: `Invalid value: ${shown}${why}` };
}

function wrongType(schema: StructuralSchema, value: unknown, path: string): FieldError | undefined {
  const { type } = schema;
  if (schema['x-kubernetes-int-or-string']) {
    if (typeof value === 'string' || Number.isInteger(value)) return undefined;
    return mustBe('integer,string', value, path);
  }
  return type === undefined || isOfType(type, value) ? undefined : mustBe(type, value, path);
}

function isOfType(type: NonNullable<StructuralSchema['type']>, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function mustBe(type: string, value: unknown, path: string): FieldError {
  const got = JSON.stringify(value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value);
  return { reason: 'FieldValueInvalid', field: path, message: `Invalid value: ${got}: ${path} in body must be of type ${type}: ${got}` };
}

function wrongValue(schema: StructuralSchema, value: unknown, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (why: string): void => {
    errors.push(invalid(path, value, `${path} in body ${why}`));
  };
  if (schema.enum && !schema.enum.some((allowed) => isDeepStrictEqual(allowed, value))) {
    const allowed = schema.enum.map((each) => JSON.stringify(each)).join(', ');
    errors.push({ reason: 'FieldValueNotSupported', field: path, message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${allowed}` });
  }
  if (typeof value === 'string') for (const why of wrongText(schema, value)) refuse(why);
  if (typeof value === 'number') for (const why of wrongNumber(schema, value)) refuse(why);
  if (Array.isArray(value)) for (const why of wrongCount(value.length, schema.minItems, schema.maxItems, 'items')) refuse(why);
  if (isRecord(value)) for (const why of wrongCount(Object.keys(value).length, schema.minProperties, schema.maxProperties, 'properties')) refuse(why);
  return errors;
}

function wrongText({ minLength = 0, maxLength = Infinity, pattern, format }: StructuralSchema, value: string): string[] {
  const errors: string[] = [];
  const length = [...value].length;
  if (length < minLength) errors.push(`should be at least ${minLength} chars long`);
  if (length > maxLength) errors.push(`should be at most ${maxLength} chars long`);
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) errors.push(`should match '${pattern}'`);
  if (format !== undefined && !isOfFormat(format, value)) errors.push(`must be of type ${format}: ${JSON.stringify(value)}`);
  return errors;
}

function wrongNumber(schema: StructuralSchema, value: number): string[] {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = false, exclusiveMaximum = false, multipleOf, format } = schema;
  const errors: string[] = [];
  if (exclusiveMinimum ? value <= minimum : value < minimum) errors.push(`should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
  if (exclusiveMaximum ? value >= maximum : value > maximum) errors.push(`should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) errors.push(`should be a multiple of ${multipleOf}`);
  if (format !== undefined && !isOfFormat(format, value)) errors.push(`must be of type ${format}: ${value}`);
  return errors;
}

function wrongCount(count: number, least = 0, most = Infinity, what: string): string[] {
  if (count < least) return [`should have at least ${least} ${what}`];
  return count > most ? [`should have at most ${most} ${what}`] : [];
}

function wrongInside(schema: StructuralSchema, value: unknown, path: string): FieldError[] {
  const inside = (name: string): string => (path ? `${path}.${name}` : name);
  if (Array.isArray(value)) {
    const { items } = schema;
    const errors = items ? value.flatMap((item, index) => validateValue(items, item, `${path}[${index}]`)) : [];
    return [...errors, ...duplicates(schema, value, path)];
  }
  if (!isRecord(value)) return [];
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name): FieldError => ({ reason: 'FieldValueRequired', field: inside(name), message: 'Required value' })),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const member = memberOf(schema, name);
      return typeof member === 'object' ? validateValue(member, inner, inside(name)) : [];
    }),
  ];
}

/** Elements of a set, and the keys of elements of a map, stand once. */
function duplicates(schema: StructuralSchema, value: readonly unknown[], path: string): FieldError[] {
  const listType = schema['x-kubernetes-list-type'];
  if (listType !== 'set' && listType !== 'map') return [];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const identity = (element: unknown): unknown => (listType === 'map' && isRecord(element) ? Object.fromEntries(keys.map((key) => [key, element[key]])) : element);
  const seen = new Set<string>();
  return value.flatMap((element, index): FieldError[] => {
    const own = JSON.stringify(identity(element));
    if (seen.has(own)) return [{ reason: 'FieldValueDuplicate', field: `${path}[${index}]`, message: `Duplicate value: ${own.slice(0, 200)}` }];
    seen.add(own);
    return [];
  });
}

function wrongCombination({ allOf = [], anyOf, oneOf, not }: StructuralSchema, value: unknown, path: string): FieldError[] {
  const fits = (schema: StructuralSchema): boolean => validateValue(schema, value, path).length === 0;
  const errors = allOf.flatMap((schema) => validateValue(schema, value, path));
  if (anyOf && !anyOf.some(fits)) errors.push(invalid(path, value, `${path} in body must validate at least one schema (anyOf)`));
  if (oneOf && oneOf.filter(fits).length !== 1) errors.push(invalid(path, value, `${path} in body must validate one and only one schema (oneOf)`));
  if (not && fits(not)) errors.push(invalid(path, value, `${path} in body must not validate the schema (not)`));
  return errors;
}
