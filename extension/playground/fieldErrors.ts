import type { FieldError } from './statusErrors.ts';

/** What is wrong with a field, in the words of an API server (apimachinery `field.Error`). */

export function invalidField(field: string, value: unknown, why: string): FieldError {
  return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${shown(value)}: ${why}` };
}

export function immutableField(field: string, value: unknown): FieldError {
  return invalidField(field, value, 'field is immutable');
}

export function requiredField(field: string, why = ''): FieldError {
  return { reason: 'FieldValueRequired', field, message: `Required value${why && `: ${why}`}` };
}

export function forbiddenField(field: string, why: string): FieldError {
  return { reason: 'FieldValueForbidden', field, message: `Forbidden: ${why}` };
}

export function notSupported(field: string, value: unknown, supported: readonly unknown[]): FieldError {
  const known = supported.map((each) => JSON.stringify(each)).join(', ');
  return { reason: 'FieldValueNotSupported', field, message: `Unsupported value: ${shown(value)}: supported values: ${known}` };
}

export function duplicateField(field: string, value: unknown, why = ''): FieldError {
  return { reason: 'FieldValueDuplicate', field, message: `Duplicate value: ${shown(value)}${why && `: ${why}`}` };
}

export function tooManyItems(field: string, count: number, most: number): FieldError {
  return { reason: 'FieldValueTooMany', field, message: `Too many: ${count}: must have at most ${most} items` };
}

export function tooLong(field: string, most: number): FieldError {
  return { reason: 'FieldValueTooLong', field, message: `Too long: must have at most ${most} bytes` };
}

/** What somebody sent may be long. */
function shown(value: unknown): string | undefined {
  return JSON.stringify(value)?.slice(0, 200);
}
