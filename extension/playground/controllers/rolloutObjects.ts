import { isDeepStrictEqual } from 'node:util';
import { hashOf } from '../../base/random.ts';
import { lastApplied } from '../../kube/mask.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { PodTemplate, Workload } from '../registry/shapes.ts';
import { ownerReference } from './ownership.ts';

/** The ReplicaSets of a Deployment: which is which, and how a new one looks (kubernetes `pkg/controller/deployment/util`). Pure. */

export const hashLabel = 'pod-template-hash';

const prefix = 'deployment.kubernetes.io/';
export const annotations = {
  revision: `${prefix}revision`,
  history: `${prefix}revision-history`,
  desired: `${prefix}desired-replicas`,
  max: `${prefix}max-replicas`,
} as const;

/** Those of a Deployment that its ReplicaSets do not get. */
const notCopied: ReadonlySet<string> = new Set([...Object.values(annotations), lastApplied]);

export function replicasOf({ spec }: Workload): number {
  return spec.replicas ?? 1;
}

export function totalReplicas(replicaSets: readonly Workload[]): number {
  return replicaSets.reduce((sum, replicaSet) => sum + replicasOf(replicaSet), 0);
}

export function byAge(one: Workload, other: Workload): number {
  return (one.metadata.creationTimestamp ?? '').localeCompare(other.metadata.creationTimestamp ?? '') || one.metadata.name!.localeCompare(other.metadata.name!);
}

export function revisionOf({ metadata }: KubeObject): number {
  return Number(metadata.annotations?.[annotations.revision] ?? 0) || 0;
}

/** The oldest with its template, wherever there are several. */
export function currentOf({ spec }: Workload, owned: readonly Workload[]): Workload | undefined {
  const template = withoutHash(spec.template);
  return owned.toSorted(byAge).find((replicaSet) => isDeepStrictEqual(withoutHash(replicaSet.spec.template), template));
}

/** A template as the Deployment wrote it. */
export function withoutHash({ metadata = {}, spec }: PodTemplate): object {
  const { [hashLabel]: _, ...labels } = metadata.labels ?? {};
  const { labels: __, ...rest } = metadata;
  return { metadata: Object.keys(labels).length > 0 ? { ...rest, labels } : rest, spec };
}

export function newReplicaSet(deployment: Workload, replicas: number, max: number, revision: number, collisions: number): Workload {
  const { name = '', namespace = '' } = deployment.metadata;
  const { selector, template } = deployment.spec;
  const hash = templateHash(template, collisions);
  const labels = { ...template.metadata?.labels, [hashLabel]: hash };
  const minReadySeconds = deployment.spec['minReadySeconds'];
  return {
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels,
      annotations: { ...copiedAnnotations(deployment), [annotations.revision]: String(revision), [annotations.desired]: String(deployment.spec.replicas ?? 1), [annotations.max]: String(max) },
      ownerReferences: [ownerReference(deployment)],
    },
    spec: {
      replicas,
      ...(minReadySeconds !== undefined && { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector.matchLabels, [hashLabel]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}

/** With what its Deployment says of it now; the same object where that is so already. */
export function kept(replicaSet: Workload, deployment: Workload, revision: number): Workload {
  const { minReadySeconds: _, ...spec } = replicaSet.spec;
  const before = replicaSet.metadata.annotations ?? {};
  const old = before[annotations.revision];
  const isNewer = Number(old ?? 0) < revision;
  const history = [before[annotations.history], old].filter(Boolean).join(',');
  const minReadySeconds = deployment.spec['minReadySeconds'];
  return {
    ...replicaSet,
    metadata: {
      ...replicaSet.metadata,
      annotations: { ...before, ...copiedAnnotations(deployment), ...(isNewer && { [annotations.revision]: String(revision), ...(history && { [annotations.history]: history }) }) },
    },
    spec: { ...spec, ...(minReadySeconds !== undefined && { minReadySeconds }) },
  };
}

export function scaled(replicaSet: Workload, replicas: number, desired: number, max: number): Workload {
  const noted = { ...replicaSet.metadata.annotations, [annotations.desired]: String(desired), [annotations.max]: String(max) };
  return { ...replicaSet, metadata: { ...replicaSet.metadata, annotations: noted }, spec: { ...replicaSet.spec, replicas } };
}

function copiedAnnotations({ metadata }: KubeObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([name]) => !notCopied.has(name)));
}

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** Of equal templates the same, and another one for each collision. */
function templateHash(template: PodTemplate, collisions: number): string {
  const hash = hashOf(0, JSON.stringify(sortedKeys(withoutHash(template))) + (collisions || ''));
  return Array.from(String(hash), (digit) => alphabet[Number(digit)]).join('');
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, held]) => [key, sortedKeys(held)]));
}
