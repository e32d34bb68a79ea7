import { isDeepStrictEqual } from 'node:util';
import { metaNamespaceKey } from '../../kube/key.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { isActivePod, isPodReady } from '../registry/podState.ts';
import { pods } from '../registry/resources/pods.ts';
import { replicaSets } from '../registry/resources/replicaSets.ts';
import type { Pod, Workload } from '../registry/shapes.ts';
import { type ControllerInformer, type ControllerPorts, lookAgainMs, onEveryChange } from './controllerPorts.ts';
import { OwnedObjects } from './ownedObjects.ts';
import { concernedBy, ownerReference } from './ownership.ts';
import { burst, PodControl } from './podControl.ts';

/** ReplicaSets with this label are somebody else's to keep: of whoever runs a ReplicaSet controller of their own against this cluster. */
export const handedOver = { name: 'sample', value: 'replicaset' } as const;

/** Keeps as many pods as each ReplicaSet asks for, and counts them in its status. */
export class ReplicaSetController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #replicaSets: ControllerInformer;
  readonly #pods: OwnedObjects<Pod>;
  readonly #podControl: PodControl;

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#replicaSets = ports.informer(replicaSets);
    this.#pods = new OwnedObjects(ports, pods);
    this.#podControl = new PodControl(this.#pods, ports.events, 'replicaset-controller');
    this.#queue = ports.queue((key) => this.#reconcile(key));
    this.#replicaSets.addEventHandler(onEveryChange((replicaSet) => this.#queue.add(metaNamespaceKey(replicaSet))));
    this.#pods.informer.addEventHandler(onEveryChange((pod, gone) => this.#podChanged(pod, gone)));
  }

  #podChanged(pod: KubeObject, gone: boolean): void {
    for (const key of concernedBy(pod, gone, this.#replicaSets.indexer, replicaSets.kind)) this.#queue.add(key);
  }

  #reconcile(key: string): void {
    const replicaSet = this.#replicaSets.indexer.get(key) as Workload | undefined;
    if (!replicaSet || replicaSet.metadata.deletionTimestamp || replicaSet.metadata.labels?.[handedOver.name] === handedOver.value) return;
    if (!this.#pods.areSeen(key) || this.#pods.claim(replicaSet, isActivePod)) return this.#queue.addAfter(key, lookAgainMs);
    const owned = this.#pods.of(replicaSet).filter(isActivePod);
    const missing = (replicaSet.spec.replicas ?? 1) - owned.length;
    try {
      if (missing > 0) this.#createPods(replicaSet, Math.min(missing, burst));
      else if (missing < 0) this.#podControl.delete(replicaSet, owned.toSorted(bySuperfluity).slice(0, -missing));
    } finally {
      // Those that are there are counted also where others are refused.
      this.#updateStatus(replicaSet, owned, key);
    }
  }

  #createPods(replicaSet: Workload, count: number): void {
    const { name = '', namespace = '' } = replicaSet.metadata;
    const { metadata = {}, spec } = replicaSet.spec.template;
    const pod: KubeObject = { metadata: { ...metadata, generateName: `${name}-`, namespace, ownerReferences: [ownerReference(replicaSet)] }, spec };
    for (let index = 0; index < count; index++) this.#podControl.create(replicaSet, pod);
  }

  #updateStatus(replicaSet: Workload, owned: readonly Pod[], key: string): void {
    const { metadata, spec } = replicaSet;
    const replicas = owned.length;
    const minReadyMs = Number(spec['minReadySeconds'] ?? 0) * 1000;
    const ready = owned.filter(isPodReady);
    const waits = minReadyMs === 0 ? [] : ready.map((pod) => minReadyMs - this.#ports.clock.elapsedSince(readySince(pod))).filter((ms) => ms > 0);
    const available = ready.length - waits.length;
    const status = {
      replicas,
      ...(replicas > 0 && { fullyLabeledReplicas: replicas }),
      ...(ready.length > 0 && { readyReplicas: ready.length }),
      ...(available > 0 && { availableReplicas: available }),
      observedGeneration: metadata.generation ?? 0,
    };
    if (!isDeepStrictEqual(status, replicaSet.status)) this.#ports.client.updateStatus(replicaSets, replicaSet, () => status);
    if (waits.length > 0) this.#queue.addAfter(key, Math.max(lookAgainMs, Math.min(...waits)));
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
