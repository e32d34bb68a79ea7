import { isRecord } from '../../kube/object.ts';
import { memberOf, type StructuralSchema } from './structuralSchema.ts';

/** Every object has these, and so has one that is held in a field as a whole. */
const objectFields = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * The value without the fields that its schema does not have.
 * @param dropped is given their paths
 */
export function pruneValue(schema: StructuralSchema, value: unknown, path: string, dropped: string[]): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item, index) => pruneValue(items, item, `${path}[${index}]`, dropped)) : value;
  }
  if (!isRecord(value)) return value;
  const kept: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const innerPath = path ? `${path}.${name}` : name;
    const member = memberOf(schema, name);
    if (typeof member === 'object') kept.push([name, pruneValue(member, inner, innerPath, dropped)]);
    else if (member || (schema['x-kubernetes-embedded-resource'] && objectFields.has(name))) kept.push([name, inner]);
    else dropped.push(innerPath);
  }
  return Object.fromEntries(kept);
}
