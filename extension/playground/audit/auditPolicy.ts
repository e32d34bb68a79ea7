import type { AuditLevel } from '../../introspection/audit.ts';
import { type AccessAttributes, resourceName } from '../access/authorizer.ts';
import { matchesPath } from '../access/matchesPath.ts';
import type { UserInfo } from '../access/userInfo.ts';

export type AuditStage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete';
export const auditStages: readonly AuditStage[] = ['RequestReceived', 'ResponseStarted', 'ResponseComplete'];

/** Resources of one group; no resources: all of them. */
export interface AuditedResources {
  readonly group: string;
  /** `pods`, `pods/log`, `*` for all; a star may also stand for the part before the slash, or behind it. */
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** A rule of an audit policy (audit.k8s.io/v1). Empty lists fit everything. */
export interface AuditRule {
  readonly level: AuditLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly AuditedResources[];
  /** The empty one: what has none. */
  readonly namespaces: readonly string[];
  /** A star at the end fits whatever comes then. */
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
}

/** The first rule that fits a request decides how much is told of it; where none does, nothing is (apiserver `pkg/audit/policy`). */
export class AuditPolicy {
  readonly rules: readonly AuditRule[];
  readonly #matched = new Map<AuditRule, number>();

  constructor(rules: readonly AuditRule[]) {
    this.rules = rules;
  }

  /** Undefined: nothing is told. */
  ruleFor(user: UserInfo, attributes: AccessAttributes): AuditRule | undefined {
    const rule = this.rules.find((each) => fits(each, user, attributes));
    if (rule) this.#matched.set(rule, this.matched(rule) + 1);
    return rule?.level === 'None' ? undefined : rule;
  }

  /** How often it has decided. */
  matched(rule: AuditRule): number {
    return this.#matched.get(rule) ?? 0;
  }
}

function fits({ users, userGroups, verbs, resources, namespaces, nonResourceURLs }: AuditRule, user: UserInfo, attributes: AccessAttributes): boolean {
  if (users.length > 0 && !users.includes(user.name)) return false;
  if (userGroups.length > 0 && !userGroups.some((group) => user.groups.includes(group))) return false;
  if (verbs.length > 0 && !verbs.includes(attributes.verb)) return false;
  if (namespaces.length > 0 || resources.length > 0) return attributes.isResourceRequest && fitsResource(resources, namespaces, attributes);
  if (nonResourceURLs.length > 0) return !attributes.isResourceRequest && matchesPath(nonResourceURLs, attributes.path);
  return true;
}

function fitsResource(resources: readonly AuditedResources[], namespaces: readonly string[], attributes: AccessAttributes): boolean {
  const { group, resource, subresource, namespace, name } = attributes;
  if (namespaces.length > 0 && !namespaces.includes(namespace)) return false;
  if (resources.length === 0) return true;
  const whole = resourceName(attributes);
  return resources.some((rule) => {
    if (rule.group !== group) return false;
    if (rule.resources.length === 0) return true;
    if (rule.resourceNames.length > 0 && !rule.resourceNames.includes(name)) return false;
    return rule.resources.some((each) => each === '*' || each === whole || (subresource !== '' && (each === `*/${subresource}` || each === `${resource}/*`)));
  });
}
