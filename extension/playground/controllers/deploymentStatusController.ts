import { isDeepStrictEqual } from 'node:util';
import { metaNamespaceKey } from '../../kube/key.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { formatTime } from '../registry/formatTime.ts';
import { deployments } from '../registry/resources/deployments.ts';
import { replicaSets } from '../registry/resources/replicaSets.ts';
import type { Condition, Workload } from '../registry/shapes.ts';
import { controllerIndex, type ControllerInformer, type ControllerPorts, onEveryChange } from './controllerPorts.ts';
import { ownerKey } from './ownership.ts';
import { withoutHash } from './rolloutObjects.ts';

/**
 * Counts in the status of each Deployment what its ReplicaSets have, in the place of the Deployment controller: it makes and scales
 * none. That is left to whoever runs a reconciler of their own against this cluster.
 */
export class DeploymentStatusController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #deployments: ControllerInformer;
  readonly #replicaSets: ControllerInformer;

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#deployments = ports.informer(deployments);
    this.#replicaSets = ports.informer(replicaSets);
    this.#queue = ports.queue((key) => this.#reconcile(key));
    this.#deployments.addEventHandler(onEveryChange((deployment) => this.#queue.add(metaNamespaceKey(deployment))));
    this.#replicaSets.addEventHandler(onEveryChange((replicaSet) => this.#enqueueOwner(replicaSet)));
  }

  #enqueueOwner(replicaSet: KubeObject): void {
    const key = ownerKey(replicaSet, deployments.kind);
    if (key !== undefined) this.#queue.add(key);
  }

  #reconcile(key: string): void {
    const deployment = this.#deployments.indexer.get(key) as Workload | undefined;
    if (!deployment || deployment.metadata.deletionTimestamp) return;
    const owned = this.#replicaSets.indexer.byIndex(controllerIndex, deployment.metadata.uid!) as Workload[];
    const now = formatTime(this.#ports.clock.wallTime());
    this.#ports.client.updateStatus(deployments, deployment, (old) => statusOf(old, owned, now));
  }
}

function statusOf(deployment: Workload, owned: readonly Workload[], now: string): Readonly<Record<string, unknown>> {
  const wanted = deployment.spec.replicas ?? 1;
  const template = withoutHash(deployment.spec.template);
  const current = owned.filter(({ spec }) => isDeepStrictEqual(withoutHash(spec.template), template));
  const counts = {
    replicas: sum(owned, 'replicas'),
    updatedReplicas: sum(current, 'replicas'),
    readyReplicas: sum(owned, 'readyReplicas'),
    availableReplicas: sum(owned, 'availableReplicas'),
    unavailableReplicas: Math.max(0, wanted - sum(owned, 'availableReplicas')),
  };
  const complete = current.length > 0 && counts.updatedReplicas === wanted && counts.replicas === wanted && counts.availableReplicas === wanted;
  const enough = counts.availableReplicas >= wanted - Math.floor(wanted / 4);
  const name = current[0]?.metadata.name ?? '';
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    ...(deployment.status?.['collisionCount'] !== undefined && { collisionCount: deployment.status['collisionCount'] }),
    // A count of 0 is left out.
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    conditions: [
      enough
        ? condition(deployment, now, 'Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.')
        : condition(deployment, now, 'Available', 'False', 'MinimumReplicasUnavailable', 'Deployment does not have minimum availability.'),
      complete
        ? condition(deployment, now, 'Progressing', 'True', 'NewReplicaSetAvailable', `ReplicaSet "${name}" has successfully progressed.`)
        : condition(deployment, now, 'Progressing', 'True', 'ReplicaSetUpdated', name ? `ReplicaSet "${name}" is progressing.` : 'No ReplicaSet has this template yet.'),
    ],
  };
}

function sum(all: readonly Workload[], field: 'replicas' | 'readyReplicas' | 'availableReplicas'): number {
  return all.reduce((total, { status }) => total + (status?.[field] ?? 0), 0);
}

/** As it was where nothing changed, so that a status that says the same is the same. */
function condition({ status }: Workload, now: string, type: string, value: string, reason: string, message: string): Condition {
  const old = ((status?.['conditions'] ?? []) as readonly Condition[]).find((candidate) => candidate.type === type);
  if (old?.status === value && old.reason === reason && old.message === message) return old;
  const lastTransitionTime = old?.status === value ? (old.lastTransitionTime ?? now) : now;
  return { type, status: value, lastUpdateTime: now, lastTransitionTime, reason, message };
}
