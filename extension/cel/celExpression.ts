import { type CelInput, celEnv, celFunc, celMethod, CelScalar, isCelError, isCelList, isCelMap, parse, plan } from '@bufbuild/cel';
import { clip } from '../base/clip.ts';
import { messageOf } from '../base/codedError.ts';
import { ExpressionError } from '../base/expressionError.ts';
import { CelBudget, type CelDeadline, type CelShape, celValueOf } from './celValue.ts';

export type Expr = ReturnType<typeof parse>['expr'];

/** Bounds on an expression: beyond them it is not a condition but a program. */
const maxBrackets = 32;
const maxNodes = 500;
/** `all`, `exists`, `filter` … inside each other. */
const maxLoops = 3;

/** Stands around the condition of each loop, so that loops over what the expression spells out are bounded too. */
const turnName = 'turnOfLoop';
let turning: CelBudget | undefined;
const turn = celFunc(turnName, [CelScalar.BOOL, CelScalar.INT], CelScalar.BOOL, (goesOn, steps) => goesOn && (turning?.turn(Number(steps)) ?? true));

/** A turn counts for one, and for one more for so many parts that it has: a list that is spelled out in it is made each time. */
const partsInAStep = 10;

/** As the language has it, once the text is paid for. */
const standardMatches = celEnv().funcs.find('matches')!;
const matches = celMethod('matches', CelScalar.STRING, [CelScalar.STRING], CelScalar.BOOL, function (pattern) {
  turning?.match(this, pattern);
  const result = standardMatches.call(0, this, [pattern]);
  if (isCelError(result)) throw new Error(clip(result.message, longestMessage));
  return result === true;
});

/** A message may quote a whole value of an object: nobody reads so much, and somebody may keep one for each. */
const longestMessage = 300;

const env = celEnv({ funcs: [turn, matches] });

/** Names of types, which may stand for themselves: `type(object) == map`. */
const types = new Set(['bool', 'bytes', 'double', 'dyn', 'int', 'list', 'map', 'null_type', 'string', 'timestamp', 'duration', 'type', 'uint']);

export interface CelOptions<Name extends string> {
  /** What it may speak of. */
  readonly variables: readonly Name[];
  /** Characters. */
  readonly longest: number;
  readonly deadline?: CelDeadline;
  /** Looks at what was read once it is known to be small, and may change it. @throws for what is wrong with it */
  readonly check?: (expression: Expr) => void;
}

export interface CelExpression<Name extends string> {
  /** Those that it speaks of. */
  readonly uses: ReadonlySet<Name>;
  /**
   * @param budget where several evaluations have one together
   * @param shape of each variable
   * @throws ExpressionError that says why there is no value; `OverrunError` when it has used up what it may
   */
  evaluate(variables: { readonly [Each in Name]: unknown }, budget?: CelBudget, shape?: CelShape): CelInput;
}

/**
 * The Common Expression Language as Kubernetes has it, over what variables there are. Regular expressions are RE2's, which take no more time than the text is
 * long; size and nesting are bounded, and so is what one evaluation looks at.
 * @throws ExpressionError; what `check` throws
 */
export function compileExpression<Name extends string>(expression: string, { variables, longest, deadline, check }: CelOptions<Name>): CelExpression<Name> {
  checkSize(expression, longest);
  const parsed = parseExpression(expression);
  const uses = checkExpression(parsed, variables) as ReadonlySet<Name>;
  check?.(parsed);
  const evaluate = plan(env, parsed);
  return {
    uses,
    evaluate(values, budget = new CelBudget(deadline), shape) {
      const bound = Object.fromEntries(variables.map((name) => [name, celValueOf(values[name], budget, shape)]));
      const outer = turning;
      turning = budget;
      try {
        const result = evaluate(bound);
        budget.look();
        if (budget.exceeded) throw budget.exceeded;
        if (isCelError(result)) throw evaluationError(result.message);
        return result as CelInput;
      } finally {
        turning = outer;
      }
    },
  };
}

