/**
 * Observe: a controller that only looks. It says what a Deployment controller would do now, and does nothing: safe on any cluster.
 *
 * Everything that it knows comes from two caches, filled by one list and one watch each (chapters 3, 4 and 6 of the article).
 * However often it looks, the API server is not asked.
 *
 * Around it, as in the article's `processNextWorkItem`:
 *
 *     1   Get             the key of a Deployment: it changed, or one of its ReplicaSets did
 *     2   reconcile       look, and say
 *     3a  Forget          always, since nothing here is refused
 *     3b  AddRateLimited  never
 *         Done            always: what changed meanwhile is looked at next
 *
 * Watch in the panel: what asks for a run (the chain of causes of `reconcile.start`), and what a run reads: each
 * `reconcile.read` says at which resourceVersion the cache was. There is no `reconcile.write`.
 */
import { defineReconciler, type KubeObject } from 'informer-inspector';
import { equalJson } from './json.ts';

const deployments = 'apps/v1/deployments';
const replicaSets = 'apps/v1/replicasets';

/** Tells the ReplicaSets of one Deployment apart, and their pods. */
const hashLabel = 'pod-template-hash';

export default defineReconciler({
  name: 'observe',
  for: deployments,
  owns: [replicaSets],
  workers: 2,

  async reconcile(ctx, request) {
    const deployment = await ctx.cache.get(deployments, request.namespace, request.name);
    if (!deployment) return ctx.log('is gone: what it owned is for the garbage collector');
    if (deployment.metadata.deletionTimestamp) return ctx.log('is being deleted: it is left alone');

    const owned = await ctx.cache.byIndex(replicaSets, 'owner', deployment.metadata.uid ?? '');
    const plan = planFor(deployment, owned);
    ctx.log(plan.length > 0 ? `would ${plan.join(', then ')}` : `is as it should be, with ${owned.length} ReplicaSets`);
  },
});

/** What would have to be done, in this order; nothing when the world is as the Deployment asks. */
function planFor(deployment: KubeObject, owned: readonly KubeObject[]): string[] {
  const { replicas = 1, paused = false, template } = deployment['spec'];
  if (paused) return [];
  const current = owned.find((replicaSet) => equalJson(templateOf(replicaSet), template));

  const plan: string[] = [];
  if (!current) plan.push(`create a ReplicaSet for ${imagesOf(template)}`);
  else if (replicasOf(current) !== replicas) plan.push(`scale ${current.metadata.name} from ${replicasOf(current)} to ${replicas}`);
  for (const older of owned) {
    if (older !== current && replicasOf(older) > 0) plan.push(`scale ${older.metadata.name} from ${replicasOf(older)} to 0`);
  }
  return plan;
}

function replicasOf(replicaSet: KubeObject): number {
  return replicaSet['spec'].replicas ?? 1;
}

/** A ReplicaSet's pod template as its Deployment wrote it: without the label that tells ReplicaSets apart. */
function templateOf(replicaSet: KubeObject): unknown {
  const { metadata = {}, ...template } = replicaSet['spec'].template;
  const { [hashLabel]: _, ...labels } = metadata.labels ?? {};
  return { ...template, metadata: { ...metadata, labels } };
}

function imagesOf({ spec }: { readonly spec: { readonly containers: readonly { readonly image?: string }[] } }): string {
  return spec.containers.map(({ image }) => image).join(', ');
}
