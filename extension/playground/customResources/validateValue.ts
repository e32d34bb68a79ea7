import { isRecord } from '../../kube/object.ts';
import { notSupported, requiredField, tooManyItems } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { type AjvProgram, ajvProgram, type Fault } from './ajvProgram.ts';
import type { StructuralSchema } from './structuralSchema.ts';

const programs = new WeakMap<StructuralSchema, AjvProgram>();

/**
 * What is wrong with a value of that schema, as the API server says it of somebody's own kind. Whoever asks again of the very same schema has it compiled already.
 * @param schema found to be structural
 * @param path empty for the object itself
 */
export function validateValue(schema: StructuralSchema, value: unknown, path: string): FieldError[] {
  let program = programs.get(schema);
  if (!program) programs.set(schema, (program = ajvProgram({ schema, isChoice: false })));
  return program(value).map((fault) => fieldError(fault, pathOf(fault.pointer, value, path)));
}

export function invalid(path: string, value: unknown, why: string): FieldError {
  const shown = typeof value === 'object' && value !== null ? '' : `${JSON.stringify(value)?.slice(0, 200)}: `;
  return { reason: 'FieldValueInvalid', field: path, message: `Invalid value: ${shown}${why}` };
}

/** `/a/0/b` is `a[0].b`. */
function pathOf(pointer: string, root: unknown, path: string): string {
  let at = path;
  let holder = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = Array.isArray(holder) ? `${at}[${name}]` : member(at, name);
    holder = (holder as Record<string, unknown>)[name];
  }
  return at;
}

function member(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

function fieldError({ keyword, schema, value, params }: Fault, path: string): FieldError {
  switch (keyword) {
    case 'type':
      return wrongType(schema, value, path);
    case 'required':
      return requiredField(member(path, String(params['missingProperty'])));
    case 'enum':
      return notSupported(path, value, schema.enum ?? []);
    case 'maxItems':
      return tooManyItems(path, (value as unknown[]).length, schema.maxItems!);
    case 'maxProperties':
      return tooManyItems(path, Object.keys(value as object).length, schema.maxProperties!);
    case 'x-kubernetes-list-type':
      return { reason: 'FieldValueDuplicate', field: `${path}[${String(params['index'])}]`, message: `Duplicate value: ${String(params['text']).slice(0, 200)}` };
    default:
      return invalid(path, value, `${path} in body ${whyNot(keyword, schema, value)}`);
  }
}

function wrongType(schema: StructuralSchema, value: unknown, path: string): FieldError {
  const type = schema['x-kubernetes-int-or-string'] ? 'integer,string' : schema.type;
  const got = JSON.stringify(value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : isRecord(value) ? 'object' : typeof value);
  return { reason: 'FieldValueInvalid', field: path, message: `Invalid value: ${got}: ${path} in body must be of type ${type}: ${got}` };
}

function whyNot(keyword: string, schema: StructuralSchema, value: unknown): string {
  switch (keyword) {
    case 'minLength':
      return `should be at least ${schema.minLength} chars long`;
    case 'maxLength':
      return `should be at most ${schema.maxLength} chars long`;
    case 'pattern':
      return `should match '${schema.pattern}'`;
    case 'format':
    case 'numberFormat':
      return `must be of type ${schema.format}: ${JSON.stringify(value)}`;
    case 'minimum':
      return `should be greater than or equal to ${schema.minimum}`;
    case 'exclusiveMinimum':
      return `should be greater than ${schema.minimum}`;
    case 'maximum':
      return `should be less than or equal to ${schema.maximum}`;
    case 'exclusiveMaximum':
      return `should be less than ${schema.maximum}`;
    case 'multipleOf':
      return `should be a multiple of ${schema.multipleOf}`;
    case 'minItems':
      return `should have at least ${schema.minItems} items`;
    case 'minProperties':
      return `should have at least ${schema.minProperties} properties`;
    case 'oneOf':
      return 'must validate one and only one schema (oneOf)';
    case 'not':
      return 'must not validate the schema (not)';
    default:
      return 'must validate at least one schema (anyOf)';
  }
}
