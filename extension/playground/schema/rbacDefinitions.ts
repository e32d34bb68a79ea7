import { boolean, define, integer, kindShape, list, map, mergeList, ref, string, time } from './schema.ts';

export const rbacDefinitions = define('io.k8s.api.rbac.v1', {
  Role: kindShape({ rules: list(ref('PolicyRule')) }),
  ClusterRole: kindShape({ aggregationRule: ref('AggregationRule'), rules: list(ref('PolicyRule')) }),
  AggregationRule: { clusterRoleSelectors: list(ref('LabelSelector')) },
  PolicyRule: {
    apiGroups: list(string),
    nonResourceURLs: list(string),
    resourceNames: list(string),
    resources: list(string),
    verbs: list(string),
  },
  RoleBinding: kindShape({ 'roleRef!': ref('RoleRef'), subjects: list(ref('Subject')) }),
  ClusterRoleBinding: kindShape({ 'roleRef!': ref('RoleRef'), subjects: list(ref('Subject')) }),
  RoleRef: { apiGroup: string, 'kind!': string, 'name!': string },
  Subject: { apiGroup: string, 'kind!': string, 'name!': string, namespace: string },
});

export const accountDefinitions = define('io.k8s.api.core.v1', {
  ServiceAccount: kindShape({
    automountServiceAccountToken: boolean,
    imagePullSecrets: list(ref('LocalObjectReference')),
    secrets: mergeList('ObjectReference', 'name'),
  }),
});

/** What is asked about users, and answered without being stored. */
export const authenticationDefinitions = define('io.k8s.api.authentication.v1', {
  TokenRequest: kindShape({ 'spec!': ref('TokenRequestSpec'), status: ref('TokenRequestStatus') }),
  TokenRequestSpec: { audiences: list(string), boundObjectRef: ref('BoundObjectReference'), expirationSeconds: integer },
  BoundObjectReference: { apiVersion: string, kind: string, name: string, uid: string },
  TokenRequestStatus: { expirationTimestamp: time, token: string },
  SelfSubjectReview: kindShape({ status: ref('SelfSubjectReviewStatus') }),
  SelfSubjectReviewStatus: { userInfo: ref('UserInfo') },
  UserInfo: { extra: map(list(string)), groups: list(string), uid: string, username: string },
});
