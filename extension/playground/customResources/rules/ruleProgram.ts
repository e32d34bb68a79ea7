import { messageOf } from '../../../base/codedError.ts';
import { isRecord } from '../../../kube/object.ts';
import type { FieldError } from '../../statusErrors.ts';
import { memberOf, type StructuralSchema } from '../structuralSchema.ts';
import { type CelRule, compileRule, isProblem, newBudget } from './celRules.ts';
import { RuleShape } from './ruleShape.ts';
import { hasRules, rulesOf, type ValidationRule } from './validationRule.ts';

/** Those that are broken are told up to so many: each element of a list may break one. */
const maxErrors = 100;

interface CompiledRule {
  readonly rule: ValidationRule;
  readonly condition: CelRule;
  readonly message: CelRule | undefined;
}

interface CompiledSchema {
  readonly shape: RuleShape;
  readonly rules: readonly CompiledRule[];
}

/** The object and, where there was one, what it was before. */
type Json = Readonly<Record<string, unknown>>;

interface Run {
  readonly budget: ReturnType<typeof newBudget>;
  /** Only those that compare with what was before, or only the others. */
  readonly isTransition: boolean;
  readonly errors: FieldError[];
}

/**
 * The rules of one kind, for objects whose values have been found to be of the schema (apiextensions `schema/cel`). A rule that speaks of `oldSelf` holds where there was
 * a value before that is known to be the same one: fields, entries of a map, and elements of a list of type `map` by their keys.
 */
export class RuleProgram {
  readonly #root: StructuralSchema;
  readonly #compiled = new Map<StructuralSchema, CompiledSchema>();
  readonly #concerned = new Map<StructuralSchema, boolean>();

  constructor(root: StructuralSchema) {
    this.#root = root;
  }

  /** @param old undefined: the rules that need none; otherwise those that compare with it */
  broken(object: Json, old?: Json): readonly FieldError[] {
    const run: Run = { budget: newBudget(), isTransition: old !== undefined, errors: [] };
    this.#visit(this.#root, object, old, '', run);
    return run.errors;
  }

  #visit(schema: StructuralSchema, value: unknown, old: unknown, path: string, run: Run): void {
    if (!this.#isConcerned(schema) || value === undefined || value === null || (run.isTransition && (old === undefined || old === null))) return;
    this.#judge(schema, value, old, path, run);
    if (Array.isArray(value)) {
      const { items } = schema;
      const before = run.isTransition && schema['x-kubernetes-list-type'] === 'map' ? elementsByKey(schema, old) : undefined;
      if (items) value.forEach((each, index) => this.#visit(items, each, before?.get(keyOf(schema, each)), `${path}[${index}]`, run));
    } else if (isRecord(value)) {
      for (const [name, inner] of Object.entries(value)) {
        const member = memberOf(schema, name);
        if (typeof member !== 'object') continue;
        const before = isRecord(old) && Object.hasOwn(old, name) ? old[name] : undefined;
        this.#visit(member, inner, before, path ? `${path}.${name}` : name, run);
      }
    }
  }

  #judge(schema: StructuralSchema, value: unknown, old: unknown, path: string, run: Run): void {
    const { rules, shape } = this.#compile(schema);
    const seen = (each: unknown): unknown => (schema === this.#root || schema['x-kubernetes-embedded-resource']) && isRecord(each) ? RuleShape.seenOf(each) : each;
    for (const { rule, condition, message } of rules) {
      if (condition.uses.has('oldSelf') !== run.isTransition) continue;
      if (run.budget.exceeded || run.errors.length >= maxErrors) return;
      const variables = { self: seen(value), oldSelf: seen(old) };
      try {
        run.budget.spend(1);
        const holds = condition.evaluate(variables, run.budget, shape);
        if (holds === true) continue;
        if (holds !== false) throw new Error('it gives neither true nor false');
        run.errors.push(ruleError(rule, schema, path, textOf(message, variables, run, shape) ?? rule.message ?? `failed rule: ${rule.rule.trim()}`));
      } catch (error) {
        run.errors.push({ reason: 'FieldValueInvalid', field: path, message: `Invalid value: ${typeText(schema)}: ${messageOf(error)} evaluating rule: ${rule.message ?? rule.rule}` });
      }
    }
  }

  #isConcerned(schema: StructuralSchema): boolean {
    const known = this.#concerned.get(schema) ?? hasRules(schema);
    this.#concerned.set(schema, known);
    return known;
  }

  #compile(schema: StructuralSchema): CompiledSchema {
    const known = this.#compiled.get(schema);
    if (known) return known;
    const shape = new RuleShape(schema, schema === this.#root);
    const rules = rulesOf(schema).flatMap((rule): CompiledRule[] => {
      const condition = compileRule(rule.rule, shape, 'boolean');
      const message = rule.messageExpression === undefined ? undefined : compileRule(rule.messageExpression, shape, 'string');
      // What the definition was taken with a warning for.
      if (isProblem(condition) || rule.optionalOldSelf) return [];
      return [{ rule, condition, message: message && !isProblem(message) ? message : undefined }];
    });
    const compiled = { shape, rules };
    this.#compiled.set(schema, compiled);
    return compiled;
  }
}

/** An expression that fails, or gives nothing that fits on a line, is as good as none. */
function textOf(message: CelRule | undefined, variables: { readonly self: unknown; readonly oldSelf: unknown }, { budget }: Run, shape: RuleShape): string | undefined {
  try {
    const text = message?.evaluate(variables, budget, shape);
    return typeof text === 'string' && text.trim() !== '' && text.length <= 5000 && !/[\r\n]/.test(text) ? text.trim() : undefined;
  } catch {
    return undefined; // the rule is broken all the same
  }
}

function ruleError({ reason = 'FieldValueInvalid', fieldPath = '' }: ValidationRule, schema: StructuralSchema, path: string, why: string): FieldError {
  const field = `${path}${fieldPath}`.replace(/^\./, '');
  switch (reason) {
    case 'FieldValueForbidden':
      return { reason, field, message: `Forbidden: ${why}` };
    case 'FieldValueRequired':
      return { reason, field, message: `Required value: ${why}` };
    case 'FieldValueDuplicate':
      return { reason, field, message: `Duplicate value: ${typeText(schema)}` };
    default:
      return { reason, field, message: `Invalid value: ${typeText(schema)}: ${why}` };
  }
}

/** What stands for the value, as the API server has it. */
function typeText({ type }: StructuralSchema): string {
  return JSON.stringify(type ?? '');
}

function keyOf(schema: StructuralSchema, element: unknown): string {
  return JSON.stringify((schema['x-kubernetes-list-map-keys'] ?? []).map((key) => (isRecord(element) ? element[key] : undefined)));
}

function elementsByKey(schema: StructuralSchema, elements: unknown): Map<string, unknown> {
  return new Map((Array.isArray(elements) ? elements : []).map((each: unknown) => [keyOf(schema, each), each]));
}
