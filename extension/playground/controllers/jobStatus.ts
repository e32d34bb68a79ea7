import { conditionStatus } from '../registry/conditionStatus.ts';
import type { Job, JobStatus } from '../registry/jobShapes.ts';
import { hasEnded, isActivePod, isPodReady } from '../registry/podState.ts';
import type { Condition, Pod } from '../registry/shapes.ts';
import type { Moment } from './moment.ts';

/** What a Job says of itself, and when it has come to its end (kubernetes `pkg/controller/job`). Pure. */

export type StatusChange = (status: JobStatus) => JobStatus;

export interface End {
  readonly type: 'Complete' | 'Failed';
  readonly reason: string;
  readonly message: string;
}

/** After a failure the next pod is waited for, twice as long each time, in milliseconds. */
const firstBackOffMs = 10_000;
const longestBackOffMs = 360_000;

/** Undefined while it goes on. @param job with all that has ended counted */
export function endOf(job: Job, active: readonly Pod[], moment: Moment): End | undefined {
  const { spec, status = {} } = job;
  const limit = spec.backoffLimit ?? 6;
  const restarts = spec.template.spec.restartPolicy === 'OnFailure' ? active.reduce((sum, pod) => sum + restartsOf(pod), 0) : 0;
  if ((status.failed ?? 0) > limit || restarts > limit) return { type: 'Failed', reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' };
  if (deadlineIn(job, moment) <= 0) return { type: 'Failed', reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' };
  const succeeded = status.succeeded ?? 0;
  const isDone = spec.completions === undefined ? succeeded > 0 && active.length === 0 : succeeded >= spec.completions;
  return isDone ? { type: 'Complete', reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' } : undefined;
}

/** In milliseconds; never comes for one that has none, or does not run. */
export function deadlineIn({ spec, status }: Job, { since }: Moment): number {
  if (spec.activeDeadlineSeconds === undefined || !status?.startTime || spec.suspend) return Infinity;
  return spec.activeDeadlineSeconds * 1000 - since(status.startTime);
}

/** What comes, while the last pods go. */
export function announced({ type, reason, message }: End, now: string): StatusChange {
  const coming = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
  return (status) => ({ ...status, conditions: withCondition(status.conditions, { type: coming, status: 'True', reason, message }, now) });
}

export function ended({ type, reason, message }: End, now: string): StatusChange {
  return ({ active: _active, ...status }) => ({
    ...status,
    ready: 0,
    terminating: 0,
    conditions: withCondition(status.conditions, { type, status: 'True', reason, message }, now),
    ...(type === 'Complete' && { completionTime: now }),
  });
}

export function isSuspended({ status }: Job): boolean {
  return conditionStatus(status?.conditions, 'Suspended') === 'True';
}

export function suspended(now: string): StatusChange {
  return ({ startTime: _startTime, ...status }) => ({ ...status, conditions: withCondition(status.conditions, { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }, now) });
}

/** Its time begins anew. */
export function resumed(now: string): StatusChange {
  return (status) => ({ ...status, startTime: now, conditions: withCondition(status.conditions, { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' }, now) });
}

/** @param running how many pods run now that this look at it is over */
export function counting(running: number, owned: readonly Pod[]): StatusChange {
  const ready = owned.filter((pod) => isActivePod(pod) && isPodReady(pod)).length;
  const terminating = owned.filter((pod) => pod.metadata.deletionTimestamp && !hasEnded(pod)).length;
  return ({ active: _active, ...status }) => ({ ...status, ...(running > 0 && { active: running }), ready: Math.min(ready, running), terminating, uncountedTerminatedPods: status.uncountedTerminatedPods ?? {} });
}

/** How many pods it asks for. */
export function wantedPods({ spec: { parallelism = 1, completions }, status }: Job, active: number): number {
  const succeeded = status?.succeeded ?? 0;
  const left = completions === undefined ? (succeeded > 0 ? active : parallelism) : Math.max(0, completions - succeeded);
  return Math.min(parallelism, left);
}

/** How long the next pod is to wait after the latest failure, in milliseconds; not at all where that is not above 0. */
export function backOff(job: Job, owned: readonly Pod[], { since }: Moment): number {
  const failures = job.status?.failed ?? 0;
  const ends = owned.filter(({ status }) => status?.phase === 'Failed').flatMap(endsOf);
  if (failures === 0 || ends.length === 0) return 0;
  return Math.min(longestBackOffMs, firstBackOffMs * 2 ** (failures - 1)) - Math.min(...ends.map(since));
}

function restartsOf({ status }: Pod): number {
  return (status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
}

/** When each of its containers has ended, as far as that is told. */
function endsOf({ status }: Pod): string[] {
  return (status?.containerStatuses ?? []).map(({ state }) => state?.terminated?.finishedAt ?? '').filter((time) => Date.parse(time) > 0);
}

function withCondition(conditions: readonly Condition[] = [], said: Condition, now: string): readonly Condition[] {
  const old = conditions.find(({ type }) => type === said.type);
  if (old?.status === said.status && old.reason === said.reason) return conditions;
  const next = { type: said.type, status: said.status, lastProbeTime: now, lastTransitionTime: now, reason: said.reason!, message: said.message! };
  return [...conditions.filter((condition) => condition !== old), next];
}
