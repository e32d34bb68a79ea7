import { isDeepStrictEqual } from 'node:util';
import { metaNamespaceKey } from '../../kube/key.ts';
import { controllerOf, type KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { isActivePod, isPodReady } from '../registry/podState.ts';
import { pods } from '../registry/resources/pods.ts';
import { replicaSets } from '../registry/resources/replicaSets.ts';
import type { Pod, Workload } from '../registry/shapes.ts';
import { controllerIndex, type ControllerInformer, type ControllerPorts, lookAgainMs, namespaceIndex, onEveryChange, orphanIndex } from './controllerPorts.ts';
import { OwnWrites } from './ownWrites.ts';
import { ownerReference, selectsObject, withController, withoutOwner } from './ownership.ts';

/** Pods that are made or deleted in one go; the rest follows when these have come back through the watch. */
const burst = 500;

/** ReplicaSets with this label are somebody else's to keep: of whoever runs a ReplicaSet controller of their own against this cluster. */
export const handedOver = { name: 'sample', value: 'replicaset' } as const;

/** Keeps as many pods as each ReplicaSet asks for, and counts them in its status. */
export class ReplicaSetController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #replicaSets: ControllerInformer;
  readonly #pods: ControllerInformer;
  /** Pods that were made, adopted or deleted here. */
  readonly #written: OwnWrites;

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#replicaSets = ports.informer(replicaSets);
    this.#pods = ports.informer(pods);
    this.#written = new OwnWrites(this.#pods, ports.clock);
    this.#queue = ports.queue((key) => this.#reconcile(key));
    this.#replicaSets.addEventHandler(onEveryChange((replicaSet) => this.#queue.add(metaNamespaceKey(replicaSet))));
    this.#pods.addEventHandler(onEveryChange((pod, gone) => this.#podChanged(pod, gone)));
  }

  #podChanged(pod: KubeObject, gone: boolean): void {
    const owner = controllerOf(pod);
    if (owner?.kind === replicaSets.kind) this.#queue.add(`${pod.metadata.namespace}/${owner.name}`);
    if (owner || gone) return;
    for (const replicaSet of this.#replicaSets.indexer.byIndex(namespaceIndex, pod.metadata.namespace ?? '')) {
      if (selectsObject(replicaSet as Workload, pod)) this.#queue.add(metaNamespaceKey(replicaSet));
    }
  }

  #reconcile(key: string): void {
    const replicaSet = this.#replicaSets.indexer.get(key) as Workload | undefined;
    if (!replicaSet || replicaSet.metadata.deletionTimestamp || replicaSet.metadata.labels?.[handedOver.name] === handedOver.value) return;
    if (!this.#written.areSeen(key)) return this.#queue.addAfter(key, lookAgainMs);
    if (this.#claim(replicaSet)) return this.#queue.addAfter(key, lookAgainMs);
    const owned = (this.#pods.indexer.byIndex(controllerIndex, replicaSet.metadata.uid!) as Pod[]).filter(isActivePod);
    const missing = (replicaSet.spec.replicas ?? 1) - owned.length;
    if (missing > 0) this.#createPods(replicaSet, Math.min(missing, burst));
    else if (missing < 0) this.#deletePods(replicaSet, owned.toSorted(bySuperfluity).slice(0, Math.min(-missing, burst)));
    this.#updateStatus(replicaSet, owned, key);
  }

  /** Pods that are nobody's and that it selects are its own from now on; those of its own that it does not select are not. @returns whether there were some */
  #claim(replicaSet: Workload): boolean {
    const { namespace = '', uid = '' } = replicaSet.metadata;
    const orphans = this.#pods.indexer.byIndex(orphanIndex, namespace).filter((pod) => isActivePod(pod as Pod) && selectsObject(replicaSet, pod));
    const strangers = this.#pods.indexer.byIndex(controllerIndex, uid).filter((pod) => isActivePod(pod as Pod) && !selectsObject(replicaSet, pod));
    for (const { metadata } of orphans) {
      this.#wrote(replicaSet, this.#ports.client.patch(pods, namespace, metadata.name!, (old) => withController(old, ownerReference(replicaSet))).revision);
    }
    for (const { metadata } of strangers) {
      this.#wrote(replicaSet, this.#ports.client.patch(pods, namespace, metadata.name!, (old) => withoutOwner(old, uid)).revision);
    }
    return orphans.length + strangers.length > 0;
  }

  #createPods(replicaSet: Workload, count: number): void {
    const { name = '', namespace = '' } = replicaSet.metadata;
    const { metadata = {}, spec } = replicaSet.spec.template;
    const pod: KubeObject = { metadata: { ...metadata, generateName: `${name}-`, namespace, ownerReferences: [ownerReference(replicaSet)] }, spec };
    for (let index = 0; index < count; index++) {
      const { object, revision } = this.#ports.client.create(pods, namespace, pod);
      this.#wrote(replicaSet, revision);
      this.#tell(replicaSet, 'SuccessfulCreate', `Created pod: ${object.metadata.name}`);
    }
  }

  #deletePods(replicaSet: Workload, superfluous: readonly Pod[]): void {
    for (const { metadata } of superfluous) {
      this.#wrote(replicaSet, this.#ports.client.delete(pods, metadata.namespace!, metadata.name!, { uid: metadata.uid! }).revision);
      this.#tell(replicaSet, 'SuccessfulDelete', `Deleted pod: ${metadata.name}`);
    }
  }

  #updateStatus({ metadata, spec, status: before }: Workload, owned: readonly Pod[], key: string): void {
    const replicas = owned.length;
    const minReadyMs = Number(spec['minReadySeconds'] ?? 0) * 1000;
    const ready = owned.filter(isPodReady);
    const waits = ready.map((pod) => minReadyMs - this.#ports.clock.elapsedSince(readySince(pod)));
    const available = minReadyMs === 0 ? ready.length : waits.filter((ms) => ms <= 0).length;
    const status = {
      replicas,
      ...(replicas > 0 && { fullyLabeledReplicas: replicas }),
      ...(ready.length > 0 && { readyReplicas: ready.length }),
      ...(available > 0 && { availableReplicas: available }),
      observedGeneration: metadata.generation ?? 0,
    };
    if (!isDeepStrictEqual(status, before)) this.#ports.client.update(replicaSets, metadata.namespace!, metadata.name!, (old) => ({ ...old, status }), { subresource: 'status' });
    if (available < ready.length) this.#queue.addAfter(key, Math.max(lookAgainMs, Math.min(...waits.filter((ms) => ms > 0))));
  }

  #wrote(replicaSet: Workload, revision: number): void {
    this.#written.note(metaNamespaceKey(replicaSet), revision);
  }

  #tell(replicaSet: KubeObject, reason: string, message: string): void {
    this.#ports.events.record(replicaSet, { type: 'Normal', reason, message, component: 'replicaset-controller' });
  }
}

/** Wall time since when it has been ready. */
function readySince({ status }: Pod): number {
  return Date.parse(status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime ?? '') || 0;
}

/** Those that serve nobody yet go first, then the youngest. */
function bySuperfluity(one: Pod, other: Pod): number {
  const ready = Number(isPodReady(one)) - Number(isPodReady(other));
  return ready || (other.metadata.creationTimestamp ?? '').localeCompare(one.metadata.creationTimestamp ?? '');
}
