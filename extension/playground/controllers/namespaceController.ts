import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import { namespaces } from '../registry/resources/namespaces.ts';
import { type ControllerInformer, type ControllerPorts, onEveryChange } from './controllerPorts.ts';

/** Deletions in one go; between two goes others have their turn. */
const burst = 500;
const lookAgainMs = 50;

/** Empties a namespace that is being deleted, and then lets it go. */
export class NamespaceController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #namespaces: ControllerInformer;

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
    if (!namespace?.metadata.deletionTimestamp) return;
    const { client, definitions } = this.#ports;
    const namespaced = definitions.filter((definition) => definition.namespaced);
    let room = burst;
    for (const definition of namespaced) room -= this.#deleteSome(definition, name, room);
    if (namespaced.some((definition) => client.list(definition, name).length > 0)) this.#queue.addAfter(name, lookAgainMs);
    else client.update(namespaces, '', name, (old) => ({ ...old, spec: {} }), { subresource: 'finalize' });
  }

  /** @returns how many were asked to go */
  #deleteSome(definition: ResourceDefinition, namespace: string, limit: number): number {
    const { client } = this.#ports;
    const dying = client.list(definition, namespace).filter(({ metadata }) => !metadata.deletionTimestamp).slice(0, limit);
    for (const { metadata } of dying) client.delete(definition, namespace, metadata.name!);
    return dying.length;
  }
}
