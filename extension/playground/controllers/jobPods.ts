import type { KubeObject } from '../../kube/object.ts';
import type { Job } from '../registry/jobShapes.ts';
import { hasEnded } from '../registry/podState.ts';
import type { Pod } from '../registry/shapes.ts';
import { ownerReference } from './ownership.ts';

/** The pods of a Job: what they count for, and how they are made (kubernetes `pkg/controller/job`). Pure. */

/** Keeps a pod until its Job has counted it. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking';
const indexAnnotation = 'batch.kubernetes.io/job-completion-index';

export function isTracked({ metadata }: KubeObject): boolean {
  return metadata.finalizers?.includes(trackingFinalizer) ?? false;
}

export function isIndexed({ spec }: Job): boolean {
  return spec.completionMode === 'Indexed';
}

/** What was asked to go before it was done has failed, once it has gone so far that only the finalizer holds it. */
export function isLost(pod: Pod): boolean {
  return Boolean(pod.metadata.deletionTimestamp) && !hasEnded(pod) && (pod.metadata.deletionGracePeriodSeconds ?? 0) === 0;
}

export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[indexAnnotation];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** @param index of an indexed Job; @param suffix that a name ends with where the server does not make it up */
export function podOf(job: Job, index: number | undefined, suffix: string): KubeObject {
  const { name = '', namespace = '' } = job.metadata;
  const { metadata = {}, spec } = job.spec.template;
  const common = { ...metadata, namespace, ownerReferences: [ownerReference(job)], finalizers: [trackingFinalizer] };
  if (index === undefined) return { metadata: { ...common, generateName: `${name}-` }, spec };
  const variable = { name: 'JOB_COMPLETION_INDEX', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: `metadata.labels['${indexAnnotation}']` } } };
  return {
    metadata: {
      ...common,
      name: `${name}-${index}-${suffix}`,
      labels: { ...metadata.labels, [indexAnnotation]: String(index) },
      annotations: { ...metadata.annotations, [indexAnnotation]: String(index) },
    },
    spec: {
      ...spec,
      hostname: `${name}-${index}`,
      containers: spec.containers.map((container) => Object.assign({}, container, { env: [...((container['env'] ?? []) as readonly object[]), variable] })),
    },
  };
}

/** `0-2,5`: which indexes have been completed. */
export function formatIndexes(indexes: Iterable<number>): string {
  const parts: string[] = [];
  let [from, to] = [-1, -1];
  const flush = (): void => {
    if (from >= 0) parts.push(from === to ? String(from) : `${from}-${to}`);
  };
  for (const index of [...indexes].toSorted((one, other) => one - other)) {
    if (from >= 0 && index === to + 1) to = index;
    else {
      flush();
      [from, to] = [index, index];
    }
  }
  flush();
  return parts.join(',');
}

/** What {@link formatIndexes} wrote; somebody may have written anything. @param completions no index is as large as this */
export function parseIndexes(text: string | undefined, completions: number): Set<number> {
  const found = new Set<number>();
  for (const [, from = '', to = from] of (text ?? '').matchAll(/(\d{1,6})(?:-(\d{1,6}))?/g)) {
    for (let index = Number(from); index <= Number(to) && index < completions; index++) found.add(index);
  }
  return found;
}
