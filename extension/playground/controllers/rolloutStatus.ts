import type { Condition, Workload } from '../registry/shapes.ts';
import type { Moment } from './moment.ts';
import { replicasOf, totalReplicas } from './rolloutObjects.ts';
import { limitsOf } from './rolloutPlan.ts';

/** What a Deployment says of its rollout (kubernetes `pkg/controller/deployment/progress.go`, `sync.go`). Pure. */

export interface DeploymentStatus {
  readonly observedGeneration: number;
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly unavailableReplicas?: number;
  readonly collisionCount?: number;
  readonly conditions?: readonly Condition[];
  readonly [field: string]: unknown;
}

const noDeadline = 2_147_483_647;

export function statusOf(deployment: Workload, current: Workload | undefined, all: readonly Workload[], { now }: Moment): DeploymentStatus {
  const sum = (field: 'replicas' | 'readyReplicas' | 'availableReplicas'): number => all.reduce((total, { status }) => total + (status?.[field] ?? 0), 0);
  const available = sum('availableReplicas');
  const counts = {
    replicas: sum('replicas'),
    updatedReplicas: current?.status?.replicas ?? 0,
    readyReplicas: sum('readyReplicas'),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, totalReplicas(all) - available),
    collisionCount: Number(deployment.status?.['collisionCount'] ?? 0),
  };
  const isEnough = available >= (deployment.spec.replicas ?? 1) - limitsOf(deployment).maxUnavailable;
  const availability = isEnough
    ? { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
    : { type: 'Available', status: 'False', reason: 'MinimumReplicasUnavailable', message: 'Deployment does not have minimum availability.' };
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
    conditions: withCondition(conditionsOf(deployment), availability, now),
  };
}

/** The same with how the rollout goes: done, getting on, or stuck. */
export function withProgress(deployment: Workload, current: Workload | undefined, status: DeploymentStatus, { now, since }: Moment): DeploymentStatus {
  if (!hasDeadline(deployment)) return { ...status, conditions: (status.conditions ?? []).filter(({ type }) => type !== 'Progressing') };
  const before = progressOf(deployment);
  const isSettled = (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && before?.reason === 'NewReplicaSetAvailable';
  if (isSettled) return status;
  const what = current ? `ReplicaSet ${JSON.stringify(current.metadata.name)}` : `Deployment ${JSON.stringify(deployment.metadata.name)}`;
  const set = (value: string, reason: string, message: string): DeploymentStatus => ({
    ...status,
    conditions: withCondition(status.conditions ?? [], { type: 'Progressing', status: value, reason, message }, now, true),
  });
  if (isComplete(deployment, status)) return set('True', 'NewReplicaSetAvailable', `${what} has successfully progressed.`);
  if (hasProgressed(deployment, status)) return set('True', 'ReplicaSetUpdated', `${what} is progressing.`);
  if (before?.reason === 'ProgressDeadlineExceeded') return status;
  const isLate = before !== undefined && since(String(before['lastUpdateTime'] ?? now)) >= deadlineMs(deployment);
  return isLate ? set('False', 'ProgressDeadlineExceeded', `${what} has timed out progressing.`) : status;
}

export function hasDeadline({ spec }: Workload): boolean {
  return Number(spec['progressDeadlineSeconds'] ?? noDeadline) !== noDeadline;
}

export function deadlineMs({ spec }: Workload): number {
  return Number(spec['progressDeadlineSeconds'] ?? 600) * 1000;
}

export function isComplete({ spec, metadata }: Workload, status: DeploymentStatus): boolean {
  const wanted = spec.replicas ?? 1;
  const all = [status.updatedReplicas, status.replicas, status.availableReplicas].every((count = 0) => count === wanted);
  return all && status.observedGeneration >= (metadata.generation ?? 0);
}

function hasProgressed({ status: old = {} }: Workload, status: DeploymentStatus): boolean {
  const { replicas = 0, updatedReplicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
  const oldReplicas = (old.replicas ?? 0) - (old.updatedReplicas ?? 0);
  return (
    updatedReplicas > (old.updatedReplicas ?? 0) ||
    replicas - updatedReplicas < oldReplicas ||
    readyReplicas > (old.readyReplicas ?? 0) ||
    availableReplicas > (old.availableReplicas ?? 0)
  );
}

export function conditionsOf({ status }: Workload): readonly Condition[] {
  return (status?.['conditions'] ?? []) as readonly Condition[];
}

export function progressOf(deployment: Workload): Condition | undefined {
  return conditionsOf(deployment).find(({ type }) => type === 'Progressing');
}

/** Where the same is said already nothing changes, unless it is said anew: that something got on counts each time. */
export function withCondition(conditions: readonly Condition[], said: Condition, now: string, isSaidAnew = false): readonly Condition[] {
  const old = conditions.find(({ type }) => type === said.type);
  const isSame = old?.status === said.status && old.reason === said.reason;
  if (isSame && (!isSaidAnew || said.reason !== 'ReplicaSetUpdated')) return conditions;
  const lastTransitionTime = old?.status === said.status ? (old.lastTransitionTime ?? now) : now;
  const next = { type: said.type, status: said.status, lastUpdateTime: now, lastTransitionTime, reason: said.reason!, message: said.message! };
  return old ? conditions.map((condition) => (condition === old ? next : condition)) : [...conditions, next];
}

/** It has been rolled out and scaled: nothing of the old is left, and all of the new is there. */
export function isSaturated(deployment: Workload, current: Workload | undefined): boolean {
  const wanted = deployment.spec.replicas ?? 1;
  return current !== undefined && replicasOf(current) === wanted && (current.status?.availableReplicas ?? 0) === wanted;
}
