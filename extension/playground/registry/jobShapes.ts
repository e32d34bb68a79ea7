import type { LabelSelector } from '../../kube/labelSelector.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Condition, PodTemplate } from './shapes.ts';

export interface JobSpec {
  readonly parallelism?: number;
  readonly completions?: number;
  readonly activeDeadlineSeconds?: number;
  readonly backoffLimit?: number;
  readonly completionMode?: string;
  readonly manualSelector?: boolean;
  readonly selector?: LabelSelector;
  readonly suspend?: boolean;
  readonly template: PodTemplate;
  readonly ttlSecondsAfterFinished?: number;
  readonly [field: string]: unknown;
}

export interface JobStatus {
  readonly active?: number;
  readonly ready?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly terminating?: number;
  readonly completedIndexes?: string;
  readonly conditions?: readonly Condition[];
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly uncountedTerminatedPods?: object;
}

export interface Job extends KubeObject {
  readonly spec: JobSpec;
  readonly status?: JobStatus;
}

/** The condition with which a job has come to its end; undefined while it has not. */
export function jobEnd({ status }: Job): Condition | undefined {
  return status?.conditions?.find(({ type, status: value }) => (type === 'Complete' || type === 'Failed') && value === 'True');
}
