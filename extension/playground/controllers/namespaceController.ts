import type { SharedInformer } from '../../informer/sharedInformer.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import { namespaces } from '../registry/resources/namespaces.ts';
import { type ControllerPorts, onEveryChange } from './controllerPorts.ts';

/** Deletions in one go; between two goes others have their turn. */
const burst = 500;
const lookAgainMs = 50;

/** Empties a namespace that is being deleted, and then lets it go. */
export class NamespaceController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #namespaces: SharedInformer;

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#namespaces = ports.informer(namespaces);
    this.#queue = ports.queue('namespace', (key) => this.#reconcile(key));
  }

  start(): void {
    this.#namespaces.addEventHandler(
      onEveryChange(({ metadata }) => {
        if (metadata.deletionTimestamp) this.#queue.add(metadata.name!);
      }),
      { name: 'namespace' },
    );
  }

  #reconcile(name: string): void {
    const namespace = this.#namespaces.indexer.get(name);
    if (!namespace?.metadata.deletionTimestamp) return;
    const stores = this.#ports.definitions.filter(({ namespaced }) => namespaced).map((definition) => this.#ports.store(definition));
    let room = burst;
    for (const store of stores) room -= deleteSome(store, name, room);
    const rest = stores.some((store) => contentOf(store, name).length > 0);
    if (rest) this.#queue.addAfter(name, lookAgainMs);
    else this.#ports.store(namespaces).update('', name, (old) => ({ ...old, spec: {} }), { subresource: 'finalize' });
  }
}

/** @returns how many were asked to go */
function deleteSome(store: ResourceStore, namespace: string, limit: number): number {
  const dying = contentOf(store, namespace).filter(({ object }) => !object.metadata.deletionTimestamp).slice(0, limit);
  for (const { object } of dying) store.delete(namespace, object.metadata.name!);
  return dying.length;
}

function contentOf(store: ResourceStore, namespace: string): ReturnType<ResourceStore['cache']['list']> {
  return store.cache.list({ prefix: store.prefixOf(namespace), matches: () => true });
}
