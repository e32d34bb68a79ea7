import { badRequest } from '../statusErrors.ts';

/** A value out of a command. @throws ApiError 400 */
export function wholeNumber(name: string, value: unknown, least: number, most: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
  throw badRequest(`${name} must be a whole number from ${least} to ${most}`);
}
