import { isRecord } from '../../kube/object.ts';
import { memberOf, type StructuralSchema } from './structuralSchema.ts';

/**
 * The value with what the schema says that it has when it is left out, also where it is null and may not be. The same
 * reference when there is nothing to fill in.
 */
export function fillDefaults<T>(schema: StructuralSchema, value: T): T;
export function fillDefaults(schema: StructuralSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => fillDefaults(items, item)) : value;
  }
  if (!isRecord(value)) return value;
  const filled = new Map(Object.entries(value));
  for (const [name, inner] of filled) {
    const member = memberOf(schema, name);
    if (typeof member === 'object') filled.set(name, inner === null && !member.nullable && member.default !== undefined ? member.default : fillDefaults(member, inner));
  }
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (!filled.has(name) && member.default !== undefined) filled.set(name, fillDefaults(member, structuredClone(member.default)));
  }
  return Object.fromEntries(filled);
}
