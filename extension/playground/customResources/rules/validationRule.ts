import { innerSchemas, type StructuralSchema } from '../structuralSchema.ts';

export const ruleReasons = ['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'] as const;

/** A condition of a schema in CEL, over `self` and `oldSelf` (`x-kubernetes-validations`). */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: (typeof ruleReasons)[number];
  /** `.spec.replicas`: which field of the value is wrong. */
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

export function rulesOf(schema: StructuralSchema): readonly ValidationRule[] {
  return (schema['x-kubernetes-validations'] ?? []) as readonly ValidationRule[];
}

/** Whether there are any in it, of whatever form. */
export function hasRules(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-validations'] !== undefined || innerSchemas(schema).some(hasRules);
}
