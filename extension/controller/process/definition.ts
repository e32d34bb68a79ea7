import { parseResource } from '../../kube/resource.ts';
import type { For, Limiter, Predicate, QueueType, Reconciler, ResourceKind, ResourceName } from '../api.ts';

/** What a reconciler says of itself, without what it does: fit to be sent. */
export interface ReconcilerDefinition extends Omit<Reconciler, 'setup' | 'reconcile' | 'owns' | 'watches'> {
  readonly owns?: readonly (ResourceName | For)[];
  /** In the reconciler's order; their `map` stays where it is. */
  readonly watches?: readonly For[];
  readonly hasSetup: boolean;
}

/** A field that is not what it has to be: `watches[1].predicates[0].selector`, and what is wrong with it. */
export class DefinitionProblem extends Error {
  override readonly name = 'DefinitionProblem';
  readonly field: string;

  constructor(field: string, problem: string) {
    super(`\`${field}\` ${problem}`);
    this.field = field;
  }

  static is(error: unknown): error is DefinitionProblem {
    return error instanceof DefinitionProblem;
  }
}

const maxWorkers = 64;
const maxWatches = 32;
const maxPredicates = 16;
/** Of a selector, and of a CEL expression: a longer one is no predicate but a program. */
export const maxExpression = 2000;
const maxLimiterDepth = 8;
const names = /^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/;
const kinds = /^[A-Z][A-Za-z0-9]{0,62}$/;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads what claims to be a reconciler, field by field; it serves both the author, who is told what is wrong, and the host, which trusts nothing
 * that comes from another process. What is no field of a reconciler is left out.
 * @throws DefinitionProblem
 */
export function readDefinition(value: unknown, hasSetup: boolean): ReconcilerDefinition {
  const fields = fieldsOf(value, 'default');
  const { owns, watches, writes } = fields;
  return {
    name: matching(fields['name'], 'name', names, 'lower-case letters, digits, `-` and `.`, at most 63 of them, such as "deployment-rollout"'),
    for: watchIn(fields['for'], 'for'),
    ...(owns !== undefined && { owns: listOf(owns, 'owns', maxWatches, watchIn) }),
    ...(watches !== undefined && { watches: listOf(watches, 'watches', maxWatches, forIn) }),
    ...(writes !== undefined && { writes: listOf(writes, 'writes', maxWatches, resourceName) }),
    ...given(fields, 'workers', (each, field) => whole(each, field, 1, maxWorkers)),
    ...given(fields, 'queue', queueIn),
    ...given(fields, 'limiter', (each, field) => limiterIn(each, field, 0)),
    ...given(fields, 'priority', boolean),
    ...given(fields, 'resync', (each, field) => milliseconds(each, field)),
    ...given(fields, 'maxRetries', (each, field) => whole(each, field, 0, 1_000_000)),
    hasSetup,
  };
}

function watchIn(value: unknown, field: string): ResourceName | For {
  return typeof value === 'string' ? resourceName(value, field) : forIn(value, field);
}

function forIn(value: unknown, field: string): For {
  const fields = fieldsOf(value, field, 'a resource such as "apps/v1/deployments", or an object with a `resource`');
  const { resource, predicates } = fields;
  return {
    resource: typeof resource === 'object' && resource !== null ? resourceKind(resource, `${field}.resource`) : resourceName(resource, `${field}.resource`),
    ...(predicates !== undefined && { predicates: listOf(predicates, `${field}.predicates`, maxPredicates, predicateIn) }),
  };
}

function resourceName(value: unknown, field: string): ResourceName {
  if (typeof value === 'string' && value.length <= 512 && parseResource(value)) return value;
  throw wrong(field, 'a resource such as "v1/pods" or "apps/v1/deployments"', value);
}

function resourceKind(value: unknown, field: string): ResourceKind {
  const { resource, kind, namespaced } = fieldsOf(value, field);
  return {
    resource: resourceName(resource, `${field}.resource`),
    kind: matching(kind, `${field}.kind`, kinds, 'a kind such as "Deployment"'),
    namespaced: boolean(namespaced, `${field}.namespaced`),
  };
}

