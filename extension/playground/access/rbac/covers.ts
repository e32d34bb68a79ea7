import type { PolicyRule } from '../../registry/rbacShapes.ts';
import { matchesPath } from '../matchesPath.ts';

/** Which of `wanted` nobody has by `owned`, in the smallest parts, put together again as far as they are alike (kubernetes `pkg/registry/rbac/validation`). */
export function missingRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  return compact(wanted.flatMap(parts).filter((part) => !owned.some((rule) => covers(rule, part))));
}

/** One group, resource, verb and name each; or one URL and verb. */
function parts({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): PolicyRule[] {
  const names = resourceNames.length > 0 ? resourceNames : [undefined];
  const ofResources = apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) => names.map((name) => ofResource(verb, group, resource, name))),
    ),
  );
  return [...ofResources, ...nonResourceURLs.flatMap((url) => verbs.map((verb): PolicyRule => ({ verbs: [verb], nonResourceURLs: [url] })))];
}

function ofResource(verb: string, group: string, resource: string, name: string | undefined): PolicyRule {
  return { verbs: [verb], apiGroups: [group], resources: [resource], ...(name !== undefined && { resourceNames: [name] }) };
}

function covers(owned: PolicyRule, part: PolicyRule): boolean {
  const names = owned.resourceNames ?? [];
  return (
    hasAll(owned.verbs, part.verbs) &&
    hasAll(owned.apiGroups, part.apiGroups) &&
    (part.resources ?? []).every((resource) => coversResource(owned.resources ?? [], resource)) &&
    (part.nonResourceURLs ?? []).every((url) => matchesPath(owned.nonResourceURLs, url)) &&
    (names.length === 0 || (part.resourceNames !== undefined && part.resourceNames.every((name) => names.includes(name))))
  );
}

function hasAll(owned: readonly string[] = [], wanted: readonly string[] = []): boolean {
  return owned.includes('*') || wanted.every((each) => owned.includes(each));
}

function coversResource(owned: readonly string[], resource: string): boolean {
  if (owned.includes('*') || owned.includes(resource)) return true;
  const slash = resource.indexOf('/');
  return slash >= 0 && owned.includes(`*/${resource.slice(slash + 1)}`);
}

/** What differs in its verbs alone is one rule. */
function compact(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const byResource = Map.groupBy(rules, ({ apiGroups, resources, resourceNames, nonResourceURLs }) =>
    // URLs stay apart, as on the API server.
    nonResourceURLs ? Symbol('apart') : JSON.stringify([apiGroups, resources, resourceNames]),
  );
  return Array.from(byResource.values(), (alike) => ({ ...alike[0]!, verbs: [...new Set(alike.flatMap(({ verbs }) => verbs))] }));
}

/** `{APIGroups:["apps"], Resources:["deployments"], Verbs:["get" "list"]}`: as Go prints it. */
export function printRule({ apiGroups = [], resources = [], nonResourceURLs = [], resourceNames = [], verbs }: PolicyRule): string {
  const fields = [
    ['APIGroups', apiGroups],
    ['Resources', resources],
    ['NonResourceURLs', nonResourceURLs],
    ['ResourceNames', resourceNames],
    ['Verbs', verbs],
  ] as const;
  return `{${fields.filter(([, values]) => values.length > 0).map(([name, values]) => `${name}:${printList(values)}`).join(', ')}}`;
}

export function printList(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(' ')}]`;
}
