import { defaultFaultSeed, faultCodes, type FaultKind, faultKinds, faultLimits, type FaultScope, type FaultSpec, faultTraits } from '../../introspection/faults.ts';
import { isRecord } from '../../kube/object.ts';
import { parseResource } from '../../kube/resource.ts';

const fields = ['kind', 'scope', 'rate', 'times', 'ms', 'code', 'retryAfter', 'seed'] as const;
const scopeFields = ['resource', 'verb', 'user', 'userAgent'] as const;
const defaultCode = 500;

/** In seconds: a kube-apiserver says one with each 429, and clients do not ask again without. Other codes have none. */
const defaultRetryAfter = 1;
const tooManyRequestsCode = 429;

/** What was said is no fault. The message is a sentence. */
export class FaultSpecError extends Error {
  override readonly name = 'FaultSpecError';
}

/**
 * A fault as somebody has written it down, with what was left out filled in. What means nothing for its kind is refused, not passed over:
 * whoever wrote it expects something of it.
 * @throws FaultSpecError
 */
export function readFaultSpec(value: unknown): FaultSpec {
  if (!isRecord(value)) throw new FaultSpecError('A fault is an object with a kind.');
  refuseUnknown(value, fields, 'A fault');
  const kind = kindOf(value['kind']);
  const traits = faultTraits[kind];
  const scope = scopeOf(kind, value['scope'] ?? {});
  const onServer = traits.strikes === 'server';
  const rate = numberOf(value, 'rate', 1, 1, false);
  const code = numberOf(value, 'code', kind === 'status' ? defaultCode : 0, 599);
  const spec: FaultSpec = {
    kind,
    scope,
    rate,
    times: numberOf(value, 'times', rate < 1 ? 0 : traits.times, faultLimits.times),
    ms: numberOf(value, 'ms', traits.ms ?? 0, faultLimits.ms),
    code,
    retryAfter: numberOf(value, 'retryAfter', code === tooManyRequestsCode ? defaultRetryAfter : 0, faultLimits.retryAfter),
    seed: numberOf(value, 'seed', defaultFaultSeed, faultLimits.seed),
  };
  if (onServer && (rate !== 1 || spec.times !== traits.times)) throw meansNothing(kind, rate === 1 ? 'times' : 'rate', 'it happens once, when it is switched on');
  if (traits.ms === undefined && spec.ms !== 0) throw meansNothing(kind, 'ms', 'it takes no time of its own');
  if (kind !== 'status' && code !== 0) throw meansNothing(kind, 'code', 'only status is answered with one');
  if (kind !== 'status' && spec.retryAfter !== 0) throw meansNothing(kind, 'retryAfter', 'only status is answered with one');
  if (kind === 'status' && !faultCodes.includes(code)) throw new FaultSpecError(`code must be one of ${faultCodes.join(', ')}, not ${code}.`);
  return spec;
}

function kindOf(value: unknown): FaultKind {
  const kind = faultKinds.find((each) => each === value);
  if (kind === undefined) throw new FaultSpecError(`kind must be one of ${faultKinds.join(', ')}, not ${shown(value)}.`);
  return kind;
}

function scopeOf(kind: FaultKind, value: unknown): FaultScope {
  if (!isRecord(value)) throw new FaultSpecError('scope must be an object.');
  refuseUnknown(value, scopeFields, 'The scope of a fault');
  const { strikes, verbs, ofResource } = faultTraits[kind];
  const texts = scopeFields.map((field) => [field, textOf(value, field)] as const).filter(([, text]) => text !== '');
  const { resource, verb, user, userAgent }: FaultScope = Object.fromEntries(texts);
  if (resource !== undefined && !ofResource) throw meansNothing(kind, 'resource', 'it is done to the whole server');
  if (resource !== undefined && !parseResource(resource)) throw new FaultSpecError(`resource must be one such as v1/pods or apps/v1/deployments, not ${shown(resource)}.`);
  if (strikes === 'server' && (verb ?? user ?? userAgent) !== undefined) throw meansNothing(kind, verb === undefined ? (user === undefined ? 'userAgent' : 'user') : 'verb', 'it is not done to a request');
  if (verb !== undefined && verbs.length > 0 && !verbs.includes(verb)) throw new FaultSpecError(`verb must be ${verbs.join(' or ')} for ${kind}, not ${shown(verb)}.`);
  return { ...(resource !== undefined && { resource }), ...(verb !== undefined && { verb }), ...(user !== undefined && { user }), ...(userAgent !== undefined && { userAgent }) };
}

function numberOf(value: Readonly<Record<string, unknown>>, field: string, otherwise: number, max: number, isWhole = true): number {
  const number = value[field] ?? otherwise;
  const fits = isWhole ? Number.isSafeInteger(number) : Number.isFinite(number);
  if (!fits || (number as number) < 0 || (number as number) > max) throw new FaultSpecError(`${field} must be a ${isWhole ? 'whole number' : 'number'} from 0 to ${max}, not ${shown(number)}.`);
  return number as number;
}

function textOf(value: Readonly<Record<string, unknown>>, field: string): string {
  const text = value[field] ?? '';
  if (typeof text !== 'string' || text.length > faultLimits.text) throw new FaultSpecError(`${field} must be a text of at most ${faultLimits.text} characters.`);
  return text;
}

function refuseUnknown(value: Readonly<Record<string, unknown>>, known: readonly string[], what: string): void {
  const unknown = Object.keys(value).find((field) => !known.includes(field));
  if (unknown !== undefined) throw new FaultSpecError(`${what} has no ${shown(unknown)}: it has ${known.join(', ')}.`);
}

function meansNothing(kind: FaultKind, field: string, why: string): FaultSpecError {
  return new FaultSpecError(`${field} means nothing for ${kind}: ${why}.`);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 100);
}