/** Of a result: as JSON has it, no deeper and no longer than a person reads. What JSON has not is its text. */
export function jsonOfCel(value: unknown, depth = 4): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
  if (depth === 0) return '…';
  if (isCelList(value)) return Array.from(first(value), (each) => jsonOfCel(each, depth - 1));
  if (isCelMap(value)) return Object.fromEntries(first(value.entries()).map(([key, each]) => [String(key), jsonOfCel(each, depth - 1)]));
  return String(value);
}

function first<T>(values: Iterable<T>): T[] {
  const taken: T[] = [];
  for (const value of values) {
    if (taken.length >= 50) break;
    taken.push(value);
  }
  return taken;
}

/** Before it is parsed: a parser that descends into brackets without end would use up the stack. */
function checkSize(expression: string, longest: number): void {
  if (expression.length > longest) throw new ExpressionError({ kind: 'tooLong', length: expression.length, most: longest });
  let depth = 0;
  for (const character of expression) {
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    if (depth > maxBrackets) throw new ExpressionError({ kind: 'brackets', most: maxBrackets });
  }
}

function parseExpression(expression: string): Expr {
  try {
    return parse(expression).expr;
  } catch (error) {
    // `<input>:1:13: found end of input but expecting` … a list of all that the grammar would have taken.
    const message = messageOf(error);
    const [, at, found] = /^<input>:(\d+:\d+): found ([^]*?)(?: but expecting [^]*)?$/.exec(message) ?? [];
    throw new ExpressionError(at === undefined || found === undefined ? { kind: 'said', text: message } : { kind: 'syntax', at, found }, { cause: error });
  }
}

/** Bounds each of its loops, in place. @returns the variables that it speaks of @throws for what is too large, and for names that nothing has */
function checkExpression(root: Expr, variables: readonly string[]): ReadonlySet<string> {
  const uses = new Set<string>();
  let nodes = 0;
  const visit = (expression: Expr | undefined, names: readonly string[], loops: number): void => {
    if (!expression) return;
    if (++nodes > maxNodes) throw new ExpressionError({ kind: 'parts', most: maxNodes });
    const { case: kind, value } = expression.exprKind;
    switch (kind) {
      case 'identExpr':
        if (names.includes(value.name) || types.has(value.name)) return;
        if (!variables.includes(value.name)) throw new ExpressionError({ kind: 'unknownName', name: value.name, known: variables });
        uses.add(value.name);
        return;
      case 'selectExpr':
        return visit(value.operand, names, loops);
      case 'callExpr':
        if (value.function === turnName || (/^\w+$/.test(value.function) && !env.funcs.find(value.function))) throw new ExpressionError({ kind: 'noFunction', name: value.function });
        visit(value.target, names, loops);
        return value.args.forEach((each) => visit(each, names, loops));
      case 'listExpr':
        return value.elements.forEach((each) => visit(each, names, loops));
      case 'structExpr':
        return value.entries.forEach((entry) => {
          if (entry.keyKind.case === 'mapKey') visit(entry.keyKind.value, names, loops);
          visit(entry.value, names, loops);
        });
      case 'comprehensionExpr': {
        if (loops >= maxLoops) throw new ExpressionError({ kind: 'loops', most: maxLoops });
        visit(value.iterRange, names, loops);
        visit(value.accuInit, names, loops);
        const before = nodes;
        const inside = [...names, value.iterVar, value.accuVar];
        for (const part of [value.loopCondition, value.loopStep, value.result]) visit(part, inside, loops + 1);
        if (value.loopCondition) value.loopCondition = bounded(value.loopCondition, 1 + Math.floor((nodes - before) / partsInAStep));
        return;
      }
      default: // a literal
    }
  };
  visit(root, [], 0);
  return uses;
}

function bounded<Condition extends NonNullable<Expr>>(condition: Condition, steps: number): Condition {
  const call = parse(`${turnName}(true, ${steps})`).expr!;
  if (call.exprKind.case === 'callExpr') call.exprKind.value.args[0] = condition;
  return call as Condition;
}

/** A field that is missing is what happens most; all else is said as the language says it. */
function evaluationError(message: string): ExpressionError {
  const [, name] = /^field not found: ([^]*)$/.exec(message) ?? [];
  return new ExpressionError(name === undefined ? { kind: 'said', text: clip(message, longestMessage) } : { kind: 'noField', name: clip(name, longestMessage) });
}
