import { metaNamespaceKey } from '../../kube/key.ts';
import { groupOf } from '../../kube/groupOf.ts';
import type { KubeObject, OwnerReference } from '../../kube/object.ts';
import { formatResource } from '../../kube/resource.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import { finalizersOfPropagation } from '../registry/dyingObject.ts';
import { events } from '../registry/resources/events.ts';
import { type ControllerInformer, type ControllerPorts, onEveryChange, ownersIndex } from './controllerPorts.ts';
import { withoutFinalizer, withoutOwners } from './ownership.ts';

const lookAgainMs = 50;

interface Watched {
  readonly definition: ResourceDefinition;
  readonly informer: ControllerInformer;
}

/**
 * Deletes what belonged to an object that is gone; and where a deletion asked for another order (`Foreground`,
 * `Orphan`), sees to that before the object itself may go.
 */
export class GarbageCollector {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  /** By resource. Nothing owns an event, or is owned by one. */
  readonly #watched = new Map<string, Watched>();

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#queue = ports.queue((item) => this.#reconcile(item));
    for (const definition of ports.definitions) this.#watch(definition);
    ports.onDefinitions(({ type, definition }) => {
      if (definition.version !== definition.storedVersion) return;
      if (type === 'added') this.#watch(definition);
      else if (this.#watched.delete(formatResource(definition))) this.#ports.letGo(definition);
    });
  }

  #watch(definition: ResourceDefinition): void {
    if (definition === events) return;
    const informer = this.#ports.informer(definition);
    this.#watched.set(formatResource(definition), { definition, informer });
    informer.addEventHandler(onEveryChange((object, gone) => (gone ? this.#ownerGone(object) : this.#changed(definition, object))));
  }

  #changed(definition: ResourceDefinition, object: KubeObject): void {
    const orphaned = object.metadata.ownerReferences?.some((owner) => !this.#exists(owner, object.metadata.namespace));
    if (object.metadata.deletionTimestamp || orphaned) this.#enqueue(definition, object);
  }

  /** Its dependents may have to go, and an owner may wait for it to be gone. */
  #ownerGone({ metadata }: KubeObject): void {
    for (const [definition, dependent] of this.#dependentsOf(metadata.uid!)) this.#enqueue(definition, dependent);
    for (const owner of metadata.ownerReferences ?? []) {
      const definition = this.#definitionOf(owner);
      const found = definition && this.#find(definition, owner.name, metadata.namespace);
      if (found) this.#enqueue(definition, found);
    }
  }

  #enqueue(definition: ResourceDefinition, object: KubeObject): void {
    this.#queue.add(`${formatResource(definition)} ${metaNamespaceKey(object)}`);
  }

  #reconcile(item: string): void {
    const [resource, key] = item.split(' ') as [string, string];
    const watched = this.#watched.get(resource);
    const object = watched?.informer.indexer.get(key);
    if (!watched || !object) return;
    if (object.metadata.deletionTimestamp) this.#letGo(watched.definition, object, item);
    else this.#collect(watched.definition, object);
  }

  /** An object that waits for its dependents to be dealt with. */
  #letGo(definition: ResourceDefinition, object: KubeObject, item: string): void {
    const { finalizers = [], uid = '' } = object.metadata;
    const dependents = this.#dependentsOf(uid);
    if (finalizers.includes(finalizersOfPropagation.Foreground)) {
      const blocking = dependents.filter(([, { metadata }]) => metadata.ownerReferences?.some((owner) => owner.uid === uid && owner.blockOwnerDeletion));
      for (const [kind, { metadata }] of blocking) {
        if (!metadata.deletionTimestamp) this.#ports.client.delete(kind, metadata.namespace ?? '', metadata.name!, { propagation: 'Foreground' });
      }
      if (blocking.length === 0) this.#removeFinalizer(definition, object, finalizersOfPropagation.Foreground);
      else this.#queue.addAfter(item, lookAgainMs);
    } else if (finalizers.includes(finalizersOfPropagation.Orphan)) {
      for (const [kind, dependent] of dependents) this.#disown(kind, dependent, (owner) => owner.uid === uid);
      if (dependents.length === 0) this.#removeFinalizer(definition, object, finalizersOfPropagation.Orphan);
      else this.#queue.addAfter(item, lookAgainMs);
    }
  }

  /** A dependent of which an owner is gone: with the last of them it goes too. */
  #collect(definition: ResourceDefinition, object: KubeObject): void {
    const { ownerReferences = [], namespace = '', name = '', uid = '' } = object.metadata;
    const isGone = (owner: OwnerReference): boolean => !this.#exists(owner, namespace);
    if (ownerReferences.length === 0 || !ownerReferences.some(isGone)) return;
    if (ownerReferences.every(isGone)) this.#ports.client.delete(definition, namespace, name, { uid });
    else this.#disown(definition, object, isGone);
  }

  #disown(definition: ResourceDefinition, { metadata }: KubeObject, isDropped: (owner: OwnerReference) => boolean): void {
    this.#ports.client.update(definition, metadata.namespace ?? '', metadata.name!, (old) => withoutOwners(old, isDropped));
  }

  #removeFinalizer(definition: ResourceDefinition, { metadata }: KubeObject, finalizer: string): void {
    this.#ports.client.update(definition, metadata.namespace ?? '', metadata.name!, (old) => withoutFinalizer(old, finalizer));
  }

  #dependentsOf(uid: string): (readonly [ResourceDefinition, KubeObject])[] {
    return [...this.#watched.values()].flatMap(({ definition, informer }) => informer.indexer.byIndex(ownersIndex, uid).map((object) => [definition, object] as const));
  }

  /** Asked of the server itself, not of a cache that may be behind. An owner of a kind that is not served counts as there. */
  #exists(owner: OwnerReference, namespace: string | undefined): boolean {
    const definition = this.#definitionOf(owner);
    return !definition || this.#find(definition, owner.name, namespace)?.metadata.uid === owner.uid;
  }

  #find(definition: ResourceDefinition, name: string, namespace: string | undefined): KubeObject | undefined {
    return this.#ports.client.find(definition, definition.namespaced ? (namespace ?? '') : '', name);
  }

  /** Versions of one group name the same objects. */
  #definitionOf({ apiVersion, kind }: OwnerReference): ResourceDefinition | undefined {
    const group = groupOf(apiVersion);
    return [...this.#watched.values()].find(({ definition }) => definition.kind === kind && definition.group === group)?.definition;
  }
}
