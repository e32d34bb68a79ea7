import type { KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { formatTime } from '../registry/formatTime.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import { namespaces } from '../registry/resources/namespaces.ts';
import type { Namespace } from '../registry/shapes.ts';
import { type ControllerInformer, type ControllerPorts, onEveryChange } from './controllerPorts.ts';
import { namespaceConditions } from './namespaceConditions.ts';

/** Deletions in one go; between two goes others have their turn. */
const burst = 500;
const lookAgainMs = 50;
/** As long as a namespace controller waits at least before it looks again. */
const tellAgainMs = 5000;

/** Empties a namespace that is being deleted, and then lets it go. */
export class NamespaceController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #namespaces: ControllerInformer;
  /** When what keeps a namespace is looked at again, on the clock. */
  readonly #tellAgainAt = new Map<string, number>();

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#namespaces = ports.informer(namespaces);
    this.#queue = ports.queue((key) => this.#reconcile(key));
    this.#namespaces.addEventHandler(
      onEveryChange(({ metadata }) => {
        if (metadata.deletionTimestamp) this.#queue.add(metadata.name!);
      }),
    );
  }

  #reconcile(name: string): void {
    const namespace = this.#namespaces.indexer.get(name);
    if (!namespace?.metadata.deletionTimestamp) {
      this.#tellAgainAt.delete(name);
      return;
    }
    const { client, definitions } = this.#ports;
    const namespaced = definitions.filter((definition) => definition.namespaced);
    let room = burst;
    for (const definition of namespaced) room -= this.#deleteSome(definition, name, room);
    const isEmpty = namespaced.every((definition) => this.#left(definition, name).next().done);
    this.#tell(name, namespaced, isEmpty);
    if (!isEmpty) this.#queue.addAfter(name, lookAgainMs);
    else client.update(namespaces, '', name, (old) => ({ ...old, spec: {} }), { subresource: 'finalize' });
  }

  /** What keeps it. That changes with every object that goes: it is told at the beginning, at the end, and now and then, since all of it is looked at for that. */
  #tell(name: string, namespaced: readonly ResourceDefinition[], isEmpty: boolean): void {
    const { client, clock } = this.#ports;
    const current = client.find(namespaces, '', name) as Namespace | undefined;
    if (!current || (!isEmpty && clock.now() < (this.#tellAgainAt.get(name) ?? 0))) return;
    this.#tellAgainAt.set(name, clock.now() + tellAgainMs);
    const before = current.status?.conditions;
    const remaining = namespaced.map((definition) => [definition, [...this.#left(definition, name)]] as const);
    const conditions = namespaceConditions(before, remaining, formatTime(clock.wallTime()));
    if (conditions !== before) client.updateStatus(namespaces, current, (old) => ({ ...old.status, conditions }));
  }

  /** As the next writer finds it: what has just been deleted is not there any more. */
  *#left(definition: ResourceDefinition, namespace: string): Generator<KubeObject> {
    const { client } = this.#ports;
    for (const { metadata } of client.list(definition, namespace)) {
      const object = client.find(definition, namespace, metadata.name!);
      if (object) yield object;
    }
  }

  /** @returns how many were asked to go */
  #deleteSome(definition: ResourceDefinition, namespace: string, limit: number): number {
    const { client } = this.#ports;
    const dying = client.list(definition, namespace).filter(({ metadata }) => !metadata.deletionTimestamp).slice(0, limit);
    for (const { metadata } of dying) client.delete(definition, namespace, metadata.name!);
    return dying.length;
  }
}
