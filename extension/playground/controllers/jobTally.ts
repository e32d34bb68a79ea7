import type { Job } from '../registry/jobShapes.ts';
import { hasEnded } from '../registry/podState.ts';
import type { Pod } from '../registry/shapes.ts';
import { formatIndexes, indexOf, isIndexed, isLost, isTracked, parseIndexes } from './jobPods.ts';
import type { StatusChange } from './jobStatus.ts';

/** What of a Job has come to its end and has still to be counted. */
export interface Tally {
  /** Held until they are written down. */
  readonly pods: readonly Pod[];
  /** Writes their uids down, so that each counts once whatever happens meanwhile. */
  readonly noted: StatusChange;
  /** Counts them, when none is held any more, and forgets the uids. */
  readonly counted: StatusChange;
}

/** Undefined where nothing is to be counted (kubernetes `pkg/controller/job`, `trackJobStatusAndRemoveFinalizers`). Pure. */
export function tallyOf(job: Job, owned: readonly Pod[]): Tally | undefined {
  const pods = owned.filter((pod) => isTracked(pod) && (hasEnded(pod) || isLost(pod)));
  const { succeeded: before = [], failed: failedBefore = [] } = (job.status?.uncountedTerminatedPods ?? {}) as Partial<Readonly<Record<'succeeded' | 'failed', readonly string[]>>>;
  const [succeeded, failed] = [new Set(before), new Set(failedBefore)];
  if (pods.length + succeeded.size + failed.size === 0) return undefined;
  const completions = job.spec.completions ?? 0;
  const done = parseIndexes(job.status?.completedIndexes, completions);
  for (const pod of pods) {
    const index = indexOf(pod);
    const isGood = pod.status?.phase === 'Succeeded';
    if (isGood && isIndexed(job) && index !== undefined && index < completions) done.add(index);
    else (isGood ? succeeded : failed).add(pod.metadata.uid!);
  }
  const indexes = isIndexed(job) && done.size > 0 ? { completedIndexes: formatIndexes(done), succeeded: done.size } : {};
  const uids = { ...(succeeded.size > 0 && { succeeded: [...succeeded] }), ...(failed.size > 0 && { failed: [...failed] }) };
  return {
    pods,
    noted: (status) => ({ ...status, ...indexes, uncountedTerminatedPods: uids }),
    counted: (status) => ({
      ...status,
      ...(succeeded.size > 0 && { succeeded: (status.succeeded ?? 0) + succeeded.size }),
      ...(failed.size > 0 && { failed: (status.failed ?? 0) + failed.size }),
      uncountedTerminatedPods: {},
    }),
  };
}
