import { boolean, define, integer, kindShape, list, mergeList, ref, string, time } from './schema.ts';

/** How important pods are, and requests. */

export const schedulingDefinitions = define('io.k8s.api.scheduling.v1', {
  PriorityClass: kindShape({ description: string, globalDefault: boolean, preemptionPolicy: string, 'value!': integer }),
});

const condition = { lastTransitionTime: time, message: string, reason: string, status: string, type: string };

/** With the names that they have in Kubernetes, but for `Subject`, which is taken. */
export const flowControlDefinitions = define('io.k8s.api.flowcontrol.v1', {
  FlowSchema: kindShape({ spec: ref('FlowSchemaSpec'), status: ref('FlowSchemaStatus') }),
  FlowSchemaSpec: { distinguisherMethod: ref('FlowDistinguisherMethod'), matchingPrecedence: integer, 'priorityLevelConfiguration!': ref('PriorityLevelConfigurationReference'), rules: list(ref('PolicyRulesWithSubjects')) },
  FlowDistinguisherMethod: { 'type!': string },
  PriorityLevelConfigurationReference: { 'name!': string },
  PolicyRulesWithSubjects: { nonResourceRules: list(ref('NonResourcePolicyRule')), resourceRules: list(ref('ResourcePolicyRule')), 'subjects!': list(ref('FlowSubject')) },
  ResourcePolicyRule: { 'apiGroups!': list(string), clusterScope: boolean, namespaces: list(string), 'resources!': list(string), 'verbs!': list(string) },
  NonResourcePolicyRule: { 'nonResourceURLs!': list(string), 'verbs!': list(string) },
  FlowSubject: { group: ref('GroupSubject'), 'kind!': string, serviceAccount: ref('ServiceAccountSubject'), user: ref('UserSubject') },
  UserSubject: { 'name!': string },
  GroupSubject: { 'name!': string },
  ServiceAccountSubject: { 'name!': string, 'namespace!': string },
  FlowSchemaStatus: { conditions: mergeList('FlowSchemaCondition', 'type') },
  FlowSchemaCondition: condition,
  PriorityLevelConfiguration: kindShape({ spec: ref('PriorityLevelConfigurationSpec'), status: ref('PriorityLevelConfigurationStatus') }),
  PriorityLevelConfigurationSpec: { exempt: ref('ExemptPriorityLevelConfiguration'), limited: ref('LimitedPriorityLevelConfiguration'), 'type!': string },
  ExemptPriorityLevelConfiguration: { lendablePercent: integer, nominalConcurrencyShares: integer },
  LimitedPriorityLevelConfiguration: { borrowingLimitPercent: integer, lendablePercent: integer, limitResponse: ref('LimitResponse'), nominalConcurrencyShares: integer },
  LimitResponse: { queuing: ref('QueuingConfiguration'), 'type!': string },
  QueuingConfiguration: { handSize: integer, queueLengthLimit: integer, queues: integer },
  PriorityLevelConfigurationStatus: { conditions: mergeList('PriorityLevelConfigurationCondition', 'type') },
  PriorityLevelConfigurationCondition: condition,
});
