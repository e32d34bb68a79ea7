/**
 * Deployment rollout: one change, from `kubectl set image` to the last old pod (chapter 9 of the article).
 *
 * Each run looks at the cache and does what brings the world nearer to what the Deployment asks for. It is not told what
 * changed, and does not ask: the watch event of each of its own writes asks for the next run, until nothing differs.
 *
 *     image changed → no ReplicaSet with this template → create it
 *     it came back through the watch                   → scale the older ones to 0
 *     nothing differs                                  → nothing is written
 *
 * Around it, as in the article's `processNextWorkItem`:
 *
 *     1   Get             the key of a Deployment: it changed, or one of its ReplicaSets did
 *     2   reconcile       one step nearer: create, or scale
 *     3a  Forget          it went well: its next failure waits the shortest time again
 *     3b  AddRateLimited  a write was refused: again, later and later
 *         Done            always: what changed meanwhile may be had from here on
 *
 * Try it on the playground. Its own Deployment controller, which would be in the way, is cut off as long as this runs there and writes:
 *
 *     kubectl set image deployment/web nginx=nginx:1.26
 *
 * Watch in the panel: the chain of causes from the PATCH to the reconcile that creates the ReplicaSet, and from that write
 * to the watch event that brings it back. Hold that event: the ReplicaSet exists, and the cache does not know it yet.
 */
import { ApiError, defineReconciler, type KubeObject, type ReconcileContext, TerminalError } from 'informer-inspector';
import { equalJson, hashJson } from './json.ts';

const deployments = 'apps/v1/deployments';
const replicaSets = 'apps/v1/replicasets';

/** Tells the ReplicaSets of one Deployment apart, and their pods. */
const hashLabel = 'pod-template-hash';

export const deploymentRollout = defineReconciler({
  name: 'deployment-rollout',
  for: deployments,
  owns: [replicaSets],

  async reconcile(ctx, request) {
    const deployment = await ctx.cache.get(deployments, request.namespace, request.name);
    if (!deployment || deployment.metadata.deletionTimestamp) return; // gone, or going: its ReplicaSets go with it

    const { replicas = 1, paused = false, template, selector } = deployment['spec'] ?? {};
    if (!template || !selector) {
      throw new TerminalError(`Deployment ${request.key} has no pod template or no selector: there is nothing to roll out.`);
    }
    if (paused) return;

    const owned = await ctx.cache.byIndex(replicaSets, 'owner', deployment.metadata.uid ?? '');
    const current = owned.find((replicaSet) => equalJson(templateOf(replicaSet), template));
    if (!current) return createReplicaSet(ctx, deployment);

    if (replicasOf(current) !== replicas) await scale(ctx, current, replicas);
    for (const older of owned) {
      if (older !== current && replicasOf(older) > 0) await scale(ctx, older, 0);
    }
  },
});

export default deploymentRollout;

async function createReplicaSet(ctx: ReconcileContext, deployment: KubeObject): Promise<void> {
  const { name = '', namespace = '', uid = '' } = deployment.metadata;
  const { replicas = 1, selector, template } = deployment['spec'];
  // The name follows from the template: whoever creates it twice is told so, and nothing is there twice.
  const hash = hashJson(template);
  const labels = { ...template.metadata?.labels, [hashLabel]: hash };
  const replicaSet = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels,
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name, uid, controller: true, blockOwnerDeletion: true }],
    },
    spec: {
      replicas,
      selector: { ...selector, matchLabels: { ...selector.matchLabels, [hashLabel]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
  try {
    await ctx.client.create(replicaSets, replicaSet);
    ctx.log(`created ReplicaSet ${name}-${hash}`);
  } catch (error) {
    if (!ApiError.is(error, 409)) throw error;
    await expectOurs(ctx, deployment, `${name}-${hash}`);
    // Created by an earlier run, whose watch event is still under way: the cache is behind, not the world.
    ctx.log(`ReplicaSet ${name}-${hash} exists already: waiting for its watch event`);
  }
}

/** The cache may not have it yet: a patch that changes nothing asks the server whose it is. @throws when it is not this Deployment's */
async function expectOurs(ctx: ReconcileContext, { metadata }: KubeObject, replicaSet: string): Promise<void> {
  const isOurs = [{ op: 'test', path: '/metadata/ownerReferences/0/uid', value: metadata.uid }];
  try {
    await ctx.client.patch(replicaSets, metadata.namespace, replicaSet, isOurs);
  } catch (error) {
    if (!ApiError.is(error, 422)) throw error;
    throw new Error(`ReplicaSet ${replicaSet} is in the way of Deployment ${metadata.name}, which does not own it. Delete one of the two.`, { cause: error });
  }
}

async function scale(ctx: ReconcileContext, replicaSet: KubeObject, replicas: number): Promise<void> {
  const { namespace, name = '' } = replicaSet.metadata;
  await ctx.client.patch(replicaSets, namespace, name, { spec: { replicas } });
  ctx.log(`scaled ReplicaSet ${name} to ${replicas}`);
}

function replicasOf(replicaSet: KubeObject): number {
  return replicaSet['spec']?.replicas ?? 1;
}

/** A ReplicaSet's pod template as its Deployment wrote it: without the label that tells ReplicaSets apart. */
function templateOf(replicaSet: KubeObject): unknown {
  const { metadata = {}, ...template } = replicaSet['spec'].template;
  const { [hashLabel]: _, ...labels } = metadata.labels ?? {};
  return { ...template, metadata: { ...metadata, labels } };
}
