import { isLabelKey } from '../../kube/labelSelector.ts';
import { isRecord } from '../../kube/object.ts';
import { invalidField, notSupported, requiredField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { isDataKey, isDnsSubdomain } from './objectValidation.ts';

type Json = Readonly<Record<string, unknown>>;
type Check = (reference: Json, path: string) => readonly FieldError[];

/** The variables of a container, and where their values come from (kubernetes `pkg/apis/core/validation`). */

const variableName = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;
const nameRule = "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit";

export function validateVariables(variables: readonly Json[], path: string): FieldError[] {
  return variables.flatMap(({ name = '', value = '', valueFrom }, index): FieldError[] => {
    const at = `${path}[${index}]`;
    const errors: FieldError[] = [];
    if (name === '') errors.push(requiredField(`${at}.name`));
    else if (!variableName.test(name as string)) errors.push(invalidField(`${at}.name`, name, nameRule));
    if (isRecord(valueFrom)) errors.push(...validateSources(valueFrom, sources, `${at}.valueFrom`, { value: value as string }));
    return errors;
  });
}

/** Of whole ConfigMaps and Secrets each key becomes a variable. */
export function validateVariableSets(sets: readonly Json[], path: string): FieldError[] {
  return sets.flatMap((set, index): FieldError[] => {
    const at = `${path}[${index}]`;
    const { prefix = '' } = set;
    const errors: FieldError[] = prefix === '' || variableName.test(prefix as string) ? [] : [invalidField(`${at}.prefix`, prefix, nameRule)];
    return [...errors, ...validateSources(set, setSources, at, { told: path })];
  });
}

/** What is wrong with each, and that there is one. @param value what is said beside it; `told`: the field that is named where there is not one */
function validateSources(given: Json, known: Readonly<Record<string, Check>>, path: string, { value = '', told = path }: { readonly value?: string; readonly told?: string }): FieldError[] {
  const present = Object.keys(known).filter((name) => isRecord(given[name]));
  const errors = present.flatMap((name) => known[name]!(given[name] as Json, `${path}.${name}`));
  if (present.length === 0) errors.push(invalidField(told, '', `must specify one of: ${Object.keys(known).map((name) => `\`${name}\``).join(', ')}`));
  else if (value !== '') errors.push(invalidField(told, '', 'may not be specified when `value` is not empty'));
  else if (present.length > 1) errors.push(invalidField(told, '', 'may not have more than one field specified at a time'));
  return errors;
}

const sources: Readonly<Record<string, Check>> = {
  fieldRef: validateField,
  resourceFieldRef: validateResourceField,
  configMapKeyRef: validateKey,
  secretKeyRef: validateKey,
  fileKeyRef: () => [],
};
const setSources: Readonly<Record<string, Check>> = { configMapRef: validateName, secretRef: validateName };

const nameOfObjects = 'a name is made of lower case letters, digits, "-" and "."';

function validateName({ name = '' }: Json, path: string): FieldError[] {
  if (name === '') return [requiredField(`${path}.name`)];
  return isDnsSubdomain(name as string) ? [] : [invalidField(`${path}.name`, name, nameOfObjects)];
}

function validateKey({ name = '', key = '' }: Json, path: string): FieldError[] {
  const errors: FieldError[] = isDnsSubdomain(name as string) ? [] : [invalidField(`${path}.name`, name, nameOfObjects)];
  if (key === '') errors.push(requiredField(`${path}.key`));
  else if (!isDataKey(key as string)) errors.push(invalidField(`${path}.key`, key, "a key has letters, digits, '-', '_' and '.'"));
  return errors;
}

const fields = ['metadata.name', 'metadata.namespace', 'metadata.uid', 'spec.nodeName', 'spec.serviceAccountName', 'status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs'];
/** Of these a pod has fields as well, but none that a variable can have. */
const otherFields = new Set(['metadata.annotations', 'metadata.labels', 'spec.restartPolicy', 'spec.schedulerName', 'status.phase']);
const oldNames: Readonly<Record<string, string>> = { 'spec.host': 'spec.nodeName' };

function validateField({ apiVersion = 'v1', fieldPath = '' }: Json, path: string): FieldError[] {
  const at = `${path}.fieldPath`;
  if (fieldPath === '') return [requiredField(at)];
  if (apiVersion !== 'v1') return [invalidField(at, fieldPath, `error converting fieldPath: unsupported pod version: ${String(apiVersion)}`)];
  const [, map, key] = /^(.*)\['(.*)'\]$/.exec(fieldPath as string) ?? [];
  if (map !== undefined) {
    if (map !== 'metadata.annotations' && map !== 'metadata.labels') return [invalidField(at, fieldPath, `error converting fieldPath: field label does not support subscript: ${map}`)];
    return isLabelKey(map === 'metadata.labels' ? key! : key!.toLowerCase()) ? [] : [invalidField(path, key, 'the key of a label or an annotation has a name and perhaps a prefix before a slash')];
  }
  const field = oldNames[fieldPath as string] ?? (fieldPath as string);
  if (fields.includes(field)) return [];
  return otherFields.has(field) ? [notSupported(at, field, fields)] : [invalidField(at, fieldPath, `error converting fieldPath: field label not supported: ${field.slice(0, 100)}`)];
}

const amounts = ['limits', 'requests'].flatMap((kind) => ['cpu', 'ephemeral-storage', 'memory'].map((name) => `${kind}.${name}`));
const hugePages = /^(limits|requests)\.hugepages-/;
const byteDivisors = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];
const cpuDivisors = ['1m', '1'];

function validateResourceField({ resource = '', divisor = '0' }: Json, path: string): FieldError[] {
  if (resource === '') return [requiredField(`${path}.resource`)];
  const name = resource as string;
  if (!amounts.includes(name) && !hugePages.test(name)) return [notSupported(`${path}.resource`, name, amounts)];
  const divisors = name.endsWith('.cpu') ? cpuDivisors : byteDivisors;
  return divisor === '0' || divisors.includes(divisor as string) ? [] : [invalidField(`${path}.divisor`, name, `only divisor's values ${divisors.join(', ')} are supported with the resource`)];
}
