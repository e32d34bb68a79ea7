import { parseJsonPath } from '../../kube/jsonPath.ts';
import { isRecord, type KubeObject } from '../../kube/object.ts';
import { defineResource, type ResourceDefinition, type Subresource } from '../registry/resourceDefinition.ts';
import { decode, DecodeError, type Decoded } from '../schema/decode.ts';
import { type FieldError, methodNotAllowed } from '../statusErrors.ts';
import type { CustomResourceDefinition, CustomVersion } from './crdShapes.ts';
import { openApiOf } from './customOpenApi.ts';
import { customScale } from './customScale.ts';
import { embeddedErrors } from './embeddedObjects.ts';
import { kindDefinition } from './fieldsSchema.ts';
import { fillDefaults } from './fillDefaults.ts';
import { printerColumns } from './printerColumns.ts';
import { pruneValue } from './pruneValue.ts';
import { loadedRules } from './rules/loadedRules.ts';
import { hasRules } from './rules/validationRule.ts';
import type { StructuralSchema } from './structuralSchema.ts';
import { validateValue } from './validateValue.ts';

/**
 * What the server needs to know of somebody's own kind in one of its versions.
 * @throws LoadingError when it is the first that has rules
 * @param isTerminating asked at each creation: a kind that is being removed takes nothing new
 */
export function customResource({ spec }: CustomResourceDefinition, version: CustomVersion, isTerminating: () => boolean): ResourceDefinition {
  const { group, names, scope, versions } = spec;
  const { plural, singular = names.kind.toLowerCase(), kind, listKind = `${kind}List`, shortNames = [], categories = [] } = names;
  const schema = version.schema?.openAPIV3Schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const contentSchema = withoutMetadata(schema);
  const valueErrors = ({ metadata: _metadata, ...content }: KubeObject): readonly FieldError[] => {
    const errors = validateValue(contentSchema, content, '');
    return errors.length > 0 ? errors : embeddedErrors(contentSchema, content, '');
  };
  const rules = hasRules(schema) ? new (loadedRules.get().RuleProgram)(schema) : undefined;
  const name = openApiName(group, version.name, kind);
  const { status, scale } = version.subresources ?? {};
  const subresources: Subresource[] = [...(status ? ['status' as const] : []), ...(scale ? ['scale' as const] : [])];
  return defineResource({
    group,
    version: version.name,
    storedVersion: versions.find(({ storage }) => storage)?.name ?? version.name,
    resource: plural,
    singularName: singular,
    kind,
    listKind,
    namespaced: scope === 'Namespaced',
    shortNames,
    categories,
    subresources,
    scale: scale && customScale(scale),
    hasGeneration: true,
    schema: kindDefinition(name, schema),
    custom: { read: (json) => readCustom(schema, json), openApi: (of) => openApiOf(schema, { group, version: version.name, kind }, of) },
    prepareForCreate(object) {
      if (isTerminating()) throw methodNotAllowed();
      const { status: _, ...rest } = object;
      return status ? rest : object;
    },
    applyDefaults: (object) => ({ ...fillDefaults(schema, object), metadata: object.metadata }),
    validate(object) {
      const errors = valueErrors(object);
      return errors.length > 0 || !rules ? errors : rules.broken(object);
    },
    // A value that is not even of its schema is told of above, and compares with nothing.
    validateUpdate: (object, old) => (rules && valueErrors(object).length === 0 ? rules.broken(object, old) : []),
    selectableFields: Object.fromEntries((version.selectableFields ?? []).map(({ jsonPath }) => [jsonPath.slice(1), (object: KubeObject) => textAt(object, jsonPath)])),
    columns: printerColumns(version.additionalPrinterColumns),
  });
}

/** `com.example.v1.Website` */
function openApiName(group: string, version: string, kind: string): string {
  return `${group.split('.').toReversed().join('.')}.${version}.${kind}`;
}

/** What the schema has, and what every object has; metadata by the rules for all. */
function readCustom(schema: StructuralSchema, json: Readonly<Record<string, unknown>>): Decoded {
  const { apiVersion, kind, metadata, ...content } = json;
  for (const [name, value] of Object.entries({ apiVersion, kind })) {
    if (value !== undefined && typeof value !== 'string') throw new DecodeError(name, 'string', value);
  }
  const unknown: string[] = [];
  const pruned = pruneValue(schema, content, '', unknown);
  const read = decode('ObjectMeta', metadata ?? {});
  const identity = Object.entries({ apiVersion, kind }).filter(([, value]) => value !== undefined);
  return {
    value: { ...Object.fromEntries(identity), metadata: read.value, ...(isRecord(pruned) && pruned) },
    unknown: [...read.unknown.map((path) => `metadata.${path}`), ...unknown],
  };
}

/** The schema may speak of what every object has; that is not its to say. */
function withoutMetadata(schema: StructuralSchema): StructuralSchema {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...properties } = schema.properties ?? {};
  return { ...schema, ...(schema.properties && { properties }), required: (schema.required ?? []).filter((name) => name !== 'metadata' && name !== 'kind' && name !== 'apiVersion') };
}

function textAt(object: KubeObject, path: string): string {
  const [found] = parseJsonPath(path)?.(object) ?? [];
  return found === undefined || found === null ? '' : String(found);
}
