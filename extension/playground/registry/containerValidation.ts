import { isLabelKey, isLabelValue } from '../../kube/labelSelector.ts';
import { invalidField, notSupported, requiredField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { quantityOf } from './quantity.ts';
import type { Container, PodSpec } from './shapes.ts';

/** Resources and tolerations (kubernetes `pkg/apis/core/validation`). */

const standard = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Nobody asks for more than he may have; of what is not shared, for exactly that. */
export function validateResources({ requests = {}, limits = {} }: NonNullable<Container['resources']>, path: string): FieldError[] {
  const errors: FieldError[] = [...validateAmounts(limits, `${path}.limits`), ...validateAmounts(requests, `${path}.requests`)];
  for (const [name, amount] of Object.entries(requests)) {
    const limit = limits[name];
    if (limit !== undefined && quantityOf(amount) > quantityOf(limit)) errors.push(invalidField(`${path}.requests`, amount, `must be less than or equal to ${name} limit`));
    else if (limit !== undefined && isWhole(name) && quantityOf(amount) !== quantityOf(limit)) errors.push(invalidField(`${path}.requests`, amount, `must be equal to ${name} limit`));
    else if (limit === undefined && isWhole(name)) errors.push(requiredField(`${path}.limits`, 'Limit must be set for non overcommitable resources'));
  }
  return errors;
}

function validateAmounts(amounts: Readonly<Record<string, string>>, path: string): FieldError[] {
  return Object.entries(amounts).flatMap(([name, amount]): FieldError[] => {
    const field = `${path}[${name}]`;
    if (!isLabelKey(name) || !(name.includes('/') || standard.has(name) || name.startsWith('hugepages-'))) return [invalidField(field, name, 'must be a standard resource for containers')];
    if (quantityOf(amount) < 0) return [invalidField(field, amount, 'must be greater than or equal to 0')];
    return name.includes('/') && !Number.isInteger(quantityOf(amount)) ? [invalidField(field, amount, 'must be an integer')] : [];
  });
}

/** Devices and huge pages are not shared. */
function isWhole(name: string): boolean {
  return name.includes('/') || name.startsWith('hugepages-');
}

const operators = ['Equal', 'Exists'];
const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function validateTolerations(tolerations: NonNullable<PodSpec['tolerations']>, path: string): FieldError[] {
  return tolerations.flatMap(({ key = '', operator = 'Equal', value = '', effect = '', tolerationSeconds }, index): FieldError[] => {
    const at = `${path}[${index}]`;
    const errors: FieldError[] = [];
    if (key !== '' && !isLabelKey(key)) errors.push(invalidField(`${at}.key`, key, 'a toleration is named like a label'));
    if (key === '' && operator !== 'Exists') errors.push(invalidField(`${at}.operator`, operator, 'operator must be Exists when `key` is empty, which means "match all values and all keys"'));
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') errors.push(invalidField(`${at}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"));
    if (!operators.includes(operator)) errors.push(notSupported(`${at}.operator`, operator, operators));
    else if (operator === 'Exists' && value !== '') errors.push(invalidField(`${at}.operator`, value, "value must be empty when `operator` is 'Exists'"));
    else if (operator === 'Equal' && !isLabelValue(value)) errors.push(invalidField(`${at}.operator`, value, 'a toleration has a value like a label'));
    if (effect !== '' && !effects.includes(effect)) errors.push(notSupported(`${at}.effect`, effect, effects));
    return errors;
  });
}