function predicateIn(value: unknown, field: string): Predicate {
  const { type, selector, expression } = fieldsOf(value, field);
  if (type === 'generationChanged') return { type };
  if (type === 'labels') return { type, selector: text(selector, `${field}.selector`, 'a selector such as "app=web"') };
  if (type === 'cel') return { type, expression: text(expression, `${field}.expression`, 'a CEL expression such as "object.spec.replicas > 0"') };
  throw wrong(`${field}.type`, '"generationChanged", "labels" or "cel"', type);
}

function queueIn(value: unknown, field: string): QueueType {
  if (value === 'fifo' || value === 'delaying' || value === 'rateLimiting') return value;
  throw wrong(field, '"fifo", "delaying" or "rateLimiting"', value);
}

function limiterIn(value: unknown, field: string, depth: number): Limiter {
  if (depth > maxLimiterDepth) throw new DefinitionProblem(field, `is nested more than ${maxLimiterDepth} limiters deep`);
  const fields = fieldsOf(value, field);
  const { type } = fields;
  const ms = (name: string): number => milliseconds(fields[name], `${field}.${name}`);
  const inner = (each: unknown, name: string): Limiter => limiterIn(each, name, depth + 1);
  if (type === 'exponential') return { type, baseDelay: ms('baseDelay'), maxDelay: ms('maxDelay') };
  if (type === 'fastSlow') {
    const maxFastAttempts = whole(fields['maxFastAttempts'], `${field}.maxFastAttempts`, 0, 1_000_000);
    return { type, fastDelay: ms('fastDelay'), slowDelay: ms('slowDelay'), maxFastAttempts };
  }
  if (type === 'bucket') return { type, qps: positive(fields['qps'], `${field}.qps`), burst: whole(fields['burst'], `${field}.burst`, 1, 1_000_000) };
  if (type === 'maxOf') {
    const limiters = listOf(fields['limiters'], `${field}.limiters`, maxPredicates, inner);
    if (limiters.length > 0) return { type, limiters };
    throw new DefinitionProblem(`${field}.limiters`, 'must have at least one limiter');
  }
  if (type === 'withMaxWait') return { type, limiter: inner(fields['limiter'], `${field}.limiter`), maxDelay: ms('maxDelay') };
  throw wrong(`${field}.type`, '"exponential", "fastSlow", "bucket", "maxOf" or "withMaxWait"', type);
}

/** The field, where it is there at all. */
function given<Name extends string, T>(fields: Fields, name: Name, read: (value: unknown, field: string) => T): { readonly [Field in Name]?: T } {
  const value = fields[name];
  return value === undefined ? {} : ({ [name]: read(value, name) } as { readonly [Field in Name]: T });
}

function fieldsOf(value: unknown, field: string, wanted = 'an object'): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw wrong(field, wanted, value);
}

function listOf<T>(value: unknown, field: string, longest: number, read: (each: unknown, field: string) => T): T[] {
  if (!Array.isArray(value)) throw wrong(field, 'a list', value);
  if (value.length > longest) throw new DefinitionProblem(field, `has ${value.length} elements, and ${longest} at most are allowed`);
  return value.map((each, index) => read(each, `${field}[${index}]`));
}

function matching(value: unknown, field: string, pattern: RegExp, wanted: string): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw wrong(field, wanted, value);
}

function text(value: unknown, field: string, wanted: string): string {
  if (typeof value === 'string' && value.length <= maxExpression) return value;
  throw wrong(field, `${wanted}, of at most ${maxExpression} characters`, value);
}

function whole(value: unknown, field: string, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw wrong(field, `a whole number from ${least} to ${most}`, value);
}

function milliseconds(value: unknown, field: string): number {
  if (typeof value === 'number' && value >= 0 && value <= 2 ** 31 - 1) return value;
  throw wrong(field, 'a number of milliseconds from 0 on', value);
}

function positive(value: unknown, field: string): number {
  if (typeof value === 'number' && value > 0 && value <= 1e6) return value;
  throw wrong(field, 'a number above 0', value);
}

function boolean(value: unknown, field: string): boolean {
  if (typeof value === 'boolean') return value;
  throw wrong(field, 'true or false', value);
}

function wrong(field: string, wanted: string, value: unknown): DefinitionProblem {
  return new DefinitionProblem(field, value === undefined ? `is missing: it must be ${wanted}` : `must be ${wanted}, not ${shown(value)}`);
}

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const written = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return written.length <= 80 ? written : `${written.slice(0, 80)}…`;
}
