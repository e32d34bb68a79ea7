import type { FieldError } from '../statusErrors.ts';
import { invalidField, isDnsLabel } from './objectValidation.ts';
import type { Container, PodSpec } from './shapes.ts';

/** @param path `spec`, or `spec.template.spec` */
export function validatePodSpec(spec: PodSpec, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (spec.containers.length === 0) errors.push({ reason: 'FieldValueRequired', field: `${path}.containers`, message: 'Required value' });
  const seen = new Set<string>();
  for (const [list, containers] of [['initContainers', spec.initContainers ?? []], ['containers', spec.containers]] as const) {
    for (const [index, container] of containers.entries()) {
      errors.push(...validateContainer(container, `${path}.${list}[${index}]`));
      if (seen.has(container.name)) {
        errors.push({ reason: 'FieldValueDuplicate', field: `${path}.${list}[${index}].name`, message: `Duplicate value: ${JSON.stringify(container.name)}` });
      }
      seen.add(container.name);
    }
  }
  if (!['Always', 'OnFailure', 'Never'].includes(spec.restartPolicy ?? 'Always')) {
    errors.push({
      reason: 'FieldValueNotSupported',
      field: `${path}.restartPolicy`,
      message: `Unsupported value: ${JSON.stringify(spec.restartPolicy)}: supported values: "Always", "OnFailure", "Never"`,
    });
  }
  return errors;
}

function validateContainer(container: Container, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (!isDnsLabel(container.name)) errors.push(invalidField(`${path}.name`, container.name, 'a container is named with lower case letters, digits and "-"'));
  if (!container.image) errors.push({ reason: 'FieldValueRequired', field: `${path}.image`, message: 'Required value' });
  else if (container.image.trim() !== container.image) errors.push(invalidField(`${path}.image`, container.image, 'must not have spaces around it'));
  for (const [index, { containerPort }] of (container.ports ?? []).entries()) {
    if (containerPort < 1 || containerPort > 65_535) {
      errors.push(invalidField(`${path}.ports[${index}].containerPort`, containerPort, 'must be between 1 and 65535'));
    }
  }
  return errors;
}
