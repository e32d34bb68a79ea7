import type { SharedInformer } from '../../informer/sharedInformer.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import { controllerOf, type KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { pods } from '../registry/resources/pods.ts';
import { replicaSets } from '../registry/resources/replicaSets.ts';
import type { Pod, Workload } from '../registry/shapes.ts';
import { controllerIndex, type ControllerPorts, hasSeen, onEveryChange } from './controllerPorts.ts';
import { isPodReady } from './podStatus.ts';

/** Pods that are made or deleted in one go; the rest follows when these have come back through the watch. */
const burst = 500;
const lookAgainMs = 10;

/** ReplicaSets with this label are somebody else's to keep: of whoever runs a ReplicaSet controller of their own against this cluster. */
export const handedOver = { name: 'sample', value: 'replicaset' } as const;

/** Keeps as many pods as each ReplicaSet asks for, and counts them in its status. */
export class ReplicaSetController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #replicaSets: SharedInformer;
  readonly #pods: SharedInformer;
  /** Version of the last pod that was made or deleted here: before the cache has it, its counts are not to be trusted. */
  #written = 0;

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#replicaSets = ports.informer(replicaSets);
    this.#pods = ports.informer(pods);
    this.#queue = ports.queue('replicaset', (key) => this.#reconcile(key));
  }

  start(): void {
    this.#replicaSets.addEventHandler(onEveryChange((replicaSet) => this.#queue.add(metaNamespaceKey(replicaSet))), { name: 'replicaset' });
    this.#pods.addEventHandler(onEveryChange((pod) => this.#enqueueOwner(pod)), { name: 'replicaset' });
  }

  #enqueueOwner(pod: KubeObject): void {
    const owner = controllerOf(pod);
    if (owner?.kind === replicaSets.kind) this.#queue.add(`${pod.metadata.namespace}/${owner.name}`);
  }

  #reconcile(key: string): void {
    const replicaSet = this.#replicaSets.indexer.get(key) as Workload | undefined;
    if (!replicaSet || replicaSet.metadata.deletionTimestamp || replicaSet.metadata.labels?.[handedOver.name] === handedOver.value) return;
    if (!hasSeen(this.#pods, this.#written)) {
      this.#queue.addAfter(key, lookAgainMs);
      return;
    }
    const owned = (this.#pods.indexer.byIndex(controllerIndex, replicaSet.metadata.uid!) as Pod[]).filter(isActive);
    const missing = (replicaSet.spec.replicas ?? 1) - owned.length;
    if (missing > 0) this.#createPods(replicaSet, Math.min(missing, burst));
    else if (missing < 0) this.#deletePods(replicaSet, owned.toSorted(bySuperfluity).slice(0, Math.min(-missing, burst)));
    this.#updateStatus(replicaSet, owned);
  }

  #createPods(replicaSet: Workload, count: number): void {
    const { name = '', namespace = '', uid = '' } = replicaSet.metadata;
    const { metadata = {}, spec } = replicaSet.spec.template;
    const owner = { apiVersion: 'apps/v1', kind: replicaSets.kind, name, uid, controller: true, blockOwnerDeletion: true };
    const pod: KubeObject = { metadata: { ...metadata, generateName: `${name}-`, namespace, ownerReferences: [owner] }, spec };
    for (let index = 0; index < count; index++) {
      const { object, revision } = this.#ports.store(pods).create(namespace, pod);
      this.#written = revision;
      this.#tell(replicaSet, 'SuccessfulCreate', `Created pod: ${object.metadata.name}`);
    }
  }

  #deletePods(replicaSet: Workload, superfluous: readonly Pod[]): void {
    for (const { metadata } of superfluous) {
      const { stored } = this.#ports.store(pods).delete(metadata.namespace!, metadata.name!, { uid: metadata.uid! });
      this.#written = stored.revision;
      this.#tell(replicaSet, 'SuccessfulDelete', `Deleted pod: ${metadata.name}`);
    }
  }

  #updateStatus({ metadata }: Workload, owned: readonly Pod[]): void {
    const replicas = owned.length;
    const ready = owned.filter(isPodReady).length;
    const status = {
      replicas,
      ...(replicas > 0 && { fullyLabeledReplicas: replicas }),
      ...(ready > 0 && { readyReplicas: ready, availableReplicas: ready }),
      observedGeneration: metadata.generation ?? 0,
    };
    this.#ports.store(replicaSets).update(metadata.namespace!, metadata.name!, (old) => ({ ...old, status }), { subresource: 'status' });
  }

  #tell(replicaSet: KubeObject, reason: string, message: string): void {
    this.#ports.events.record(replicaSet, { type: 'Normal', reason, message, component: 'replicaset-controller' });
  }
}

function isActive({ metadata, status }: Pod): boolean {
  return !metadata.deletionTimestamp && status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

/** Those that serve nobody yet go first, then the youngest. */
function bySuperfluity(one: Pod, other: Pod): number {
  const ready = Number(isPodReady(one)) - Number(isPodReady(other));
  return ready || (other.metadata.creationTimestamp ?? '').localeCompare(one.metadata.creationTimestamp ?? '');
}
