import type { JsonSchema } from '../../trace/schema/jsonSchema.ts';
import { isRecord } from '../../kube/object.ts';

/** What is wrong with a value, and where in it. */
export class Fault {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Gives a value as the schema has it, or what is wrong with it. Never throws. */
export type Conform = (value: unknown, path: string) => unknown;

export interface ConformOptions {
  /** Fields that the schema does not have are faults; otherwise they are left out, and whoever reads never meets them. */
  readonly strict: boolean;
}

/**
 * A reader for what is in one of the published schemas: those of `trace/schema`, which are made of types, constants, lists and records, and
 * of nothing else. Records come out new, with the fields of the schema alone.
 */
export function conformTo(schema: JsonSchema, options: ConformOptions): Conform {
  if ('const' in schema) return (value, path) => (value === schema['const'] ? value : fault(path, `is not ${JSON.stringify(schema['const'])}`));
  const choices = schema['enum'];
  if (Array.isArray(choices)) return (value, path) => (choices.includes(value) ? value : fault(path, `is none of ${choices.join(', ')}`));
  switch (schema['type']) {
    case 'string':
      return (value, path) => (typeof value === 'string' ? value : fault(path, 'is not a text'));
    case 'boolean':
      return (value, path) => (typeof value === 'boolean' ? value : fault(path, 'is neither true nor false'));
    case 'number':
    case 'integer':
      return numberIn(schema);
    case 'array':
      return listOf(conformTo(schema['items'] as JsonSchema, options));
    case 'object':
      return isRecord(schema['properties']) ? recordOf(schema, options) : mapOf(schema, options);
    default:
      return (value) => value;
  }
}

function numberIn(schema: JsonSchema): Conform {
  const whole = schema['type'] === 'integer';
  const least = typeof schema['minimum'] === 'number' ? schema['minimum'] : -Infinity;
  const what = `is not a ${whole ? 'whole ' : ''}number${least === -Infinity ? '' : ` from ${least}`}`;
  return (value, path) => {
    const fits = typeof value === 'number' && value >= least && (whole ? Number.isSafeInteger(value) : Number.isFinite(value));
    return fits ? value : fault(path, what);
  };
}

function listOf(element: Conform): Conform {
  return (value, path) => {
    if (!Array.isArray(value)) return fault(path, 'is not a list');
    const elements: unknown[] = [];
    for (const [index, each] of value.entries()) {
      const read = element(each, `${path}[${index}]`);
      if (read instanceof Fault) return read;
      elements.push(read);
    }
    return elements;
  };
}

function mapOf(schema: JsonSchema, options: ConformOptions): Conform {
  const values = isRecord(schema['additionalProperties']) ? conformTo(schema['additionalProperties'], options) : undefined;
  return (value, path) => {
    if (!isRecord(value)) return fault(path, 'is not an object');
    for (const [name, each] of values ? Object.entries(value) : []) {
      const read = values!(each, `${path}.${name}`);
      if (read instanceof Fault) return read;
    }
    return value;
  };
}

function recordOf(schema: JsonSchema, options: ConformOptions): Conform {
  const required = new Set(schema['required'] as readonly string[]);
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  const fields = Object.entries(properties).map(([name, field]) => ({ name, read: conformTo(field, options), isRequired: required.has(name) }));
  return (value, path) => {
    if (!isRecord(value)) return fault(path, 'is not an object');
    const record: Record<string, unknown> = {};
    for (const { name, read, isRequired } of fields) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      if (given === undefined && !isRequired) continue;
      const field = given === undefined ? fault(join(path, name), 'is missing') : read(given, join(path, name));
      if (field instanceof Fault) return field;
      record[name] = field;
    }
    const unknown = options.strict ? Object.keys(value).find((name) => !Object.hasOwn(properties, name)) : undefined;
    return unknown === undefined ? record : fault(join(path, unknown.slice(0, 100)), 'is no field of it');
  };
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function fault(path: string, what: string): Fault {
  return new Fault(`${path === '' ? 'it' : path} ${what}`);
}
