import { any, boolean, define, integer, kindShape, list, mergeList, ref, string, time } from './schema.ts';

export const batchDefinitions = define('io.k8s.api.batch.v1', {
  Job: kindShape({ 'spec!': ref('JobSpec'), status: ref('JobStatus') }),
  JobSpec: {
    activeDeadlineSeconds: integer,
    backoffLimit: integer,
    backoffLimitPerIndex: integer,
    completionMode: string,
    completions: integer,
    managedBy: string,
    manualSelector: boolean,
    maxFailedIndexes: integer,
    parallelism: integer,
    // What is inside these two is kept as it was given.
    podFailurePolicy: any,
    podReplacementPolicy: string,
    selector: ref('LabelSelector'),
    successPolicy: any,
    suspend: boolean,
    'template!': ref('PodTemplateSpec'),
    ttlSecondsAfterFinished: integer,
  },
  JobStatus: {
    active: integer,
    completedIndexes: string,
    completionTime: time,
    conditions: mergeList('JobCondition', 'type'),
    failed: integer,
    failedIndexes: string,
    ready: integer,
    startTime: time,
    succeeded: integer,
    terminating: integer,
    uncountedTerminatedPods: ref('UncountedTerminatedPods'),
  },
  JobCondition: { lastProbeTime: time, lastTransitionTime: time, message: string, reason: string, 'status!': string, 'type!': string },
  UncountedTerminatedPods: { failed: list(string, {}), succeeded: list(string, {}) },
});
