import { CodedError } from '../base/codedError.ts';
import { type KeyedHash, maskedPattern } from '../kube/mask.ts';
import { hasMetadata, type KubeObject } from '../kube/object.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import { ConnectionError } from '../kube/status.ts';
import type { ApiClient } from './apiClient.ts';
import type { HttpRequest } from './httpClient.ts';
import { ObjectDecoder } from './objectDecoder.ts';
import { resourcePath } from './resourcePath.ts';

export interface WriteOptions {
  /** The server checks and answers as if it stored, and stores nothing. */
  readonly dryRun: boolean;
}

/** Named in `managedFields` as the one who wrote. */
const fieldManager = 'informer-inspector';

const patchTypes = { merge: 'application/merge-patch+json', json: 'application/json-patch+json' } as const;

/** What would be written has masked values in it: they would overwrite the real ones. */
export class MaskedWriteError extends CodedError<'masked', undefined> {
  override readonly name = 'MaskedWriteError';

  constructor() {
    super('masked', 'The object was not written: it holds masked values, which would replace the real ones.', undefined);
  }
}

/**
 * Single objects, read and written. Answers are masked like everything else that comes from a server.
 * Each method throws ApiError, ConnectionError, CredentialError, or the signal's reason.
 */
export class ObjectClient {
  readonly #client: ApiClient;
  readonly #hash: KeyedHash;

  constructor(client: ApiClient, hash: KeyedHash) {
    this.#client = client;
    this.#hash = hash;
  }

  async get(resource: GroupVersionResource, namespace: string | undefined, name: string, signal: AbortSignal): Promise<KubeObject> {
    return this.#object(resource, { method: 'GET', path: resourcePath(resource, namespace, name), signal });
  }

  async create(resource: GroupVersionResource, namespace: string | undefined, object: KubeObject, options: WriteOptions, signal: AbortSignal): Promise<KubeObject> {
    const path = `${resourcePath(resource, namespace)}${writeQuery(options)}`;
    return this.#object(resource, { method: 'POST', path, body: bodyOf(object), signal });
  }

  async update(
    resource: GroupVersionResource,
    namespace: string | undefined,
    name: string,
    object: KubeObject,
    options: WriteOptions,
    signal: AbortSignal,
  ): Promise<KubeObject> {
    const path = `${resourcePath(resource, namespace, name)}${writeQuery(options)}`;
    return this.#object(resource, { method: 'PUT', path, body: bodyOf(object), signal });
  }

  async patch(
    resource: GroupVersionResource,
    namespace: string | undefined,
    name: string,
    patch: unknown,
    type: 'merge' | 'json',
    options: WriteOptions,
    signal: AbortSignal,
  ): Promise<KubeObject> {
    const path = `${resourcePath(resource, namespace, name)}${writeQuery(options)}`;
    return this.#object(resource, { method: 'PATCH', path, body: bodyOf(patch), contentType: patchTypes[type], signal });
  }

  /** The deleted object, or the Status that stands for it. */
  async delete(resource: GroupVersionResource, namespace: string | undefined, name: string, options: WriteOptions, signal: AbortSignal): Promise<unknown> {
    const path = `${resourcePath(resource, namespace, name)}${options.dryRun ? '?dryRun=All' : ''}`;
    return this.#client.json({ method: 'DELETE', path, signal }, this.#parser(resource));
  }

  async #object(resource: GroupVersionResource, request: HttpRequest): Promise<KubeObject> {
    const object = await this.#client.json(request, this.#parser(resource));
    if (hasMetadata(object)) return object;
    throw new ConnectionError('decode', 'the answer is not an object of the API', { server: this.#client.server });
  }

  #parser({ resource }: GroupVersionResource): (text: string) => unknown {
    const decoder = new ObjectDecoder(this.#hash, resource === 'secrets');
    return (text) => decoder.object(Buffer.from(text));
  }
}

function writeQuery({ dryRun }: WriteOptions): string {
  return `?${new URLSearchParams({ fieldManager, ...(dryRun && { dryRun: 'All' }) })}`;
}

/** @throws MaskedWriteError */
function bodyOf(value: unknown): string {
  const body = JSON.stringify(value);
  if (maskedPattern.test(body)) throw new MaskedWriteError();
  return body;
}
