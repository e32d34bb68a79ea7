/**
 * Schemas that are tied to types: a field that is forgotten, misspelt, or of another type than the interface says does
 * not compile. What they are made of is plain JSON Schema (2020-12).
 */

export type JsonSchema = { readonly [keyword: string]: unknown };

export interface Schema<T> {
  readonly json: JsonSchema;
  /** Never there: holds the schema to exactly this type. */
  readonly accepts?: (value: T) => T;
}

/** Of a field that may be absent. */
export interface OptionalSchema<T> extends Schema<T> {
  readonly isOptional: true;
}

/** The schema of each field, and of no other; those that may be absent are declared so. */
export type FieldSchemas<T> = {
  readonly [Name in keyof T]-?: undefined extends T[Name] ? OptionalSchema<Exclude<T[Name], undefined>> : Schema<T[Name]>;
};

export const text: Schema<string> = { json: { type: 'string' } };
export const flag: Schema<boolean> = { json: { type: 'boolean' } };
export const number: Schema<number> = { json: { type: 'number' } };
export const integer: Schema<number> = { json: { type: 'integer' } };
export const count: Schema<number> = { json: { type: 'integer', minimum: 0 } };
export const milliseconds: Schema<number> = { json: { type: 'number', minimum: 0, description: 'Milliseconds.' } };
export const object: Schema<object> = { json: { type: 'object' } };
export const anything: Schema<unknown> = { json: {} };

export function optional<T>(schema: Schema<T>): OptionalSchema<T> {
  return { json: schema.json, isOptional: true };
}

export function constant<const T extends string | number | boolean>(value: T): Schema<T> {
  return { json: { const: value } };
}

export function oneOf<const T extends string>(...values: readonly T[]): Schema<T> {
  return { json: { enum: values } };
}

export function list<T>(element: Schema<T>): Schema<readonly T[]> {
  return { json: { type: 'array', items: element.json } };
}

export function record<T extends object>(fields: FieldSchemas<T>): Schema<T> {
  const all: [string, { readonly json: JsonSchema }][] = Object.entries(fields);
  const json = {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, schema]) => [name, schema.json])),
    required: all.flatMap(([name, schema]) => ('isOptional' in schema ? [] : [name])),
    additionalProperties: false,
  };
  return { json };
}

/** Says what it means. */
export function described<T>(description: string, schema: Schema<T>): Schema<T> {
  return { json: { ...schema.json, description } };
}

/** Of a value that is another in JSON than it is here. */
export function inJson<T>({ json }: { readonly json: JsonSchema }): Schema<T> {
  return { json };
}
