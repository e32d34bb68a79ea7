import type { KubeObject } from '../../kube/object.ts';
import { jobs } from '../registry/resources/jobs.ts';
import type { Container } from '../registry/shapes.ts';
import { ownedBy } from './ownedBy.ts';
import type { WorldContext } from './worldContext.ts';

export interface JobPlan {
  readonly namespace: string;
  readonly name: string;
  readonly container: Container;
  /** How long ago it was done, and how long it took, in milliseconds. */
  readonly doneMs: number;
  readonly tookMs: number;
}

/** A Job that is done; its pod has been cleaned away since. */
export function finishedJob(context: WorldContext, { namespace, name, container, doneMs, tookMs }: JobPlan): KubeObject {
  const created = context.ago(doneMs + tookMs);
  const done = context.ago(doneMs);
  const asked = {
    kind: 'Job',
    apiVersion: 'batch/v1',
    metadata: { name, namespace, uid: context.uid(), generation: 1, creationTimestamp: created, labels: { app: name } },
    spec: { template: { metadata: { labels: { app: name } }, spec: { restartPolicy: 'OnFailure', containers: [container] } } },
  };
  const conditions = ['SuccessCriteriaMet', 'Complete'].map((type) => ({
    type,
    status: 'True',
    lastProbeTime: done,
    lastTransitionTime: done,
    reason: 'CompletionsReached',
    message: 'Reached expected number of succeeded pods',
  }));
  const status = { conditions, startTime: created, completionTime: done, ready: 0, succeeded: 1, terminating: 0, uncountedTerminatedPods: {} };
  const job = { ...jobs.applyDefaults(jobs.prepareForCreate(asked)), status };
  return ownedBy(job, { manager: 'kubectl-create', time: created }, { manager: 'kube-controller-manager', time: done });
}
