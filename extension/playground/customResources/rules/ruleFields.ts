import type { Expr } from '../../../cel/celExpression.ts';
import type { RuleShape } from './ruleShape.ts';

/** Words of the language, which a field has to be called otherwise. */
const words = new Set(['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while']);
const signs: Readonly<Record<string, string>> = { __underscores__: '__', __dot__: '.', __dash__: '-', __slash__: '/' };

type Scope = ReadonlyMap<string, RuleShape | undefined>;

/**
 * Follows each field that an expression names, and puts its real name (`a-b` for `a__dash__b`) where it stands for a field of the schema.
 * @returns what the whole expression is, where that is a value of the schema
 * @throws an Error for a field that the schema does not have
 */
export function followFields(expression: Expr | undefined, scope: Scope): RuleShape | undefined {
  if (!expression) return undefined;
  const { case: kind, value } = expression.exprKind;
  switch (kind) {
    case 'identExpr':
      return scope.get(value.name);
    case 'selectExpr': {
      const holder = followFields(value.operand, scope);
      if (!holder?.isClosed) return holder?.member(value.field);
      const name = realName(value.field);
      const member = holder.member(name);
      if (!member) throw new Error(`undefined field '${value.field}'`);
      value.field = name;
      return member;
    }
    case 'callExpr': {
      const target = followFields(value.target, scope);
      const given = value.args.map((each) => followFields(each, scope));
      // An element of a list, or what stands under a key.
      return value.function === '_[_]' && !target ? (given[0]?.items ?? given[0]?.member('')) : undefined;
    }
    case 'listExpr':
      value.elements.forEach((each) => followFields(each, scope));
      return undefined;
    case 'structExpr':
      for (const entry of value.entries) {
        if (entry.keyKind.case === 'mapKey') followFields(entry.keyKind.value, scope);
        followFields(entry.value, scope);
      }
      return undefined;
    case 'comprehensionExpr': {
      const elements = followFields(value.iterRange, scope)?.items;
      followFields(value.accuInit, scope);
      const inside = new Map([...scope, [value.iterVar, elements], [value.accuVar, undefined]] as const);
      for (const part of [value.loopCondition, value.loopStep, value.result]) followFields(part, inside);
      return undefined;
    }
    default:
      return undefined;
  }
}

function realName(field: string): string {
  const word = /^__([a-z]+)__$/.exec(field)?.[1];
  return word && words.has(word) ? word : field.replaceAll(/__(underscores|dot|dash|slash)__/g, (sign) => signs[sign]!);
}
