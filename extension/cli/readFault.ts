import { type FaultSpec, faultKinds } from '../introspection/faults.ts';
import { FaultSpecError, readFaultSpec } from '../playground/faults/faultSpec.ts';
import { UsageError } from './usageError.ts';

const numbers = new Set(['rate', 'times', 'ms', 'code', 'retryAfter', 'seed']);
const scopes = new Set(['resource', 'verb', 'user', 'userAgent']);
const known = ['kind', ...scopes, ...numbers].join(', ');

/** For the usage. */
export const faultNames = faultKinds.join(', ');

/** `kind=dropWatch,resource=v1/pods,rate=0.1,seed=7` @throws UsageError */
export function readFault(text: string): FaultSpec {
  const fields: Record<string, unknown> = {};
  const scope: Record<string, unknown> = {};
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const [name, value] = [part.slice(0, Math.max(at, 0)), part.slice(at + 1)];
    const isScope = scopes.has(name);
    if (at < 0 || (name !== 'kind' && !isScope && !numbers.has(name))) throw new UsageError(`--fault takes names with values, as kind=dropWatch,resource=v1/pods,rate=0.1, not ${JSON.stringify(part)}; the names are ${known}.`);
    const target = isScope ? scope : fields;
    if (Object.hasOwn(target, name)) throw new UsageError(`--fault ${text} says ${name} twice.`);
    target[name] = numbers.has(name) && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  }
  try {
    return readFaultSpec({ ...fields, scope });
  } catch (error) {
    throw error instanceof FaultSpecError ? new UsageError(`--fault ${text}: ${error.message}`) : error;
  }
}
