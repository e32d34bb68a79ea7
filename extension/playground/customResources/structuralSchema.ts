/** What the parts of a schema are called when they are told apart by type. */
export const schemaTypes = ['object', 'array', 'string', 'integer', 'number', 'boolean'] as const;

/**
 * The schema of somebody's own kind, as a CustomResourceDefinition has it (`JSONSchemaProps`): checked to be structural, so
 * that of each value it is known what it is.
 */
export interface StructuralSchema {
  readonly type?: (typeof schemaTypes)[number];
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, StructuralSchema>>;
  readonly additionalProperties?: StructuralSchema | boolean;
  readonly items?: StructuralSchema;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly StructuralSchema[];
  readonly anyOf?: readonly StructuralSchema[];
  readonly oneOf?: readonly StructuralSchema[];
  readonly not?: StructuralSchema;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-validations'?: readonly unknown[];
}

/** The schema of a member of an object; undefined where the schema has none, `true` where it takes anything. */
export function memberOf(schema: StructuralSchema, name: string): StructuralSchema | true | undefined {
  const { properties = {}, additionalProperties } = schema;
  if (Object.hasOwn(properties, name)) return properties[name];
  if (additionalProperties) return additionalProperties;
  return schema['x-kubernetes-preserve-unknown-fields'] ? true : undefined;
}

/** The schemas right inside one, where values are. */
export function innerSchemas({ properties = {}, additionalProperties, items }: StructuralSchema): StructuralSchema[] {
  const inner = Object.values(properties);
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  if (items) inner.push(items);
  return inner;
}

/** The further schemas for the very value of one. */
export function conditionsOf({ allOf = [], anyOf = [], oneOf = [], not }: StructuralSchema): StructuralSchema[] {
  return [...allOf, ...anyOf, ...oneOf, ...(not ? [not] : [])];
}
