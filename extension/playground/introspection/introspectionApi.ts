import { Buffer } from 'node:buffer';
import path from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/codedError.ts';
import type { Logger } from '../../base/logger.ts';
import { type Compacted, type CommitLatency, introspectionLimits, mostCommitLatencyMs, type SnapshotWritten, type StoreObject } from '../../introspection/introspection.ts';
import { maskObject } from '../../kube/mask.ts';
import { isRecord } from '../../kube/object.ts';
import { parseResource } from '../../kube/resource.ts';
import { ApiError } from '../../kube/status.ts';
import { type ApiRequest, type ApiResponse, jsonResponse } from '../api/apiRequest.ts';
import { errorResponse } from '../api/errorResponse.ts';
import type { InflightRequests } from '../api/inflightRequests.ts';
import { parseCount } from '../api/listParameters.ts';
import { parseJson } from '../api/bodyText.ts';
import type { Registry } from '../registry/registry.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import { badRequest, internalError, methodNotAllowed, pathNotFound, tooManyRequests } from '../statusErrors.ts';
import type { Storage } from '../storage/storage.ts';
import type { Endpoints } from './endpoints.ts';
import type { Facts } from './facts.ts';
import { keyedHash } from './keyedHash.ts';
import { fanOutView, requestView, resourceView, ringPage, storageView, storePage, watcherView } from './views.ts';
import { wholeNumber } from './wholeNumber.ts';

export interface IntrospectionOptions {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly inflight: InflightRequests;
  readonly facts: Facts;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Writes the storage to a file; resolves with what was written. */
  readonly saveSnapshot: (file: string) => Promise<SnapshotWritten>;
  /** Of the other parts. */
  readonly parts?: readonly Endpoints[];
}

type Query = URLSearchParams;
type Read = (query: Query) => unknown;
type Command = (body: Readonly<Record<string, unknown>>) => unknown;

/**
 * Shows the inside of the playground to who may look: the process that started it. It has a port and a token of its own, which
 * no user of the cluster has. Reading is GET alone; of commands there are few, and none touches an object.
 */
export class IntrospectionApi {
  readonly #options: IntrospectionOptions;
  readonly #hash = keyedHash();
  readonly #reads: ReadonlyMap<string, Read>;
  readonly #commands: ReadonlyMap<string, Command>;

  constructor(options: IntrospectionOptions) {
    this.#options = options;
    const parts = options.parts ?? [];
    this.#reads = new Map([this.#ownReads, ...parts.map(({ reads = {} }) => reads)].flatMap(Object.entries<Read>));
    this.#commands = new Map([this.#ownCommands, ...parts.map(({ commands = {} }) => commands)].flatMap(Object.entries<Command>));
  }

  /** Never throws. */
  async handle(request: ApiRequest): Promise<ApiResponse> {
    try {
      return await this.#route(request);
    } catch (error) {
      if (!ApiError.is(error)) this.#options.logger.error('introspection', `${request.method} ${request.path} failed`, error);
      return errorResponse(ApiError.is(error) ? error : internalError());
    }
  }

  #route({ method, path: asked, query, body }: ApiRequest): ApiResponse | Promise<ApiResponse> {
    const read = this.#reads.get(asked);
    const command = this.#commands.get(asked);
    if (asked !== '/trace' && !read && !command) throw pathNotFound();
    if (method === 'POST' && command) return this.#command(command, body);
    if (method !== 'GET' || (command && !read)) throw methodNotAllowed();
    return read ? jsonResponse(read(query)) : this.#trace();
  }

  readonly #ownReads: Readonly<Record<string, Read>> = {
    '/storage': () => storageView(this.#options.storage),
    '/resources': () => this.#options.registry.stores.slice(0, introspectionLimits.page).map(resourceView),
    '/store': (query) => storePage(this.#store(query), query.get('after') ?? '', limitOf(query)),
    '/object': (query) => this.#object(query),
    '/ring': (query) => ringPage(this.#store(query), parseCount(query, 'from'), limitOf(query), this.#now),
    '/watchers': (query) => {
      const { cache } = this.#store(query);
      return cache.openWatchers().slice(0, introspectionLimits.page).map((watcher) => watcherView(watcher, cache.prefix, this.#now));
    },
    '/fan-out': (query) => this.#fanOut(query),
    '/requests': () => Array.from(this.#options.inflight).slice(0, introspectionLimits.page).map((each) => requestView(each, this.#options.clock.now())),
  };

  readonly #ownCommands: Readonly<Record<string, Command>> = {
    '/compact': ({ revision }): Compacted => {
      const { storage } = this.#options;
      if (revision !== undefined && !isCount(revision)) throw badRequest('revision must be a whole number that is not negative');
      storage.compact(revision ?? storage.revision);
      return { compacted: storage.compacted };
    },
    '/commit-latency': ({ ms }): CommitLatency => {
      const commitLatencyMs = wholeNumber('ms', ms, 0, mostCommitLatencyMs);
      this.#options.storage.commitLatencyMs = commitLatencyMs;
      return { commitLatencyMs };
    },
    '/snapshot': ({ file }) => {
      if (typeof file !== 'string' || !path.isAbsolute(file)) throw badRequest('file must be an absolute path');
      return this.#save(file);
    },
  };

  /** Of what the caches saw: their clock. */
  get #now(): number {
    return this.#options.registry.clock.now();
  }

  async #command(command: Command, body: Uint8Array): Promise<ApiResponse> {
    const json = body.length === 0 ? {} : parseJson(Buffer.from(body).toString());
    if (!isRecord(json)) throw badRequest('the body is not an object');
    return jsonResponse(await command(json));
  }

  async #save(file: string): Promise<SnapshotWritten> {
    try {
      return await this.#options.saveSnapshot(file);
    } catch (error) {
      throw badRequest(`the snapshot cannot be written to ${file}: ${messageOf(error)}`);
    }
  }

  #trace(): ApiResponse {
    const body = this.#options.facts.follow();
    if (!body) throw tooManyRequests(`${introspectionLimits.streams} follow the trace already`, 1);
    return { status: 200, contentType: 'application/x-ndjson', warnings: [], body };
  }

  #store(query: Query): ResourceStore {
    const resource = parseResource(query.get('resource') ?? '');
    if (!resource) throw badRequest('resource must be one such as v1/pods or apps/v1/deployments');
    const store = this.#options.registry.find(resource);
    if (!store) throw pathNotFound();
    return store;
  }

  #object(query: Query): StoreObject {
    const { cache, definition } = this.#store(query);
    const stored = cache.get(query.get('key') ?? '');
    if (!stored) throw pathNotFound();
    const { key, revision, object } = stored;
    const masked = maskObject(object, this.#hash, definition.group === '' && definition.resource === 'secrets');
    return { resource: query.get('resource')!, key, revision, object: masked };
  }

  #fanOut(query: Query): unknown {
    const store = this.#store(query);
    const fanOut = store.cache.fanOuts.get(parseCount(query, 'revision'));
    if (!fanOut) throw pathNotFound();
    return fanOutView(store, fanOut, this.#now);
  }
}

function limitOf(query: Query): number {
  return Math.min(parseCount(query, 'limit') || introspectionLimits.page, introspectionLimits.page);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
