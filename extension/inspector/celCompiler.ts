import { celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { messageOf } from '../base/codedError.ts';
import { maxExpression } from '../controller/process/definition.ts';
import type { CompileCel } from '../controller/predicates.ts';
import { CelBudget, celValueOf } from './celValue.ts';

type Expression = ReturnType<typeof parse>['expr'];

/** Bounds on an expression: beyond them it is no predicate but a program. */
const maxBrackets = 32;
const maxNodes = 500;
/** `all`, `exists`, `filter` … inside each other. */
const maxLoops = 3;

const env = celEnv();

/** Names of types, which may stand for themselves: `type(object) == map`. */
const types = ['bool', 'bytes', 'double', 'dyn', 'int', 'list', 'map', 'null_type', 'string', 'timestamp', 'duration', 'type', 'uint'];

/**
 * The Common Expression Language as Kubernetes has it, over `object` and `oldObject`. Regular expressions are RE2's, which take no more time
 * than the text is long.
 */
export const compileCel: CompileCel = (expression) => {
  checkSize(expression);
  const parsed = parseExpression(expression);
  checkExpression(parsed);
  const evaluate = plan(env, parsed);
  return ({ object, oldObject }) => {
    const budget = new CelBudget();
    const result = evaluate({ object: celValueOf(object, budget), oldObject: celValueOf(oldObject, budget) });
    if (typeof result === 'boolean') return result;
    throw isCelError(result) ? new Error(result.message, { cause: result }) : new Error(`it gives ${typeof result === 'object' ? 'a value' : `${String(result)}`}, which is neither true nor false`);
  };
};

/** Before it is parsed: a parser that descends into brackets without end would use up the stack. */
function checkSize(expression: string): void {
  if (expression.length > maxExpression) throw new Error(`it has ${expression.length} characters, and ${maxExpression} at most are taken`);
  let depth = 0;
  for (const character of expression) {
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    if (depth > maxBrackets) throw new Error(`its brackets are nested more than ${maxBrackets} deep`);
  }
}

function parseExpression(expression: string): Expression {
  try {
    return parse(expression).expr;
  } catch (error) {
    // What follows the first line is a list of all that the grammar would have taken.
    throw new Error(messageOf(error).replace(/^<input>:/, 'at ').replace(/ but expecting [^]*$/, ''), { cause: error });
  }
}

/** @throws for what is too large, and for names that nothing has */
function checkExpression(root: Expression): void {
  let nodes = 0;
  const visit = (expression: Expression | undefined, names: readonly string[], loops: number): void => {
    if (!expression) return;
    if (++nodes > maxNodes) throw new Error(`it has more than ${maxNodes} parts`);
    const { case: kind, value } = expression.exprKind;
    switch (kind) {
      case 'identExpr':
        if (!names.includes(value.name)) throw new Error(`\`${value.name}\` is unknown: it may speak of \`object\` and \`oldObject\``);
        return;
      case 'selectExpr':
        return visit(value.operand, names, loops);
      case 'callExpr':
        if (/^\w+$/.test(value.function) && !env.funcs.find(value.function)) throw new Error(`there is no function \`${value.function}\``);
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
        if (loops >= maxLoops) throw new Error(`its loops (\`all\`, \`exists\`, \`filter\` …) are nested more than ${maxLoops} deep`);
        visit(value.iterRange, names, loops);
        visit(value.accuInit, names, loops);
        const inside = [...names, value.iterVar, value.accuVar];
        for (const part of [value.loopCondition, value.loopStep, value.result]) visit(part, inside, loops + 1);
        return;
      }
      default: // a literal
    }
  };
  visit(root, ['object', 'oldObject', ...types], 0);
}
