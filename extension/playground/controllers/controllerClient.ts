import { CodedError } from '../../base/codedError.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { AccessAttributes, Authorizer } from '../access/authorizer.ts';
import { mayNot } from '../access/forbiddenMessage.ts';
import type { UserInfo } from '../access/userInfo.ts';
import type { ResourceDefinition, Subresource } from '../registry/resourceDefinition.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import type { Propagation } from '../registry/writeOptions.ts';
import type { StoredObject } from '../storage/storedObject.ts';

/** A controller that was cut off wanted to say something. */
export class CutOffError extends CodedError<'CutOffError', string> {
  override readonly name = 'CutOffError';

  constructor(user: string) {
    super('CutOffError', `${user} is cut off from the API server`, user);
  }

  static is(error: unknown): error is CutOffError {
    return error instanceof CutOffError;
  }
}

export interface ControllerClientOptions {
  readonly user: UserInfo;
  /** Who writes, for the ownership of fields. */
  readonly manager: string;
  /** Undefined: everybody may do everything. */
  readonly authorizer: Authorizer | undefined;
  readonly storeOf: (definition: ResourceDefinition) => ResourceStore;
}

export interface DeleteRequest {
  readonly uid?: string;
  readonly gracePeriodSeconds?: number;
  /** Default: Background. */
  readonly propagation?: Propagation;
}

/**
 * How one user reads and writes from within the playground: by the rules of the API, as far as it may, and without waiting. Every call
 * throws an ApiError where it is refused, or a CutOffError once {@link close} was called.
 */
export class ControllerClient {
  readonly user: UserInfo;
  readonly #options: ControllerClientOptions;
  #isClosed = false;

  constructor(options: ControllerClientOptions) {
    this.#options = options;
    this.user = options.user;
  }

  /** As the next writer finds it; undefined where it is not there. */
  find(definition: ResourceDefinition, namespace: string, name: string): KubeObject | undefined {
    return this.#storeFor('get', definition, namespace, name).find(namespace, name)?.object;
  }

  /** What is committed, of one namespace or of all. */
  list(definition: ResourceDefinition, namespace = ''): readonly KubeObject[] {
    const store = this.#storeFor('list', definition, namespace, '');
    return store.cache.list({ prefix: store.prefixOf(namespace), matches: () => true }).map(({ object }) => object);
  }

  create(definition: ResourceDefinition, namespace: string, object: KubeObject): StoredObject {
    return this.#storeFor('create', definition, namespace, '').create(namespace, object, { manager: this.#options.manager });
  }

  /** A binding is created, though it is stored nowhere else than in its pod. */
  update(definition: ResourceDefinition, namespace: string, name: string, change: (old: KubeObject) => KubeObject, { subresource }: { readonly subresource?: Subresource } = {}): StoredObject {
    const store = this.#storeFor(subresource === 'binding' ? 'create' : 'update', definition, namespace, name, subresource);
    return store.update(namespace, name, change, { manager: this.#options.manager, ...(subresource && { subresource }) });
  }

  /** @param change what its status becomes, from what the whole of it is now */
  updateStatus<T extends KubeObject>(definition: ResourceDefinition, { metadata }: T, change: (old: T) => unknown): T {
    const { namespace = '', name = '' } = metadata;
    return this.update(definition, namespace, name, (old) => ({ ...old, status: change(old as T) }), { subresource: 'status' }).object as T;
  }

  /** As {@link update}, for those who may patch and not replace. */
  patch(definition: ResourceDefinition, namespace: string, name: string, change: (old: KubeObject) => KubeObject): StoredObject {
    return this.#storeFor('patch', definition, namespace, name).update(namespace, name, change, { manager: this.#options.manager });
  }

  delete(definition: ResourceDefinition, namespace: string, name: string, options: DeleteRequest = {}): StoredObject {
    return this.#storeFor('delete', definition, namespace, name).delete(namespace, name, { propagation: 'Background', ...options }).stored;
  }

  /** @throws ApiError, CutOffError, where its user may not do that */
  check(verb: string, definition: ResourceDefinition, namespace: string, name: string, subresource = ''): void {
    const { user, authorizer } = this.#options;
    if (this.#isClosed) throw new CutOffError(user.name);
    if (!authorizer) return;
    const { group, version, resource } = definition;
    const attributes: AccessAttributes = { isResourceRequest: true, verb, group, version, resource, subresource, namespace, name, path: '' };
    const { allowed, reason } = authorizer.authorize(user, attributes);
    if (!allowed) throw mayNot(user, attributes, reason);
  }

  close(): void {
    this.#isClosed = true;
  }

  #storeFor(verb: string, definition: ResourceDefinition, namespace: string, name: string, subresource = ''): ResourceStore {
    // To whoever decides, a namespace is inside of itself.
    this.check(verb, definition, definition.resource === 'namespaces' ? name : namespace, name, subresource);
    return this.#options.storeOf(definition);
  }
}
