import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import { definitionOf, definitions } from '../schema/definitions.ts';
import type { Definition, DefinitionRef, Schema } from '../schema/schema.ts';

export type OpenApiVersion = 2 | 3;

export const kindExtension = 'x-kubernetes-group-version-kind';

export function referenceTo(definition: DefinitionRef, version: OpenApiVersion): object {
  return { $ref: (version === 2 ? '#/definitions/' : '#/components/schemas/') + definitionOf(definition).name };
}

/** All that the resources' kinds are made of, and nothing else. */
export function schemasOf(resources: readonly ResourceDefinition[], version: OpenApiVersion): object {
  const custom = resources.filter((definition) => definition.custom);
  const typed = resources.filter((definition) => !definition.custom);
  const kinds = new Map<DefinitionRef, object>(typed.map((definition) => [definition.schema, kindOf(definition)]));
  const needed = new Set<DefinitionRef>([...kinds.keys(), 'DeleteOptions', 'ObjectMeta', 'Status', 'Scale']);
  for (const name of needed) {
    for (const held of Object.values(definitionOf(name).fields).flatMap(referenced)) needed.add(held);
  }
  const schemas = [...definitions]
    .filter(([name]) => needed.has(name))
    .map(([name, definition]) => [definition.name, describeDefinition(definition, kinds.get(name), version)]);
  const own = custom.map((definition) => [definitionOf(definition.schema).name, definition.custom!.openApi(version)]);
  return Object.fromEntries([...schemas, ...own]);
}

export function kindOf({ group, version, kind }: ResourceDefinition): object {
  return { group, version, kind };
}

function referenced(schema: Schema): readonly DefinitionRef[] {
  if (schema.type === 'object') return [schema.definition];
  if (schema.type === 'list') return referenced(schema.items);
  return schema.type === 'map' ? referenced(schema.values) : [];
}

function describeDefinition({ fields, required, atomic }: Definition, kind: object | undefined, version: OpenApiVersion): object {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, describe(schema, version)])),
    ...(required.length > 0 && { required }),
    ...(atomic && { 'x-kubernetes-map-type': 'atomic' }),
    ...(kind && { [kindExtension]: [kind] }),
  };
}

function describe(schema: Schema, version: OpenApiVersion): object {
  switch (schema.type) {
    case 'string':
      return schema.format ? { type: 'string', format: schema.format } : { type: 'string' };
    case 'integer':
      return { type: 'integer', format: 'int64' };
    case 'boolean':
      return { type: 'boolean' };
    case 'intOrString':
      return { type: 'string', format: 'int-or-string', 'x-kubernetes-int-or-string': true };
    case 'quantity':
      return { type: 'string' };
    case 'any':
    case 'deduced':
      return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    case 'map':
      return { type: 'object', additionalProperties: describe(schema.values, version), ...(schema.atomic && { 'x-kubernetes-map-type': 'atomic' }) };
    case 'list':
      return { type: 'array', items: describe(schema.items, version), ...describeMerge(schema) };
    case 'object': {
      const reference = referenceTo(schema.definition, version);
      return schema.retainKeys ? { allOf: [reference], 'x-kubernetes-patch-strategy': 'retainKeys' } : reference;
    }
  }
}

function describeMerge({ merge }: Extract<Schema, { type: 'list' }>): object {
  if (!merge) return { 'x-kubernetes-list-type': 'atomic' };
  return {
    ...(merge.key === undefined
      ? { 'x-kubernetes-list-type': 'set' }
      : { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [merge.key], 'x-kubernetes-patch-merge-key': merge.key }),
    'x-kubernetes-patch-strategy': merge.retainKeys ? 'merge,retainKeys' : 'merge',
  };
}
