/**
 * ReplicaSet: as many pods as `spec.replicas` says (chapter 9 of the article: idempotent, level-triggered).
 *
 * It cannot make too many, however far its cache is behind, although it remembers nothing: a pod's name follows from its
 * number. Whoever creates `web-0` twice is told that it exists, and whoever deletes it twice that it does not.
 * *Stale read* shows what becomes of a controller that lets the server make up the names.
 *
 * Around it, as in the article's `processNextWorkItem`:
 *
 *     1   Get             the key of a ReplicaSet: it changed, or one of its pods did
 *     2   reconcile       make the pods that are missing, delete those that are too many
 *     3a  Forget          all of it went well
 *     3b  AddRateLimited  a write was refused: the whole of it again, later and later
 *         Done            always: a pod that came meanwhile asks for its run now
 *
 * It minds ReplicaSets with the label `sample=replicaset` only. The playground's own controller leaves those alone, and is cut off
 * as long as this runs there and writes; a real cluster's is not, so run it where there is none, as on a bare API server. To try it:
 *
 *     kubectl scale replicaset/sample --replicas=5
 *     kubectl delete pod sample-1
 *
 * Watch in the panel: hold the watch of pods, scale up, and run the key again: each write is answered with AlreadyExists,
 * and when the watch goes on, nothing is there twice.
 */
import { ApiError, defineReconciler, type KubeObject, type ReconcileContext } from 'informer-inspector';
import { containsJson } from './json.ts';

const replicaSets = 'apps/v1/replicasets';
const pods = 'v1/pods';

export default defineReconciler({
  name: 'replicaset',
  for: { resource: replicaSets, predicates: [{ type: 'labels', selector: 'sample=replicaset' }] },
  owns: [pods],
  workers: 2,

  async setup({ client }) {
    await client.create(replicaSets, example).catch(ignoreExisting);
  },

  async reconcile(ctx, request) {
    const replicaSet = await ctx.cache.get(replicaSets, request.namespace, request.name);
    if (!replicaSet || replicaSet.metadata.deletionTimestamp) return; // its pods go with it
    if (replicaSet.metadata.labels?.['sample'] !== 'replicaset') return; // asked for by a pod of somebody else's

    const owned = await ctx.cache.byIndex(pods, 'owner', replicaSet.metadata.uid ?? '');
    const wanted = Array.from({ length: replicaSet['spec'].replicas ?? 1 }, (_, number) => `${request.name}-${number}`);
    const there = new Set(owned.map(({ metadata }) => metadata.name));
    for (const name of wanted) if (!there.has(name)) await createPod(ctx, replicaSet, name);
    for (const pod of owned) if (isFinished(pod) || !wanted.includes(pod.metadata.name ?? '')) await deletePod(ctx, pod);
    await updateStatus(ctx, replicaSet, owned);
  },
});

async function createPod(ctx: ReconcileContext, replicaSet: KubeObject, name: string): Promise<void> {
  const { metadata, spec } = replicaSet['spec'].template;
  const { namespace, name: owner = '', uid = '' } = replicaSet.metadata;
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: owner, uid, controller: true, blockOwnerDeletion: true }];
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name, namespace, ownerReferences }, spec };
  try {
    await ctx.client.create(pods, pod as KubeObject);
  } catch (error) {
    if (!ApiError.is(error, 409)) throw error;
    // Made by an earlier run, and still on its way to the cache. Or it is going, and its last watch event will ask again.
    await expectOurs(ctx, replicaSet, name);
  }
}

/** The cache may not have it yet: a patch that changes nothing asks the server whose it is. @throws when it is not this ReplicaSet's */
async function expectOurs(ctx: ReconcileContext, { metadata }: KubeObject, pod: string): Promise<void> {
  const isOurs = [{ op: 'test', path: '/metadata/ownerReferences/0/uid', value: metadata.uid }];
  try {
    await ctx.client.patch(pods, metadata.namespace, pod, isOurs);
  } catch (error) {
    if (!ApiError.is(error, 422)) throw error;
    throw new Error(`pod ${pod} is in the way of ReplicaSet ${metadata.name}, which does not own it. Delete or rename one of the two.`, { cause: error });
  }
}

async function deletePod(ctx: ReconcileContext, pod: KubeObject): Promise<void> {
  const { namespace, name = '', deletionTimestamp } = pod.metadata;
  if (!deletionTimestamp) await ctx.client.delete(pods, namespace, name).catch(ignoreMissing);
}

/** Counted from what the cache has: when more comes in, it is counted again. */
async function updateStatus(ctx: ReconcileContext, replicaSet: KubeObject, owned: readonly KubeObject[]): Promise<void> {
  const { namespace, name = '', generation } = replicaSet.metadata;
  const active = owned.filter((pod) => !pod.metadata.deletionTimestamp && !isFinished(pod));
  const readyReplicas = active.filter(isReady).length;
  const status = { replicas: active.length, readyReplicas, availableReplicas: readyReplicas, observedGeneration: generation };
  const known = { readyReplicas: 0, availableReplicas: 0, ...replicaSet['status'] }; // the server leaves out a count of 0
  if (!containsJson(known, status)) await ctx.client.status.patch(replicaSets, namespace, name, { status });
}

function isFinished(pod: KubeObject): boolean {
  return pod['status']?.phase === 'Succeeded' || pod['status']?.phase === 'Failed';
}

function isReady(pod: KubeObject): boolean {
  const conditions: readonly { readonly type: string; readonly status: string }[] = pod['status']?.conditions ?? [];
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}

function ignoreExisting(error: unknown): void {
  if (!ApiError.is(error, 409)) throw error;
}

function ignoreMissing(error: unknown): void {
  if (!ApiError.is(error, 404)) throw error;
}

/** Something to work on. */
const example: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'sample', namespace: 'default', labels: { sample: 'replicaset' } },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'sample' } },
    template: { metadata: { labels: { app: 'sample' } }, spec: { containers: [{ name: 'nginx', image: 'nginx:1.27' }] } },
  },
};
