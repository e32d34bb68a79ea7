import { type AuditLevel, auditLevels, type AuditRuleView } from '../../introspection/audit.ts';
import { isRecord } from '../../kube/object.ts';
import { AuditPolicy, type AuditedResources, type AuditRule, type AuditStage, auditStages } from './auditPolicy.ts';
import { AuditPolicyError } from './auditPolicyError.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Far more than anybody writes. */
const most = { rules: 1_000, elements: 500, text: 1_000 } as const;
/** A stage of the API server that there is none of here: nothing panics. It may be left out all the same. */
const panic = 'Panic';

/** A Policy of audit.k8s.io/v1, as API servers take it. @throws AuditPolicyError */
export function readAuditPolicy(value: unknown): AuditPolicy {
  if (!isRecord(value)) throw new AuditPolicyError('it is not an object');
  if (value['kind'] !== 'Policy' || value['apiVersion'] !== 'audit.k8s.io/v1') throw new AuditPolicyError('it is not a Policy of audit.k8s.io/v1');
  requireKnown(value, ['kind', 'apiVersion', 'metadata', 'rules', 'omitStages', 'omitManagedFields'], 'the policy');
  const everywhere = stages(value['omitStages'], 'omitStages');
  const withoutManagers = flag(value['omitManagedFields'], 'omitManagedFields') ?? false;
  return new AuditPolicy(rulesOf(value['rules']).map((rule, index) => readRule(rule, `rules[${index}]`, everywhere, withoutManagers)));
}

/** The rules of the short form, in which resources are texts such as `deployments.apps`. @throws AuditPolicyError */
export function readAuditRules(value: unknown): AuditPolicy {
  return new AuditPolicy(rulesOf(value).map((rule, index) => readShortRule(rule, `rules[${index}]`)));
}

/** Groups stand among users, paths among resources: to a reader they are alike. */
export function auditRuleView(rule: AuditRule, matched: number): AuditRuleView {
  const { level, verbs, users, userGroups, namespaces, resources, nonResourceURLs } = rule;
  const names = resources.flatMap(({ group, resources: each }) => (each.length === 0 ? ['*'] : each).map((name) => (group ? `${name}.${group}` : name)));
  return { level, verbs, resources: [...names, ...nonResourceURLs].slice(0, most.elements), users: [...users, ...userGroups].slice(0, most.elements), namespaces, matched };
}

function rulesOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > most.rules) throw new AuditPolicyError(`rules must be a list of 1 to ${most.rules}`);
  for (const [index, rule] of value.entries()) if (!isRecord(rule)) throw new AuditPolicyError(`rules[${index}] is not an object`);
  return value as Fields[];
}

function readRule(rule: Fields, at: string, everywhere: readonly AuditStage[], withoutManagers: boolean): AuditRule {
  requireKnown(rule, ['level', 'users', 'userGroups', 'verbs', 'resources', 'namespaces', 'nonResourceURLs', 'omitStages', 'omitManagedFields'], at);
  const read: AuditRule = {
    level: readLevel(rule['level'], at),
    users: texts(rule['users'], `${at}.users`),
    userGroups: texts(rule['userGroups'], `${at}.userGroups`),
    verbs: texts(rule['verbs'], `${at}.verbs`),
    resources: readResources(rule['resources'], `${at}.resources`),
    namespaces: texts(rule['namespaces'], `${at}.namespaces`),
    nonResourceURLs: texts(rule['nonResourceURLs'], `${at}.nonResourceURLs`),
    omitStages: [...everywhere, ...stages(rule['omitStages'], `${at}.omitStages`)],
    omitManagedFields: flag(rule['omitManagedFields'], `${at}.omitManagedFields`) ?? withoutManagers,
  };
  return checked(read, at);
}

function readShortRule(rule: Fields, at: string): AuditRule {
  requireKnown(rule, ['level', 'users', 'verbs', 'resources', 'namespaces'], at);
  const named = texts(rule['resources'], `${at}.resources`);
  const read: AuditRule = {
    level: readLevel(rule['level'], at),
    users: texts(rule['users'], `${at}.users`),
    userGroups: [],
    verbs: texts(rule['verbs'], `${at}.verbs`),
    resources: named.filter((text) => !text.startsWith('/')).map(shortResource),
    namespaces: texts(rule['namespaces'], `${at}.namespaces`),
    nonResourceURLs: named.filter((text) => text.startsWith('/')),
    omitStages: [],
    omitManagedFields: false,
  };
  return checked(read, at);
}

/** `pods`, `deployments.apps`, `*.apps` */
function shortResource(text: string): AuditedResources {
  const dot = text.indexOf('.');
  return { group: dot < 0 ? '' : text.slice(dot + 1), resources: [dot < 0 ? text : text.slice(0, dot)], resourceNames: [] };
}

function checked(rule: AuditRule, at: string): AuditRule {
  const { nonResourceURLs, resources: named, namespaces } = rule;
  if (nonResourceURLs.length > 0 && (named.length > 0 || namespaces.length > 0)) throw new AuditPolicyError(`${at} is for resources and for paths that are none: make two rules of it`);
  for (const url of nonResourceURLs) {
    if (url !== '*' && (!url.startsWith('/') || url.slice(0, -1).includes('*'))) throw new AuditPolicyError(`${at} has ${JSON.stringify(url)}, but a path begins with a slash and has a star at its end alone`);
  }
  return rule;
}

function readResources(value: unknown, at: string): readonly AuditedResources[] {
  return elements(value, at).map((each, index) => {
    const place = `${at}[${index}]`;
    if (!isRecord(each)) throw new AuditPolicyError(`${place} is not an object`);
    requireKnown(each, ['group', 'resources', 'resourceNames'], place);
    const { group = '' } = each;
    if (typeof group !== 'string') throw new AuditPolicyError(`${place}.group is not a text`);
    const read = { group, resources: texts(each['resources'], `${place}.resources`), resourceNames: texts(each['resourceNames'], `${place}.resourceNames`) };
    if (read.resourceNames.length > 0 && read.resources.length === 0) throw new AuditPolicyError(`${place} has resourceNames but no resources`);
    return read;
  });
}

function readLevel(value: unknown, at: string): AuditLevel {
  const found = auditLevels.find((each) => each === value);
  if (!found) throw new AuditPolicyError(`${at}.level must be one of ${auditLevels.join(', ')}`);
  return found;
}

function stages(value: unknown, at: string): readonly AuditStage[] {
  const known: readonly string[] = [...auditStages, panic];
  const given = texts(value, at);
  const wrong = given.find((each) => !known.includes(each));
  if (wrong !== undefined) throw new AuditPolicyError(`${at} has ${JSON.stringify(wrong.slice(0, 100))}, which is none of ${known.join(', ')}`);
  return auditStages.filter((stage) => given.includes(stage));
}

function texts(value: unknown, at: string): readonly string[] {
  return elements(value, at).map((each, index) => {
    if (typeof each !== 'string' || each.length > most.text) throw new AuditPolicyError(`${at}[${index}] is not a text of at most ${most.text} characters`);
    return each;
  });
}

function elements(value: unknown, at: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > most.elements) throw new AuditPolicyError(`${at} is not a list of at most ${most.elements}`);
  return value;
}

function flag(value: unknown, at: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw new AuditPolicyError(`${at} is neither true nor false`);
  return value;
}

/** What is misspelt would mean something else. */
function requireKnown(fields: Fields, known: readonly string[], at: string): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new AuditPolicyError(`${at} has a field ${JSON.stringify(unknown.slice(0, 100))}, which there is none of`);
}
