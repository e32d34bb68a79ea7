import type { AccessAttributes } from '../access/authorizer.ts';
import type { ApiRequest } from './apiRequest.ts';
import { parseBoolean } from './listParameters.ts';
import { parseResourcePath, pathSegments, type ResourcePath } from './requestPath.ts';

/** What a request is about, found out once for all who want to know: filters, the audit log, the router (apiserver `RequestInfo`). */
export interface RequestAttributes extends AccessAttributes {
  /** It ends when the client wants it to, so it holds no seat while it lasts. */
  readonly isLongRunning: boolean;
  /** Undefined for a path that is not plain, which leads nowhere. */
  readonly segments: readonly string[] | undefined;
  /** As the router takes it; undefined where it is none of a resource. */
  readonly resourcePath: ResourcePath | undefined;
}

const verbs: Readonly<Record<string, string>> = { GET: 'get', HEAD: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };

export function requestAttributes({ method, path, query }: Pick<ApiRequest, 'method' | 'path' | 'query'>): RequestAttributes {
  const segments = pathSegments(path);
  const resourcePath = segments && parseResourcePath(segments);
  if (!resourcePath) {
    return { ...noResource, verb: method.toLowerCase(), path: decoded(path), segments };
  }
  const { group, version, resource, namespace, name, subresource } = resourcePath;
  const isCollection = name === '';
  const verb = collectionVerb(isCollection, verbs[method] ?? '', query);
  return {
    isResourceRequest: true,
    verb,
    group,
    version,
    resource,
    subresource,
    // To whoever decides, a namespace is inside of itself.
    namespace: resource === 'namespaces' && namespace === '' ? name : namespace,
    name: isCollection && (verb === 'list' || verb === 'watch') ? selectedName(query) : name,
    path: decoded(path),
    isLongRunning: verb === 'watch',
    segments,
    resourcePath,
  };
}

const noResource = {
  isResourceRequest: false,
  group: '',
  version: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
  isLongRunning: false,
  resourcePath: undefined,
} as const;

function collectionVerb(isCollection: boolean, verb: string, query: URLSearchParams): string {
  if (!isCollection) return verb;
  if (verb === 'delete') return 'deletecollection';
  return verb === 'get' ? (parseBoolean(query, 'watch') ? 'watch' : 'list') : verb;
}

/** A collection of which one object is asked for by name: whoever may have that one may ask so. */
function selectedName(query: URLSearchParams): string {
  const selector = query.get('fieldSelector');
  return selector ? (/(?:^|,)metadata\.name==?([^,=!\\]+)(?:,|$)/.exec(selector)?.[1] ?? '') : '';
}

function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
