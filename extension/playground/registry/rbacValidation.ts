import { invalidField, notSupported, requiredField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { invalidPathSegment, isDnsSubdomain } from './objectValidation.ts';
import { type PolicyRule, rbacGroup, type Role, type RoleBinding, type Subject } from './rbacShapes.ts';

/** What the API server asks of roles and bindings (kubernetes `pkg/apis/rbac/validation`). */

export function validateRole({ rules, metadata }: Role): FieldError[] {
  return (rules ?? []).flatMap((rule, index) => validateRule(rule, metadata.namespace !== undefined, `rules[${index}]`));
}

function validateRule({ verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule, isNamespaced: boolean, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (verbs.length === 0) errors.push(requiredField(`${field}.verbs`, 'verbs must contain at least one value'));
  if (nonResourceURLs.length > 0) {
    const wrong = (why: string): FieldError => invalidField(`${field}.nonResourceURLs`, nonResourceURLs, why);
    if (isNamespaced) errors.push(wrong('namespaced rules cannot apply to non-resource URLs'));
    if (apiGroups.length + resources.length + resourceNames.length > 0) errors.push(wrong('rules cannot apply to both regular resources and non-resource URLs'));
    return errors;
  }
  if (apiGroups.length === 0) errors.push(requiredField(`${field}.apiGroups`, 'resource rules must supply at least one api group'));
  if (resources.length === 0) errors.push(requiredField(`${field}.resources`, 'resource rules must supply at least one resource'));
  return errors;
}

export function validateBinding({ roleRef, subjects = [], metadata }: RoleBinding): FieldError[] {
  const isNamespaced = metadata.namespace !== undefined;
  const kinds = isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  const errors: FieldError[] = [];
  if (roleRef.apiGroup !== rbacGroup) errors.push(notSupported('roleRef.apiGroup', roleRef.apiGroup ?? '', [rbacGroup]));
  if (!kinds.includes(roleRef.kind)) errors.push(notSupported('roleRef.kind', roleRef.kind, kinds));
  const wrong = invalidPathSegment(roleRef.name);
  if (roleRef.name === '') errors.push(requiredField('roleRef.name'));
  else if (wrong) errors.push(invalidField('roleRef.name', roleRef.name, wrong));
  return [...errors, ...subjects.flatMap((subject, index) => validateSubject(subject, isNamespaced, `subjects[${index}]`))];
}

export function validateBindingUpdate({ roleRef }: RoleBinding, { roleRef: old }: RoleBinding): FieldError[] {
  const same = roleRef.apiGroup === old.apiGroup && roleRef.kind === old.kind && roleRef.name === old.name;
  return same ? [] : [invalidField('roleRef', roleRef, 'cannot change roleRef')];
}

function validateSubject({ kind, apiGroup = '', name, namespace = '' }: Subject, isNamespaced: boolean, field: string): FieldError[] {
  const errors: FieldError[] = name === '' ? [requiredField(`${field}.name`)] : [];
  switch (kind) {
    case 'ServiceAccount':
      if (name !== '' && !isDnsSubdomain(name)) errors.push(invalidField(`${field}.name`, name, 'a lowercase RFC 1123 subdomain is made of lower case letters, digits, "-" and "."'));
      if (apiGroup !== '') errors.push(notSupported(`${field}.apiGroup`, apiGroup, ['']));
      if (!isNamespaced && namespace === '') errors.push(requiredField(`${field}.namespace`));
      return errors;
    case 'User':
    case 'Group':
      if (apiGroup !== rbacGroup) errors.push(notSupported(`${field}.apiGroup`, apiGroup, [rbacGroup]));
      return errors;
    default:
      return [...errors, notSupported(`${field}.kind`, kind, ['ServiceAccount', 'User', 'Group'])];
  }
}
