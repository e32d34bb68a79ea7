import { type Logger, silentLogger } from '../base/logger.ts';
import { type LabelRequirement, matchesLabels } from '../kube/labelSelector.ts';
import { namespacedKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import { formatResource, type GroupVersionResource } from '../kube/resource.ts';
import { ApiError } from '../kube/status.ts';
import { IndexError, namespaceIndex, type ReadonlyIndexer } from './indexer.ts';

/** What is selected by labels: all of the requirements hold. `undefined`, which is what a malformed selector becomes, selects nothing. */
export type Selection = readonly LabelRequirement[] | undefined;

/** No requirement at all. */
export const everything: Selection = [];

/** Reads the cache as client-go's generic lister does. Labels are matched one by one, on every candidate (I-28). */
export class Lister {
  readonly #indexer: ReadonlyIndexer;
  readonly #resource: GroupVersionResource;
  readonly #logger: Logger;

  constructor(indexer: ReadonlyIndexer, resource: GroupVersionResource, logger: Logger = silentLogger) {
    this.#indexer = indexer;
    this.#resource = resource;
    this.#logger = logger;
  }

  list(selection: Selection): KubeObject[] {
    return selection ? select(this.#indexer.list(), selection) : [];
  }

  /** @throws ApiError 404 when it is not in the cache (I-30) */
  get(name: string): KubeObject {
    return this.#get(name, name);
  }

  /** The empty namespace means all of them (I-29). */
  namespace(namespace: string): NamespaceLister {
    return {
      list: (selection) => (selection ? select(this.#inNamespace(namespace), selection) : []),
      get: (name) => this.#get(namespacedKey(namespace, name), name),
    };
  }

  #get(key: string, name: string): KubeObject {
    const object = this.#indexer.get(key);
    if (object) return object;
    const message = `${formatResource(this.#resource)} ${JSON.stringify(name)} not found`;
    throw new ApiError({ code: 404, reason: 'NotFound', message, details: { name, group: this.#resource.group, kind: this.#resource.resource } });
  }

  /** By the index; where there is none, by looking at everything, which is worth a warning (I-29). */
  #inNamespace(namespace: string): KubeObject[] {
    if (!namespace) return this.#indexer.list();
    try {
      return this.#indexer.byIndex(namespaceIndex, namespace);
    } catch (error) {
      if (!IndexError.is(error, 'UnknownIndex')) throw error;
      this.#logger.warn('lister', `${formatResource(this.#resource)}: ${error.message}: the whole cache is looked through instead`);
      return this.#indexer.list().filter(({ metadata }) => metadata.namespace === namespace);
    }
  }
}

export interface NamespaceLister {
  list(selection: Selection): KubeObject[];
  /** @throws ApiError 404 when it is not in the cache */
  get(name: string): KubeObject;
}

function select(objects: KubeObject[], selection: readonly LabelRequirement[]): KubeObject[] {
  return selection.length === 0 ? objects : objects.filter(({ metadata }) => matchesLabels(selection, metadata.labels));
}
