import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { Faults } from '../faults/faults.ts';
import type { Registry } from '../registry/registry.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import { methodNotAllowed, nothingRunsThere, pathNotFound } from '../statusErrors.ts';
import type { Storage } from '../storage/storage.ts';
import { aggregatedType } from './aggregatedDiscovery.ts';
import { type ApiRequest, type ApiResponse, bytesOf, jsonResponse } from './apiRequest.ts';
import type { ApiObserver } from './apiObserver.ts';
import { Discovery, serverVersion } from './discovery.ts';
import type { FeatureGates } from './featureGates.ts';
import type { FilteredRequest } from './filters/filter.ts';
import { FrameBytes } from './frameBytes.ts';
import { TurnEnd } from './turnEnd.ts';
import { createObject } from './handlers/createObject.ts';
import { deleteCollection } from './handlers/deleteCollection.ts';
import { deleteObject } from './handlers/deleteObject.ts';
import { getObject } from './handlers/getObject.ts';
import { listObjects } from './handlers/listObjects.ts';
import { patchObject } from './handlers/patchObject.ts';
import { actOnPod, createBinding, isBindings, isPodAction } from './handlers/podActions.ts';
import { scaleObject } from './handlers/scaleObject.ts';
import { updateObject } from './handlers/updateObject.ts';
import { watchObjects } from './handlers/watchObjects.ts';
import { ListedBytes } from './listedBytes.ts';
import { parseBoolean, parseListParameters } from './listParameters.ts';
import { negotiateDiscovery, negotiateView, requireJson, unacceptableView, wantsOpenApiProtobuf } from './negotiation.ts';
import { ObjectTexts } from './objectTexts.ts';
import { openApiV2, openApiV3, openApiV3Index } from './openApi.ts';
import { openApiProtobufType, openApiV2Protobuf } from './openApiProtobuf.ts';
import { type Representation, representationFor } from './representation.ts';
import type { ResourcePath } from './requestPath.ts';
import type { ResourceRequest } from './resourceRequest.ts';
import { type ReviewPorts, Reviews } from './reviews/reviews.ts';
import { whenCommitted } from './whenCommitted.ts';

export interface RouterOptions {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly access: ReviewPorts['access'];
  readonly clock: Clock;
  readonly random: Random;
  readonly gates: FeatureGates;
  readonly observer: ApiObserver | undefined;
  readonly faults: Faults;
}

/** What the documents are made of. */
interface Served {
  /** How often it had changed by then. */
  readonly at: number;
  readonly definitions: readonly ResourceDefinition[];
  readonly discovery: Discovery;
}

/** Finds what a request asks for, behind all filters. */
export class Router {
  readonly #options: RouterOptions;
  readonly #reviews: Reviews;
  readonly #texts = new ObjectTexts();
  readonly #listed = new ListedBytes();
  readonly #frameBytes = new FrameBytes();
  readonly #turnEnd: TurnEnd;
  readonly #whole = new WeakMap<ResourceDefinition, Representation>();
  /** Made anew when it has changed. */
  #served: Served | undefined;

  constructor(options: RouterOptions) {
    this.#options = options;
    this.#reviews = new Reviews(options);
    this.#turnEnd = new TurnEnd(options.clock);
  }

  /** @throws ApiError */
  route({ request, attributes: { segments, resourcePath } }: FilteredRequest): ApiResponse | Promise<ApiResponse> {
    if (!segments) throw pathNotFound();
    return resourcePath ? this.#routeResource(request, resourcePath) : this.#routeDocument(request, segments);
  }

