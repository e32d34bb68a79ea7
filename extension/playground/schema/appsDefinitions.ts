import { boolean, define, integer, intOrString, kindShape, mergeList, ref, string, time } from './schema.ts';

const conditionShape = { lastTransitionTime: time, message: string, reason: string, 'status!': string, 'type!': string };

export const appsDefinitions = define('io.k8s.api.apps.v1', {
  Deployment: kindShape({ 'spec!': ref('DeploymentSpec'), status: ref('DeploymentStatus') }),
  DeploymentSpec: {
    minReadySeconds: integer,
    paused: boolean,
    progressDeadlineSeconds: integer,
    replicas: integer,
    revisionHistoryLimit: integer,
    'selector!': ref('LabelSelector'),
    strategy: ref('DeploymentStrategy', { retainKeys: true }),
    'template!': ref('PodTemplateSpec'),
  },
  DeploymentStrategy: { rollingUpdate: ref('RollingUpdateDeployment'), type: string },
  RollingUpdateDeployment: { maxSurge: intOrString, maxUnavailable: intOrString },
  DeploymentStatus: {
    availableReplicas: integer,
    collisionCount: integer,
    conditions: mergeList('DeploymentCondition', 'type'),
    observedGeneration: integer,
    readyReplicas: integer,
    replicas: integer,
    terminatingReplicas: integer,
    unavailableReplicas: integer,
    updatedReplicas: integer,
  },
  DeploymentCondition: { ...conditionShape, lastUpdateTime: time },
  ReplicaSet: kindShape({ 'spec!': ref('ReplicaSetSpec'), status: ref('ReplicaSetStatus') }),
  ReplicaSetSpec: { minReadySeconds: integer, replicas: integer, 'selector!': ref('LabelSelector'), 'template!': ref('PodTemplateSpec') },
  ReplicaSetStatus: {
    availableReplicas: integer,
    conditions: mergeList('ReplicaSetCondition', 'type'),
    fullyLabeledReplicas: integer,
    observedGeneration: integer,
    readyReplicas: integer,
    replicas: integer,
    terminatingReplicas: integer,
  },
  ReplicaSetCondition: conditionShape,
});
