import { messageOf } from '../../../base/codedError.ts';
import { ExpressionError } from '../../../base/expressionError.ts';
import { type CelExpression, compileExpression, type Expr } from '../../../cel/celExpression.ts';
import { CelBudget } from '../../../cel/celValue.ts';
import { followFields } from './ruleFields.ts';
import type { RuleShape } from './ruleShape.ts';

/** Characters of a rule. */
const longest = 5000;

/** What the rules of an object may look at, all together: a bound on the work, and so on the time, that is the same on each machine. */
const steps = 200_000;

/** What an API server has beyond the language: a rule with one of these is right, and cannot be evaluated here. */
const known = new Set(
  'all charAt indexOf lastIndexOf lowerAscii upperAscii replace split substring trim join reverse format isSorted sum min max find findAll url isURL getScheme getHost getHostname getPort getEscapedPath getQuery isQuantity quantity sign isInteger asInteger asApproximateFloat add sub isLessThan isGreaterThan compareTo ip isIP isCanonical family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast cidr isCIDR containsIP containsCIDR masked prefixLength semver isSemver major minor patch dns1123Label validate optMap optFlatMap orValue hasValue value sets distinct flatten slice sort'.split(' '),
);

type Variables = 'self' | 'oldSelf';
export type CelRule = CelExpression<Variables>;

/** Why a rule has no meaning; `missing`: it has one, but not here. */
export interface RuleProblem {
  readonly why: string;
  readonly missing?: string;
}

/** @param result what it must give */
export function compileRule(text: string, shape: RuleShape, result: 'boolean' | 'string'): CelRule | RuleProblem {
  const check = (expression: Expr): void => {
    const given = followFields(expression, new Map([['self', shape], ['oldSelf', shape]]));
    const type = given?.schema.type ?? constantType(expression);
    if (type !== undefined && type !== result) throw new Error(`it must evaluate to a ${result === 'boolean' ? 'bool' : 'string'}`);
  };
  try {
    return compileExpression(text, { variables: ['self', 'oldSelf'], longest, check });
  } catch (error) {
    const missing = ExpressionError.is(error) && error.data.kind === 'noFunction' && known.has(error.data.name) ? error.data.name : undefined;
    return { why: messageOf(error), ...(missing !== undefined && { missing }) };
  }
}

/** For all rules of one object. */
export function newBudget(): CelBudget {
  return new CelBudget(undefined, steps);
}

function constantType(expression: Expr | undefined): string | undefined {
  if (expression?.exprKind.case !== 'constExpr') return undefined;
  const kind = expression.exprKind.value.constantKind.case;
  return kind === 'boolValue' ? 'boolean' : kind === 'stringValue' ? 'string' : 'number';
}

export function isProblem(compiled: CelRule | RuleProblem): compiled is RuleProblem {
  return 'why' in compiled;
}

