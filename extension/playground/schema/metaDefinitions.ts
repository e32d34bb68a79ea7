import { any, boolean, define, integer, kindShape, list, map, mergeList, ref, string, time } from './schema.ts';

export const metaDefinitions = define('io.k8s.apimachinery.pkg.apis.meta.v1', {
  ObjectMeta: {
    annotations: map(string),
    creationTimestamp: time,
    deletionGracePeriodSeconds: integer,
    deletionTimestamp: time,
    finalizers: list(string, {}),
    generateName: string,
    generation: integer,
    labels: map(string),
    managedFields: list(ref('ManagedFieldsEntry')),
    name: string,
    namespace: string,
    ownerReferences: mergeList('OwnerReference', 'uid'),
    resourceVersion: string,
    selfLink: string,
    uid: string,
  },
  OwnerReference: {
    'apiVersion!': string,
    blockOwnerDeletion: boolean,
    controller: boolean,
    'kind!': string,
    'name!': string,
    'uid!': string,
  },
  ManagedFieldsEntry: {
    apiVersion: string,
    fieldsType: string,
    fieldsV1: any,
    manager: string,
    operation: string,
    subresource: string,
    time,
  },
  LabelSelector: { matchExpressions: list(ref('LabelSelectorRequirement')), matchLabels: map(string) },
  LabelSelectorRequirement: { 'key!': string, 'operator!': string, values: list(string) },
  Condition: {
    'lastTransitionTime!': time,
    'message!': string,
    observedGeneration: integer,
    'reason!': string,
    'status!': string,
    'type!': string,
  },
  DeleteOptions: {
    apiVersion: string,
    dryRun: list(string),
    gracePeriodSeconds: integer,
    ignoreStoreReadErrorWithClusterBreakingPotential: boolean,
    kind: string,
    orphanDependents: boolean,
    preconditions: ref('Preconditions'),
    propagationPolicy: string,
  },
  Preconditions: { resourceVersion: string, uid: string },
  Status: {
    apiVersion: string,
    code: integer,
    details: any,
    kind: string,
    message: string,
    metadata: any,
    reason: string,
    status: string,
  },
});

export const autoscalingDefinitions = define('io.k8s.api.autoscaling.v1', {
  Scale: kindShape({ spec: ref('ScaleSpec'), status: ref('ScaleStatus') }),
  ScaleSpec: { replicas: integer },
  ScaleStatus: { replicas: integer, selector: string },
});

export const authorizationDefinitions = define('io.k8s.api.authorization.v1', {
  SelfSubjectAccessReview: kindShape({ 'spec!': any, status: any }),
});
