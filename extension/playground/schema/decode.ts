import { CodedError } from '../../base/codedError.ts';
import { isRecord } from '../../kube/object.ts';
import { requiredField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { definitionOf } from './definitions.ts';
import type { DefinitionRef, Schema } from './schema.ts';
import { saysNothing } from './zeroValues.ts';

/** A value that cannot be what the schema says. `data` is the path of the field. */
export class DecodeError extends CodedError<'DecodeError', string> {
  override readonly name = 'DecodeError';
  /** It is a text, as it should be, and not one of that format. */
  readonly isOfFormat: boolean;

  constructor(path: string, expected: string, value: unknown, isOfFormat = false) {
    const got = Array.isArray(value) ? 'array' : typeof value;
    super('DecodeError', `cannot decode ${path || 'the object'}: expected ${expected}, got ${got}`, path);
    this.isOfFormat = isOfFormat;
  }

  static is(error: unknown): error is DecodeError {
    return error instanceof DecodeError;
  }
}

export interface Decoded {
  readonly value: Readonly<Record<string, unknown>>;
  /** Paths of the fields that the kind does not have; they are left out of `value`. */
  readonly unknown: readonly string[];
}

/**
 * Reads `json` as the named definition, as a typed server does: unknown fields are dropped and told; null, a map or list with nothing
 * in it, and an optional value that is none ({@link saysNothing}) count as absent; in a map or list null is the value that is none.
 * @throws DecodeError for a value of the wrong type
 */
export function decode(definition: DefinitionRef, json: unknown): Decoded {
  const unknown: string[] = [];
  const value = decodeObject(definition, json, '', unknown);
  return { value, unknown };
}

function decodeObject(name: DefinitionRef, json: unknown, path: string, unknown: string[]): Record<string, unknown> {
  if (!isRecord(json)) throw new DecodeError(path, 'object', json);
  const { fields, required } = definitionOf(name);
  const value: Record<string, unknown> = {};
  for (const [field, fieldValue] of Object.entries(json)) {
    const fieldPath = path ? `${path}.${field}` : field;
    if (!Object.hasOwn(fields, field)) unknown.push(fieldPath);
    else if (fieldValue !== null) {
      const decoded = decodeValue(fields[field]!, fieldValue, fieldPath, unknown);
      const isAbsent = isEmptyCollection(fields[field]!, decoded) || (typeof name === 'string' && !required.includes(field) && saysNothing(name, field, decoded));
      if (!isAbsent) value[field] = decoded;
    }
  }
  return value;
}

function isEmptyCollection(schema: Schema, value: unknown): boolean {
  return (schema.type === 'map' || schema.type === 'list') && Object.keys(value as object).length === 0;
}

function decodeValue(schema: Schema, json: unknown, path: string, unknown: string[]): unknown {
  switch (schema.type) {
    case 'any':
    case 'deduced':
      return json;
    case 'string':
      return decodeString(schema.format, json, path);
    case 'boolean':
      if (typeof json !== 'boolean') throw new DecodeError(path, 'boolean', json);
      return json;
    case 'integer':
      if (!Number.isSafeInteger(json)) throw new DecodeError(path, 'integer', json);
      return json;
    case 'intOrString':
      if (typeof json !== 'string' && !Number.isSafeInteger(json)) throw new DecodeError(path, 'integer or string', json);
      return json;
    case 'quantity':
      if (typeof json === 'number') return String(json);
      if (typeof json !== 'string' || !/^[+-]?[0-9.]+([KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/.test(json)) {
        throw new DecodeError(path, 'quantity such as 500m or 2Gi', json, typeof json === 'string');
      }
      return json;
    case 'map':
      if (!isRecord(json)) throw new DecodeError(path, 'object', json);
      return Object.fromEntries(
        Object.entries(json)
          // As Go writes a map, so that what is shown of an object is in the order of any other server.
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, value]) => [key, decodeElement(schema.values, value, `${path}[${key}]`, unknown)]),
      );
    case 'list':
      if (!Array.isArray(json)) throw new DecodeError(path, 'array', json);
      return json.map((item, index) => decodeElement(schema.items, item, `${path}[${index}]`, unknown));
    case 'object':
      return decodeObject(schema.definition, json, path, unknown);
  }
}

/** What is in a map or list is there, whatever it says. */
function decodeElement(schema: Schema, json: unknown, path: string, unknown: string[]): unknown {
  return decodeValue(schema, json === null ? nothingOf(schema) : json, path, unknown);
}

/** The value of a type that says nothing: what Go makes of null. */
function nothingOf({ type }: Schema): unknown {
  const nothing: Partial<Record<Schema['type'], unknown>> = { string: '', integer: 0, intOrString: 0, boolean: false, quantity: '0', map: {}, list: [], object: {} };
  return nothing[type] ?? null;
}

function decodeString(format: Extract<Schema, { type: 'string' }>['format'], json: unknown, path: string): string {
  if (typeof json !== 'string') throw new DecodeError(path, 'string', json);
  if (format === 'date-time' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(json)) {
    throw new DecodeError(path, 'time as in RFC 3339', json, true);
  }
  if (format === 'micro-time' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|[+-]\d\d:\d\d)$/.test(json)) {
    throw new DecodeError(path, 'time as 2026-01-01T00:00:00.000000Z', json, true);
  }
  if (format === 'byte' && !isBase64(json.replace(/[\r\n]/g, ''))) throw new DecodeError(path, 'base64', json, true);
  return json;
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** The fields that must be there and are not, in `value` and all that it holds. */
export function missingFields(definition: DefinitionRef, value: Readonly<Record<string, unknown>>, path = ''): FieldError[] {
  const { fields, required, askedForByRules = false } = definitionOf(definition);
  const errors: FieldError[] = (askedForByRules ? [] : required)
    .filter((field) => value[field] === undefined)
    .map((field) => requiredField(path ? `${path}.${field}` : field));
  for (const [field, held] of Object.entries(value)) {
    errors.push(...missingInValue(fields[field]!, held, path ? `${path}.${field}` : field));
  }
  return errors;
}

function missingInValue(schema: Schema, value: unknown, path: string): FieldError[] {
  if (schema.type === 'object') return missingFields(schema.definition, value as Readonly<Record<string, unknown>>, path);
  if (schema.type === 'list' && schema.items.type === 'object') {
    return (value as unknown[]).flatMap((item, index) => missingInValue(schema.items, item, `${path}[${index}]`));
  }
  return [];
}
