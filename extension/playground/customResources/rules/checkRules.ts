import { isRecord } from '../../../kube/object.ts';
import { invalidField, notSupported, requiredField } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import type { StructuralSchema } from '../structuralSchema.ts';
import { type CelRule, compileRule, isProblem, type RuleProblem } from './celRules.ts';
import { RuleShape } from './ruleShape.ts';
import { ruleReasons, type ValidationRule } from './validationRule.ts';

/** Rules in one schema: each is compiled when the definition is brought, and kept. */
const maxRules = 500;

interface Finding {
  readonly path: string;
  readonly error?: FieldError;
  /** What the rule needs and is not here. */
  readonly missing?: string;
}

/** What is wrong with the rules of a schema, which is a structural one otherwise. */
export function checkRules(root: StructuralSchema, path: string): FieldError[] {
  return findings(root, path).flatMap(({ error }) => (error ? [error] : []));
}

/** The rules that mean something on an API server, and nothing here. */
export function unheededRules(root: StructuralSchema): string[] {
  return findings(root, '').flatMap(({ path, missing }) => (missing === undefined ? [] : [`${path.replace(/^\./, '')} needs ${missing}, which the playground does not have: it is kept, and not evaluated`]));
}

function findings(root: StructuralSchema, rootPath: string): Finding[] {
  const found: Finding[] = [];
  let count = 0;
  const visit = (schema: StructuralSchema, path: string, isComparable: boolean): void => {
    const given: unknown = schema['x-kubernetes-validations'];
    const at = `${path}.x-kubernetes-validations`;
    if (given !== undefined && !Array.isArray(given)) found.push(invalid(at, '…', 'must be a list of rules'));
    const shape = new RuleShape(schema, schema === root);
    for (const [index, rule] of (Array.isArray(given) ? given : []).entries()) {
      if (++count > maxRules) return;
      found.push(...ruleFindings(rule, shape, `${at}[${index}]`, isComparable));
    }
    for (const [name, inner] of Object.entries(schema.properties ?? {})) visit(inner, `${path}.properties[${name}]`, isComparable);
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, `${path}.additionalProperties`, isComparable);
    if (schema.items) visit(schema.items, `${path}.items`, isComparable && schema['x-kubernetes-list-type'] === 'map');
  };
  visit(root, rootPath, true);
  return count > maxRules ? [invalid(rootPath, '…', `a schema has ${maxRules} rules at most`)] : found;
}

function ruleFindings(given: unknown, shape: RuleShape, path: string, isComparable: boolean): Finding[] {
  if (!isRecord(given)) return [invalid(path, '…', 'must be a rule')];
  const found: Finding[] = [];
  for (const name of ['rule', 'message', 'messageExpression', 'reason', 'fieldPath']) {
    if (given[name] !== undefined && typeof given[name] !== 'string') return [invalid(`${path}.${name}`, '…', 'must be of type string')];
  }
  const { rule = '', message, messageExpression, reason, fieldPath, optionalOldSelf } = given as unknown as Partial<ValidationRule>;
  if (rule.trim() === '') return [{ path, error: requiredField(`${path}.rule`, 'rule is not specified') }];
  if (message !== undefined && message.trim() === '') found.push(invalid(`${path}.message`, message, 'message must be non-empty if specified'));
  if (message !== undefined && /[\r\n]/.test(message)) found.push(invalid(`${path}.message`, message, 'message must not contain line breaks'));
  if (reason !== undefined && !ruleReasons.includes(reason)) found.push({ path, error: notSupported(`${path}.reason`, reason, ruleReasons) });
  if (fieldPath !== undefined && !isFieldPath(fieldPath, shape)) found.push(invalid(`${path}.fieldPath`, fieldPath, 'fieldPath must be a valid path'));
  const condition = compileRule(rule, shape, 'boolean');
  found.push(...problemFindings(condition, `${path}.rule`, rule));
  if (messageExpression !== undefined) found.push(...problemFindings(compileRule(messageExpression, shape, 'string'), `${path}.messageExpression`, messageExpression));
  if (!isProblem(condition) && condition.uses.has('oldSelf') && !isComparable) {
    found.push(invalid(`${path}.rule`, rule, 'oldSelf cannot be used on the uncorrelatable portion of the schema'));
  }
  if (optionalOldSelf) found.push({ path, missing: 'optionalOldSelf' });
  return found;
}

function problemFindings(compiled: CelRule | RuleProblem, path: string, text: string): Finding[] {
  if (!isProblem(compiled)) return [];
  return compiled.missing === undefined ? [invalid(path, text, `compilation failed: ${compiled.why}`)] : [{ path, missing: compiled.missing }];
}

/** `.a.b`, of fields that the schema has. */
function isFieldPath(text: string, shape: RuleShape): boolean {
  if (!/^(\.[A-Za-z_][\w-]*)+$/.test(text)) return false;
  let at: RuleShape | undefined = shape;
  for (const name of text.slice(1).split('.')) at = at?.member(name);
  return at !== undefined;
}

function invalid(field: string, value: string, why: string): Finding {
  return { path: field, error: invalidField(field, value, why) };
}
