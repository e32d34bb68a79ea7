import { nodeOperators } from '../../kube/labelSelector.ts';
import { fieldsIn, recordsIn } from '../../kube/object.ts';
import { forbiddenField, invalidField, notSupported, requiredField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { validateLabels } from './objectValidation.ts';
import type { PodSpec } from './shapes.ts';

type Json = Readonly<Record<string, unknown>>;

const supportedOperators = Object.keys(nodeOperators).toSorted();
const unsatisfiable = ['DoNotSchedule', 'ScheduleAnyway'];

/** What a pod says of where it wants to be (kubernetes `validateAffinity`, `validateTopologySpreadConstraints`). @param path of the pod's spec */
export function validatePlacement(spec: PodSpec, path: string): FieldError[] {
  const affinity = fieldsIn(spec['affinity']);
  const { requiredDuringSchedulingIgnoredDuringExecution: required, preferredDuringSchedulingIgnoredDuringExecution: preferred } = fieldsIn(affinity['nodeAffinity']);
  const nodes = `${path}.affinity.nodeAffinity`;
  return [
    ...(required === undefined ? [] : validateTerms(fieldsIn(required)['nodeSelectorTerms'], `${nodes}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`)),
    ...recordsIn(preferred).flatMap(({ weight, preference }, index) => {
      const at = `${nodes}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
      return validateWeight(weight, at).concat(validateTerm(fieldsIn(preference), `${at}.preference`));
    }),
    ...['podAffinity', 'podAntiAffinity'].flatMap((kind) => validatePodAffinity(fieldsIn(affinity[kind]), `${path}.affinity.${kind}`)),
    ...recordsIn(spec['topologySpreadConstraints']).flatMap((constraint, index) => validateSpread(constraint, `${path}.topologySpreadConstraints[${index}]`)),
  ];
}

function validateTerms(terms: unknown, path: string): FieldError[] {
  const all = recordsIn(terms);
  return all.length === 0 ? [requiredField(path, 'must have at least one node selector term')] : all.flatMap((term, index) => validateTerm(term, `${path}[${index}]`));
}

function validateTerm({ matchExpressions, matchFields }: Json, path: string): FieldError[] {
  return [
    ...recordsIn(matchExpressions).flatMap((each, index) => validateRequirement(each, `${path}.matchExpressions[${index}]`)),
    ...recordsIn(matchFields).flatMap(({ key }, index) => (key === 'metadata.name' ? [] : [invalidField(`${path}.matchFields[${index}].key`, key, 'not a valid field selector key')])),
  ];
}

function validateRequirement({ key, operator, values }: Json, path: string): FieldError[] {
  const given = Array.isArray(values) ? values.length : 0;
  const labels = validateLabels({ [String(key)]: '' }, `${path}.key`);
  switch (operator) {
    case 'In':
    case 'NotIn':
      return given === 0 ? [requiredField(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"), ...labels] : labels;
    case 'Exists':
    case 'DoesNotExist':
      return given > 0 ? [forbiddenField(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"), ...labels] : labels;
    case 'Gt':
    case 'Lt':
      return given === 1 ? labels : [requiredField(`${path}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"), ...labels];
    default:
      return [notSupported(`${path}.operator`, operator, supportedOperators), ...labels];
  }
}

function validatePodAffinity({ requiredDuringSchedulingIgnoredDuringExecution: required, preferredDuringSchedulingIgnoredDuringExecution: preferred }: Json, path: string): FieldError[] {
  return [
    ...recordsIn(required).flatMap((term, index) => validateTopology(term, `${path}.requiredDuringSchedulingIgnoredDuringExecution[${index}]`)),
    ...recordsIn(preferred).flatMap(({ weight, podAffinityTerm }, index) => {
      const at = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
      return validateWeight(weight, at).concat(validateTopology(fieldsIn(podAffinityTerm), `${at}.podAffinityTerm`));
    }),
  ];
}

function validateSpread(constraint: Json, path: string): FieldError[] {
  const { maxSkew, whenUnsatisfiable } = constraint;
  return [
    ...(Number(maxSkew) > 0 ? [] : [invalidField(`${path}.maxSkew`, maxSkew, 'must be greater than zero')]),
    ...validateTopology(constraint, path),
    ...(unsatisfiable.includes(whenUnsatisfiable as string) ? [] : [notSupported(`${path}.whenUnsatisfiable`, whenUnsatisfiable, unsatisfiable)]),
  ];
}

function validateTopology({ topologyKey }: Json, path: string): FieldError[] {
  if (!topologyKey) return [requiredField(`${path}.topologyKey`, 'can not be empty')];
  return validateLabels({ [String(topologyKey)]: '' }, `${path}.topologyKey`);
}

function validateWeight(weight: unknown, path: string): FieldError[] {
  return Number(weight) >= 1 && Number(weight) <= 100 ? [] : [invalidField(`${path}.weight`, weight, 'must be in the range 1-100')];
}
