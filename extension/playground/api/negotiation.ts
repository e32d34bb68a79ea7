import type { ApiError } from '../../kube/status.ts';
import { notAcceptable } from '../statusErrors.ts';
import { jsonType } from './apiRequest.ts';
import { openApiProtobufType } from './openApiProtobuf.ts';

/**
 * How the client wants objects: whole, as rows of a table, or their metadata alone; `misfit`: by the name for a list where an object
 * is answered, or the other way round, which is found out when there is something to answer with.
 */
export type View = 'object' | 'table' | 'metadata' | 'misfit';

interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const metaVersion = 'v1';
const views: Readonly<Record<string, View>> = { Table: 'table', PartialObjectMetadata: 'metadata', PartialObjectMetadataList: 'metadata' };
const listSuffix = 'List';

/**
 * The first of the accepted types that can be served; JSON when nothing is said. Only JSON is served. Metadata has a name
 * for lists and one for objects; who takes the wrong one gets nothing else, whatever else would be accepted.
 * @param isList what is answered is a list, and not an object or a watch of objects
 * @throws ApiError 406
 */
export function negotiateView(accept: string, isList: boolean): View {
  if (accept.trim() === '') return 'object';
  for (const range of mediaRanges(accept)) {
    if (!acceptsJson(range.type)) continue;
    const as = range.parameters.get('as');
    if (as === undefined) return 'object';
    const view = Object.hasOwn(views, as) ? views[as] : undefined;
    if (!view || range.parameters.get('g') !== 'meta.k8s.io' || range.parameters.get('v') !== metaVersion) continue;
    return view === 'metadata' && as.endsWith(listSuffix) !== isList ? 'misfit' : view;
  }
  throw unacceptableView(isList, acceptsAnyJson(accept) ? undefined : {});
}

/** 406, with what would have been acceptable. */
export function unacceptableView(isList: boolean, details?: object): ApiError {
  const as = ['Table', `PartialObjectMetadata${isList ? listSuffix : ''}`];
  return notAcceptable([jsonType, ...as.map((kind) => `${jsonType};as=${kind};g=meta.k8s.io;v=${metaVersion}`)], details);
}

/** Versions of the document that has all groups and their resources at once. */
export type AggregatedVersion = 'v2' | 'v2beta1';

/**
 * How a client wants to be told which groups there are: the first of its types that can be served. @throws ApiError 406
 */
export function negotiateDiscovery(accept: string): AggregatedVersion | 'classic' {
  requireJson(accept);
  for (const { type, parameters } of mediaRanges(accept)) {
    if (!acceptsJson(type)) continue;
    const [as, group, version] = ['as', 'g', 'v'].map((name) => parameters.get(name));
    if (as === undefined) return 'classic';
    if (as === 'APIGroupDiscoveryList' && group === 'apidiscovery.k8s.io' && (version === 'v2' || version === 'v2beta1')) return version;
  }
  return 'classic';
}

/** Whether a client would rather have the document of OpenAPI 2 as protobuf. client-go asks for it by the older name, which is no valid media type. */
export function wantsOpenApiProtobuf(accept: string): boolean {
  const first = mediaRanges(accept).find(({ type }) => acceptsJson(type) || openApiProtobufTypes.has(type));
  return first !== undefined && openApiProtobufTypes.has(first.type);
}

const openApiProtobufTypes: ReadonlySet<string> = new Set([openApiProtobufType, openApiProtobufType.replace('.v1.0', '@v1.0')]);

/** @throws ApiError 406 unless JSON is among the accepted types */
export function requireJson(accept: string): void {
  if (accept.trim() !== '' && !acceptsAnyJson(accept)) throw notAcceptable([jsonType], {});
}

function acceptsAnyJson(accept: string): boolean {
  return mediaRanges(accept).some(({ type }) => acceptsJson(type));
}

/** The type of a `Content-Type` header, without its parameters, in lower case. */
export function mediaType(contentType: string): string {
  return contentType.split(';', 1)[0]!.trim().toLowerCase();
}

function acceptsJson(type: string): boolean {
  return type === jsonType || type === 'application/*' || type === '*/*';
}

/** In the order in which they stand, which is how clients of the API server write their preference. */
function mediaRanges(accept: string): MediaRange[] {
  return accept.split(',').map((part) => {
    const [type, ...parameters] = part.split(';').map((piece) => piece.trim());
    return { type: type!.toLowerCase(), parameters: new Map(parameters.map((parameter) => splitParameter(parameter))) };
  });
}

function splitParameter(parameter: string): [string, string] {
  const at = parameter.indexOf('=');
  return at < 0 ? [parameter, ''] : [parameter.slice(0, at), parameter.slice(at + 1)];
}
