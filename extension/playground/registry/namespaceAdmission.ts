import { forbidden, notFound } from '../statusErrors.ts';
import type { Storage } from '../storage/storage.ts';
import { type ResourceDefinition, storagePrefix } from './resourceDefinition.ts';
import { namespaces } from './resources/namespaces.ts';

const immortal = new Set(['default', 'kube-system', 'kube-public']);

/** Keeps objects out of namespaces that are not there or on their way out (apiserver's NamespaceLifecycle). */
export class NamespaceAdmission {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** @throws ApiError 404, or 403 with cause NamespaceTerminating */
  admitCreate(definition: ResourceDefinition, namespace: string, name: string): void {
    if (!definition.namespaced) return;
    const found = this.#storage.get(storagePrefix(namespaces) + namespace);
    if (!found) throw notFound(namespaces, namespace);
    if (found.object.metadata.deletionTimestamp) {
      throw forbidden(definition, name, `unable to create new content in namespace ${namespace} because it is being terminated`, 'NamespaceTerminating');
    }
  }

  /** @throws ApiError 403 for the namespaces that every cluster needs */
  admitDelete(definition: ResourceDefinition, name: string): void {
    if (definition.resource === namespaces.resource && definition.group === namespaces.group && immortal.has(name)) {
      throw forbidden(definition, name, 'this namespace may not be deleted');
    }
  }
}
