import { isRecord } from '../../kube/object.ts';
import { requiredField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { memberOf, type StructuralSchema } from './structuralSchema.ts';
import { invalid } from './validateValue.ts';

/**
 * What is wrong with the objects that a value holds as wholes (`x-kubernetes-embedded-resource`): each has a kind of some version, and metadata, if any, that
 * is an object (apiextensions-apiserver `schema/objectmeta`).
 * @param value one that is of its schema otherwise
 */
export function embeddedErrors(schema: StructuralSchema, value: unknown, path: string): FieldError[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, index) => embeddedErrors(items, item, `${path}[${index}]`)) : [];
  }
  if (!isRecord(value)) return [];
  const errors = schema['x-kubernetes-embedded-resource'] ? wholeErrors(value, path) : [];
  for (const [name, inner] of Object.entries(value)) {
    const member = memberOf(schema, name);
    if (typeof member === 'object') errors.push(...embeddedErrors(member, inner, path ? `${path}.${name}` : name));
  }
  return errors;
}

function wholeErrors({ apiVersion, kind, metadata }: Readonly<Record<string, unknown>>, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (typeof apiVersion !== 'string' || apiVersion === '') errors.push(requiredField(`${path}.apiVersion`, 'must not be empty'));
  else if (apiVersion.split('/').length > 2) errors.push(invalid(`${path}.apiVersion`, apiVersion, `unexpected GroupVersion string: ${apiVersion}`));
  if (typeof kind !== 'string' || kind === '') errors.push(requiredField(`${path}.kind`, 'must not be empty'));
  if (metadata !== undefined && !isRecord(metadata)) errors.push(invalid(`${path}.metadata`, metadata, 'must be an object'));
  return errors;
}
