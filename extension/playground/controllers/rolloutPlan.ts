import type { Workload } from '../registry/shapes.ts';
import { annotations, byAge, replicasOf, totalReplicas } from './rolloutObjects.ts';

/** How many pods each ReplicaSet of a Deployment is to have next (kubernetes `pkg/controller/deployment/{rolling,util}`). Pure. */

export interface Limits {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/** Of a Deployment that rolls: in pods, and never both 0. */
export function limitsOf({ spec }: Workload): Limits {
  const { type, rollingUpdate = {} } = (spec['strategy'] ?? {}) as { readonly type?: string; readonly rollingUpdate?: { readonly maxSurge?: number | string; readonly maxUnavailable?: number | string } };
  if (type === 'Recreate') return { maxSurge: 0, maxUnavailable: 0 };
  const replicas = spec.replicas ?? 1;
  const maxSurge = share(rollingUpdate.maxSurge ?? '25%', replicas, Math.ceil);
  const maxUnavailable = Math.min(replicas, share(rollingUpdate.maxUnavailable ?? '25%', replicas, Math.floor));
  return { maxSurge, maxUnavailable: maxSurge === 0 && maxUnavailable === 0 ? 1 : maxUnavailable };
}

function share(value: number | string, of: number, round: (number: number) => number): number {
  if (typeof value === 'number') return value;
  return value.endsWith('%') ? round((Number(value.slice(0, -1)) * of) / 100) : Number(value) || 0;
}

/** As many of the new as the surge has room for. */
export function newReplicas(deployment: Workload, all: readonly Workload[], current: number): number {
  const wanted = deployment.spec.replicas ?? 1;
  if (strategyOf(deployment) === 'Recreate') return wanted;
  const room = wanted + limitsOf(deployment).maxSurge - totalReplicas(all);
  return room <= 0 ? current : current + Math.min(room, wanted - current);
}

export function strategyOf({ spec }: Workload): string {
  return (spec['strategy'] as { readonly type?: string } | undefined)?.type ?? 'RollingUpdate';
}

/** What the old ones are scaled down to, so that enough stays available: first what is not well, then the oldest. */
export function oldReplicas(deployment: Workload, current: Workload, old: readonly Workload[]): ReadonlyMap<Workload, number> {
  const scaled = new Map<Workload, number>();
  const wanted = deployment.spec.replicas ?? 1;
  const leastAvailable = wanted - limitsOf(deployment).maxUnavailable;
  const unavailableNew = replicasOf(current) - (current.status?.availableReplicas ?? 0);
  let most = totalReplicas([current, ...old]) - leastAvailable - unavailableNew;
  const now = (replicaSet: Workload): number => scaled.get(replicaSet) ?? replicasOf(replicaSet);
  for (const replicaSet of old) {
    const unwell = Math.min(most, now(replicaSet) - (replicaSet.status?.availableReplicas ?? 0));
    if (unwell <= 0) continue;
    scaled.set(replicaSet, now(replicaSet) - unwell);
    most -= unwell;
  }
  const available = [current, ...old].reduce((sum, { status }) => sum + (status?.availableReplicas ?? 0), 0);
  let spare = Math.min(most, available - leastAvailable);
  for (const replicaSet of old) {
    const fewer = Math.min(spare, now(replicaSet));
    if (fewer <= 0) continue;
    scaled.set(replicaSet, now(replicaSet) - fewer);
    spare -= fewer;
  }
  return scaled;
}

/** A Deployment that is scaled while it rolls: each gets its share, and the largest what is left over. */
export function proportionalReplicas(deployment: Workload, active: readonly Workload[]): ReadonlyMap<Workload, number> {
  const wanted = deployment.spec.replicas ?? 1;
  const allowed = wanted > 0 ? wanted + limitsOf(deployment).maxSurge : 0;
  const toAdd = allowed - totalReplicas(active);
  const ordered = active.toSorted((one, other) => replicasOf(other) - replicasOf(one) || (toAdd > 0 ? byAge(other, one) : byAge(one, other)));
  const sizes = new Map<Workload, number>();
  let added = 0;
  for (const replicaSet of ordered) {
    const size = replicasOf(replicaSet);
    const before = Number(replicaSet.metadata.annotations?.[annotations.max] ?? deployment.status?.replicas ?? 0);
    const fraction = wanted === 0 ? -size : before > 0 ? Math.round((size * allowed) / before) - size : 0;
    const left = toAdd - added;
    const change = toAdd > 0 ? Math.min(Math.max(0, fraction), left) : Math.max(Math.min(0, fraction), left);
    sizes.set(replicaSet, size + change);
    added += change;
  }
  const [first] = ordered;
  if (first) sizes.set(first, Math.max(0, sizes.get(first)! + toAdd - added));
  return sizes;
}
