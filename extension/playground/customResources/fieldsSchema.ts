import { type Definition, list, map, ref, type Schema } from '../schema/schema.ts';
import type { StructuralSchema } from './structuralSchema.ts';

/** Of objects of that kind: which fields and elements have owners of their own. */
export function kindDefinition(name: string, schema: StructuralSchema): Definition {
  const { fields, ...definition } = objectDefinition(name, schema);
  return { ...definition, fields: { ...fields, apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: ref('ObjectMeta') } };
}

function objectDefinition(name: string, schema: StructuralSchema): Definition {
  const fields = Object.entries(schema.properties ?? {}).map(([field, inner]) => [field, fieldsSchema(`${name}.${field}`, inner)] as const);
  return {
    name,
    fields: Object.fromEntries(fields),
    required: [],
    ...(schema['x-kubernetes-map-type'] === 'atomic' && { atomic: true }),
    ...(schema['x-kubernetes-preserve-unknown-fields'] && { others: { type: 'deduced' } }),
  };
}

function fieldsSchema(name: string, schema: StructuralSchema): Schema {
  const { type, additionalProperties, items } = schema;
  if (schema['x-kubernetes-int-or-string']) return { type: 'intOrString' };
  if (type === 'array' && items) return listSchema(name, schema, items);
  if (type === 'object' && typeof additionalProperties === 'object') {
    return schema['x-kubernetes-map-type'] === 'atomic' ? { type: 'any' } : map(fieldsSchema(name, additionalProperties));
  }
  if (type === 'object' && additionalProperties !== true) return { type: 'object', definition: objectDefinition(name, schema) };
  if (type === 'object' || type === undefined) return { type: 'deduced' };
  return type === 'number' || type === 'array' ? { type: 'any' } : { type };
}

function listSchema(name: string, schema: StructuralSchema, items: StructuralSchema): Schema {
  const elements = fieldsSchema(name, items);
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return list(elements, {});
    case 'map': {
      const keys = schema['x-kubernetes-list-map-keys'] ?? [];
      const defaults = keys.map((key) => [key, items.properties?.[key]?.default] as const).filter(([, value]) => value !== undefined);
      return list(elements, { keys, keyDefaults: Object.fromEntries(defaults) });
    }
    default:
      return list(elements);
  }
}
