import { CodedError } from '../base/codedError.ts';
import { type KeyedHash, maskedPattern, maskObject } from '../kube/mask.ts';
import { hasMetadata, isRecord, type KubeObject } from '../kube/object.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import { ConnectionError } from '../kube/status.ts';
import type { ApiClient } from './apiClient.ts';
import type { HttpRequest } from './httpClient.ts';
import { ObjectDecoder } from './objectDecoder.ts';
import { resourcePath } from './resourcePath.ts';

/** One write, as a value. What fits it is declared by whoever writes; this folder does not know them. */
export interface WriteRequest {
  readonly verb: 'create' | 'update' | 'patch' | 'apply' | 'delete';
  readonly resource: GroupVersionResource;
  readonly namespace?: string;
  readonly name: string;
  readonly subresource?: 'status';
  /** The object for create, update and apply; for patch a merge patch (object) or a JSON patch (array). */
  readonly body?: unknown;
  /** Of apply: fields that others own are taken over. */
  readonly force?: boolean;
}

export interface WriteOptions {
  /** The server checks and answers as if it stored, and stores nothing. */
  readonly dryRun: boolean;
  /** Named in `managedFields` as the one who wrote. */
  readonly fieldManager?: string;
  /** What audit logs are to call it; default: the server names it. */
  readonly auditId?: string;
}

export interface WriteAnswer {
  /** Of a success: 201 where it created the object, 200 or 202 otherwise. */
  readonly code: number;
  /** As the server has it now; absent where it answered a deletion with a Status. */
  readonly object?: KubeObject;
}

const defaultFieldManager = 'informer-inspector';

const methods = { create: 'POST', update: 'PUT', patch: 'PATCH', apply: 'PATCH', delete: 'DELETE' } as const;

/** What would be written has masked values in it: they would overwrite the real ones. */
export class MaskedWriteError extends CodedError<'masked', undefined> {
  override readonly name = 'MaskedWriteError';

  constructor() {
    super('masked', 'The object was not written: it holds masked values, which would replace the real ones.', undefined);
  }
}

const secrets: GroupVersionResource = { group: '', version: 'v1', resource: 'secrets' };

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
    return this.#asObject(await this.#client.json({ method: 'GET', path: resourcePath(resource, namespace, name), signal }, this.#parser(resource)));
  }

  /**
   * One value of a Secret as it is, for a person who asks for it by name: the one thing that leaves here unmasked. Whoever gets it shows it, and keeps it nowhere.
   * Undefined: the Secret has no such value.
   */
  async secretValue(namespace: string, name: string, key: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const secret = await this.#client.json({ method: 'GET', path: resourcePath(secrets, namespace, name), signal });
    const data = isRecord(secret) && isRecord(secret['data']) ? secret['data'] : {};
    const value = Object.hasOwn(data, key) ? data[key] : undefined;
    return typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
  }

  async write(request: WriteRequest, options: WriteOptions, signal: AbortSignal): Promise<WriteAnswer> {
    const { verb, resource, namespace, name, subresource, body } = request;
    const path = resourcePath(resource, namespace, verb === 'create' ? undefined : name);
    const sent: HttpRequest = {
      method: methods[verb],
      path: `${path}${subresource ? `/${subresource}` : ''}${writeQuery(request, options)}`,
      signal,
      ...(options.auditId !== undefined && { auditId: options.auditId }),
      ...(body !== undefined && { body: bodyOf(body), contentType: contentTypeOf(request) }),
    };
    const { code, value } = await this.#client.answer(sent, this.#parser(resource));
    if (verb !== 'delete') return { code, object: this.#asObject(value) };
    return { code, ...(hasMetadata(value) && isRecord(value) && value['kind'] !== 'Status' && { object: value }) };
  }

  /** What is sent, as it may be shown: values of Secrets are masked with the key of the answers, so that the same value looks the same. */
  masked({ resource, body }: Pick<WriteRequest, 'resource' | 'body'>): unknown {
    const secret = resource.resource === 'secrets';
    if (!Array.isArray(body)) return maskObject(body, this.#hash, secret);
    return body.map((operation: unknown) => (secret && isRecord(operation) ? { ...operation, value: maskObject(operation['value'], this.#hash, true) } : maskObject(operation, this.#hash)));
  }

  #asObject(value: unknown): KubeObject {
    if (hasMetadata(value)) return value;
    throw new ConnectionError('decode', 'the answer is not an object of the API', { server: this.#client.server });
  }

  #parser({ resource }: GroupVersionResource): (text: string) => unknown {
    const decoder = new ObjectDecoder(this.#hash, resource === 'secrets');
    return (text) => decoder.object(Buffer.from(text));
  }
}

function writeQuery({ verb, force }: WriteRequest, { dryRun, fieldManager = defaultFieldManager }: WriteOptions): string {
  const query = new URLSearchParams({
    ...(verb !== 'delete' && { fieldManager }),
    ...(dryRun && { dryRun: 'All' }),
    ...(verb === 'apply' && force && { force: 'true' }),
  });
  return query.size > 0 ? `?${query}` : '';
}

function contentTypeOf({ verb, body }: WriteRequest): string {
  if (verb === 'apply') return 'application/apply-patch+yaml'; // JSON is YAML
  if (verb !== 'patch') return 'application/json';
  return Array.isArray(body) ? 'application/json-patch+json' : 'application/merge-patch+json';
}

/** @throws MaskedWriteError */
function bodyOf(value: unknown): string {
  const body = JSON.stringify(value);
  if (maskedPattern.test(body)) throw new MaskedWriteError();
  return body;
}
