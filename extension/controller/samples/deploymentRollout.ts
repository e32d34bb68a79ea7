import { ownerIndex } from '../../informer/indexFuncs.ts';
import { isRecord, type KubeObject } from '../../kube/object.ts';
import { ApiError } from '../../kube/status.ts';
import { type ReconcileContext, type Reconciler, type ReconcileRequest, TerminalError } from '../api.ts';
import { equalJson, hashJson } from './json.ts';

const deployments = 'apps/v1/deployments';
const replicaSets = 'apps/v1/replicasets';

const hashLabel = 'pod-template-hash';

/**
 * A small Deployment controller. Each run looks at the cache and does the one thing that brings the world
 * nearer to what the Deployment asks for; the watch event of that very write asks for the next run.
 *
 *     image changed → no ReplicaSet with this template → create it
 *     it came back through the watch                   → scale the older ones to 0
 *     nothing differs                                  → nothing is written
 */
export const deploymentRollout: Reconciler = {
  name: 'deployment-rollout',
  for: deployments,
  owns: [replicaSets],

  async reconcile(context, request) {
    const deployment = await context.cache.get(deployments, request.namespace, request.name);
    if (!deployment) return; // gone from the cache: deleted, and nothing to do (K-03)
    if (deployment.metadata.deletionTimestamp) return;

    const spec = deploymentSpec(deployment, request);
    if (spec.paused) return;

    const owned = await context.cache.byIndex(replicaSets, ownerIndex, deployment.metadata.uid ?? '');
    const current = owned.find((replicaSet) => equalJson(templateOf(replicaSet), spec.template));
    if (!current) return createReplicaSet(context, deployment, spec);

    if (replicasOf(current) !== spec.replicas) await scale(context, current, spec.replicas);
    for (const older of owned) {
      if (older !== current && replicasOf(older) > 0) await scale(context, older, 0);
    }
  },
};

interface DeploymentSpec {
  readonly replicas: number;
  readonly paused: boolean;
  readonly matchLabels: Readonly<Record<string, unknown>>;
  readonly template: Readonly<Record<string, unknown>>;
}

function deploymentSpec(deployment: KubeObject, request: ReconcileRequest): DeploymentSpec {
  const { spec } = deployment;
  if (!isRecord(spec) || !isRecord(spec['template']) || !isRecord(spec['selector'])) {
    throw new TerminalError(`Deployment ${request.key} has no pod template or no selector: there is nothing to roll out.`);
  }
  const { replicas = 1, paused = false, selector, template } = spec;
  return {
    replicas: Number(replicas),
    paused: paused === true,
    matchLabels: isRecord(selector['matchLabels']) ? selector['matchLabels'] : {},
    template,
  };
}

async function createReplicaSet(context: ReconcileContext, deployment: KubeObject, spec: DeploymentSpec): Promise<void> {
  const { name = '', namespace = '', uid = '' } = deployment.metadata;
  const hash = hashJson(spec.template);
  const labels = { ...labelsOf(spec.template), [hashLabel]: hash } as Record<string, string>;
  const metadata = isRecord(spec.template['metadata']) ? spec.template['metadata'] : {};
  try {
    await context.client.create(replicaSets, {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name: `${name}-${hash}`,
        namespace,
        labels,
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'Deployment', name, uid, controller: true, blockOwnerDeletion: true },
        ],
      },
      spec: {
        replicas: spec.replicas,
        selector: { matchLabels: { ...spec.matchLabels, [hashLabel]: hash } },
        template: { ...spec.template, metadata: { ...metadata, labels } },
      },
    });
    context.log(`created ReplicaSet ${name}-${hash}`);
  } catch (error) {
    // Created by an earlier run whose watch event is still under way: the cache is behind, not the world.
    if (ApiError.is(error, 409)) return context.log(`ReplicaSet ${name}-${hash} exists already: waiting for its watch event`);
    throw error;
  }
}

async function scale(context: ReconcileContext, replicaSet: KubeObject, replicas: number): Promise<void> {
  const { namespace = '', name = '' } = replicaSet.metadata;
  await context.client.patch(replicaSets, namespace, name, { spec: { replicas } });
  context.log(`scaled ReplicaSet ${name} to ${replicas}`);
}

function replicasOf(replicaSet: KubeObject): number {
  return isRecord(replicaSet['spec']) ? Number(replicaSet['spec']['replicas'] ?? 1) : 1;
}

/** A ReplicaSet's pod template as its Deployment wrote it: without the label that tells ReplicaSets apart. */
function templateOf(replicaSet: KubeObject): unknown {
  const template = isRecord(replicaSet['spec']) ? replicaSet['spec']['template'] : undefined;
  if (!isRecord(template) || !isRecord(template['metadata'])) return template;
  const { [hashLabel]: _, ...labels } = labelsOf(template);
  return { ...template, metadata: { ...template['metadata'], labels } };
}

function labelsOf(template: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { metadata } = template;
  return isRecord(metadata) && isRecord(metadata['labels']) ? metadata['labels'] : {};
}