  /** Everything that is not a resource: health, version, discovery, OpenAPI. */
  #routeDocument(request: ApiRequest, segments: readonly string[]): ApiResponse {
    const [root, ...rest] = segments;
    const document = this.#document(root, rest);
    if (document === undefined) throw pathNotFound();
    // Of its health a server tells whoever asks, however it asks.
    if (typeof document === 'string') return { status: 200, contentType: 'text/plain; charset=utf-8', warnings: [], body: document };
    // Groups are told of as health is, their versions only to who reads.
    if (request.method !== 'GET' && !(root === 'apis' && rest.length < 2)) throw methodNotAllowed();
    if ((root === 'api' || root === 'apis') && rest.length === 0) return this.#groups(request, root, document);
    if (root === 'openapi' && rest[0] === 'v2' && wantsOpenApiProtobuf(request.accept)) {
      return { status: 200, contentType: openApiProtobufType, warnings: [], body: bytesOf(openApiV2Protobuf(document)) };
    }
    requireJson(request.accept);
    return jsonResponse(document);
  }

  /** Which groups there are; with all that is in them for whoever wants that. */
  #groups({ accept }: ApiRequest, root: 'api' | 'apis', classic: object): ApiResponse {
    const version = negotiateDiscovery(accept);
    if (version === 'classic') return jsonResponse(classic);
    return { ...jsonResponse(this.#whatIsServed().discovery.aggregated(root, version)), contentType: aggregatedType(version) };
  }

  #document(root: string | undefined, rest: readonly string[]): object | string | undefined {
    const [first, second] = rest;
    const { definitions, discovery, at } = this.#whatIsServed();
    switch (root) {
      case 'healthz':
      case 'livez':
      case 'readyz':
        return rest.length === 0 ? 'ok' : undefined;
      case 'version':
        return rest.length === 0 ? serverVersion : undefined;
      case 'api':
        if (first === undefined) return discovery.coreVersions();
        return rest.length === 1 ? discovery.resourceList('', first) : undefined;
      case 'apis':
        if (first === undefined) return discovery.groupList();
        if (second === undefined) return discovery.group(first);
        return rest.length === 2 ? discovery.resourceList(first, second) : undefined;
      case 'openapi':
        if (first === 'v2' && rest.length === 1) return openApiV2(definitions);
        if (first !== 'v3') return undefined;
        return rest.length === 1 ? openApiV3Index(definitions, at) : openApiV3(definitions, rest.slice(1).join('/'));
      default:
        return undefined;
    }
  }

  #whatIsServed(): Served {
    const { registry } = this.#options;
    if (this.#served?.at !== registry.changes) {
      const definitions = registry.stores.map(({ definition }) => definition);
      this.#served = { at: registry.changes, definitions, discovery: new Discovery(definitions) };
    }
    return this.#served;
  }

  #routeResource(request: ApiRequest, path: ResourcePath): ApiResponse | Promise<ApiResponse> {
    const review = this.#reviews.find(path);
    if (review) return this.#reviews.answer(review, request, path);
    const isBinding = isBindings(path);
    const store = this.#options.registry.find(isBinding ? { ...path, resource: 'pods' } : path);
    if (!store || (path.namespace !== '' && !store.definition.namespaced)) throw pathNotFound();
    const { definition } = store;
    if (definition.readOnlyBecause !== undefined && request.method !== 'GET') throw methodNotAllowed(definition.readOnlyBecause);
    const representation = this.#representationFor(request, answersWithList(request, path), definition);
    const of: ResourceRequest = { request, definition, store, namespace: path.namespace, name: path.name, representation };
    const answer = (): ApiResponse | Promise<ApiResponse> => {
      if (isBinding) return createBinding(of);
      if (path.subresource !== '') return routeSubresource(of, path.subresource);
      return path.name === '' ? this.#routeCollection(of) : routeObject(of);
    };
    return request.method === 'GET' ? answer() : whenCommitted(this.#options.storage, request, answer);
  }

  /** That of whole objects is the same for every request. */
  #representationFor({ accept, query }: ApiRequest, isList: boolean, definition: ResourceDefinition): Representation {
    const view = negotiateView(accept, isList);
    if (view === 'misfit' && parseBoolean(query, 'watch')) throw unacceptableView(false);
    const known = view === 'object' ? this.#whole.get(definition) : undefined;
    if (known) return known;
    const includeObject = query.get('includeObject');
    const representation = representationFor(view, definition, {
      includeObject: includeObject === 'None' || includeObject === 'Object' ? includeObject : 'Metadata',
      now: () => this.#options.clock.wallTime(),
      texts: this.#texts,
    });
    if (view === 'object') this.#whole.set(definition, representation);
    return representation;
  }

  #routeCollection(of: ResourceRequest): ApiResponse | Promise<ApiResponse> {
    const { storage, random, clock, observer, gates, faults } = this.#options;
    switch (of.request.method) {
      case 'GET': {
        const parameters = parseListParameters(of.request.query, of.definition, gates);
        if (!parameters.watch) return listObjects(of, parameters, { storage, gates, listed: this.#listed, faults, observer });
        return watchObjects(of, parameters, { storage, gates, random, clock, frameBytes: this.#frameBytes, turnEnd: this.#turnEnd, observer, faults });
      }
      case 'POST':
        return createObject(of);
      case 'DELETE':
        if (!of.definition.verbs.includes('deletecollection')) throw methodNotAllowed();
        return deleteCollection(of, clock);
      default:
        throw methodNotAllowed();
    }
  }
}

/** A list, or what was deleted of one; neither a watch, which answers with objects, nor what was created. */
function answersWithList({ method, query }: ApiRequest, { name }: ResourcePath): boolean {
  return name === '' && (method === 'DELETE' || (method === 'GET' && !parseBoolean(query, 'watch')));
}

function routeObject(of: ResourceRequest): ApiResponse | Promise<ApiResponse> {
  // Without a namespace there is no such object of a namespaced resource.
  if (of.definition.namespaced && of.namespace === '') throw pathNotFound();
  switch (of.request.method) {
    case 'GET':
      return getObject(of);
    case 'PUT':
      return updateObject(of);
    case 'PATCH':
      return patchObject(of);
    case 'DELETE':
      return deleteObject(of);
    default:
      throw methodNotAllowed();
  }
}

/** What a kube-apiserver hands on to a kubelet. */
const inContainers: ReadonlySet<string> = new Set(['log', 'exec', 'attach', 'portforward', 'proxy']);

function routeSubresource(of: ResourceRequest, name: string): ApiResponse | Promise<ApiResponse> {
  if (of.definition.resource === 'pods' && of.namespace !== '' && inContainers.has(name)) throw nothingRunsThere(name);
  if (isPodAction(of, name)) return actOnPod(of, name);
  const subresource = of.definition.subresources.find((candidate) => candidate === name);
  if (!subresource || (of.definition.namespaced && of.namespace === '')) throw pathNotFound();
  if (subresource === 'finalize' && of.request.method !== 'PUT') throw methodNotAllowed();
  if (subresource === 'scale' && of.definition.scale) return scaleObject(of, of.definition.scale);
  switch (of.request.method) {
    case 'GET':
      return getObject(of);
    case 'PUT':
      return updateObject(of, subresource);
    case 'PATCH':
      return patchObject(of, subresource);
    default:
      throw methodNotAllowed();
  }
}
