import { isDeepStrictEqual } from 'node:util';
import { parseJsonPath } from '../../kube/jsonPath.ts';
import { isDnsLabel, isDnsSubdomain } from '../registry/objectValidation.ts';
import { immutableField, invalidField, notSupported, requiredField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { checkSchema } from './checkSchema.ts';
import type { CustomResourceDefinition, CustomVersion, PrinterColumn } from './crdShapes.ts';

const columnTypes = ['integer', 'number', 'string', 'boolean', 'date'];
const protectedGroup = /(^|\.)(k8s|kubernetes)\.io$/;
const approval = 'api-approved.kubernetes.io';

/** What is wrong with a CustomResourceDefinition (apiextensions `ValidateCustomResourceDefinition`). */
export function checkDefinition({ metadata, spec }: CustomResourceDefinition): FieldError[] {
  const { group, scope, names, versions, conversion, preserveUnknownFields } = spec;
  const errors: FieldError[] = [];
  if (metadata.name !== `${names.plural}.${group}`) errors.push(invalidField('metadata.name', metadata.name, `must be spec.names.plural+"."+spec.group`));
  if (!isDnsSubdomain(group) || !group.includes('.')) errors.push(invalidField('spec.group', group, 'should be a domain with at least one dot'));
  if (protectedGroup.test(group) && !metadata.annotations?.[approval]) {
    errors.push(requiredField(`metadata.annotations[${approval}]`, 'protected groups must have approval annotation'));
  }
  if (scope !== 'Namespaced' && scope !== 'Cluster') errors.push(notSupported('spec.scope', scope, ['Cluster', 'Namespaced']));
  if (conversion && conversion.strategy !== 'None') errors.push(invalidField('spec.conversion.strategy', conversion.strategy, 'only None is supported here: nothing calls a webhook'));
  if (preserveUnknownFields) errors.push(invalidField('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema'));
  errors.push(...checkNames(names), ...checkVersions(versions));
  return errors;
}

/** What of it may not change. */
export function checkDefinitionUpdate({ spec }: CustomResourceDefinition, { spec: old }: CustomResourceDefinition): FieldError[] {
  const fixed = { 'spec.group': [spec.group, old.group], 'spec.scope': [spec.scope, old.scope], 'spec.names.plural': [spec.names.plural, old.names.plural], 'spec.names.kind': [spec.names.kind, old.names.kind] };
  return Object.entries(fixed)
    .filter(([, [value, before]]) => !isDeepStrictEqual(value, before))
    .map(([field, [value]]) => immutableField(field, value));
}

function checkNames({ plural, singular, kind, listKind, shortNames = [] }: CustomResourceDefinition['spec']['names']): FieldError[] {
  return [
    ...checkLabel('plural', plural),
    ...checkLabel('singular', singular),
    ...checkLabel('kind', kind),
    ...checkLabel('listKind', listKind),
    ...shortNames.flatMap((name, index) => checkLabel(`shortNames[${index}]`, name)),
  ];
}

function checkLabel(field: string, value: string | undefined): FieldError[] {
  if (value === undefined || isDnsLabel(value.toLowerCase())) return [];
  return [invalidField(`spec.names.${field}`, value, 'may have letters, digits and "-", as a DNS label')];
}

function checkVersions(versions: readonly CustomVersion[]): FieldError[] {
  const errors = versions.flatMap((version, index) => checkVersion(version, `spec.versions[${index}]`));
  if (versions.filter(({ storage }) => storage).length !== 1) errors.push(invalidField('spec.versions', versions.map(({ name }) => name), 'must have exactly one version marked as storage version'));
  if (new Set(versions.map(({ name }) => name)).size < versions.length) errors.push(invalidField('spec.versions', versions.map(({ name }) => name), 'must contain unique version names'));
  return errors;
}

function checkVersion({ name, schema, subresources, additionalPrinterColumns = [], selectableFields = [] }: CustomVersion, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (!isDnsLabel(name)) errors.push(invalidField(`${path}.name`, name, 'may have lower case letters, digits and "-", as a DNS label'));
  if (schema?.openAPIV3Schema === undefined) errors.push(requiredField(`${path}.schema.openAPIV3Schema`, 'schemas are required'));
  else errors.push(...checkSchema(schema.openAPIV3Schema, `${path}.schema.openAPIV3Schema`));
  errors.push(...additionalPrinterColumns.flatMap((column, index) => checkColumn(column, `${path}.additionalPrinterColumns[${index}]`)));
  errors.push(...selectableFields.flatMap(({ jsonPath }, index) => checkPath(jsonPath, `${path}.selectableFields[${index}].jsonPath`)));
  if (subresources?.scale) {
    const { specReplicasPath, statusReplicasPath, labelSelectorPath } = subresources.scale;
    errors.push(...checkField(specReplicasPath, '.spec.', `${path}.subresources.scale.specReplicasPath`));
    errors.push(...checkField(statusReplicasPath, '.status.', `${path}.subresources.scale.statusReplicasPath`));
    if (labelSelectorPath) errors.push(...checkField(labelSelectorPath, '.', `${path}.subresources.scale.labelSelectorPath`));
  }
  return errors;
}

function checkColumn({ type, jsonPath }: PrinterColumn, path: string): FieldError[] {
  return [...(columnTypes.includes(type) ? [] : [notSupported(`${path}.type`, type, columnTypes)]), ...checkPath(jsonPath, `${path}.jsonPath`)];
}

function checkPath(jsonPath: string, path: string): FieldError[] {
  return parseJsonPath(jsonPath) ? [] : [invalidField(path, jsonPath, 'is not a path that is known here: .spec.field, ["field"], [0], [*], [?(@.field=="value")]')];
}

/** A path of plain names. */
function checkField(jsonPath: string, prefix: string, path: string): FieldError[] {
  if (jsonPath.startsWith(prefix) && /^(\.[A-Za-z_]\w*)+$/.test(jsonPath)) return [];
  return [invalidField(path, jsonPath, `should be a json path under ${prefix}, made of plain names`)];
}
