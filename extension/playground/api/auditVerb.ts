import type { ApiRequest } from './apiRequest.ts';
import { parseResourcePath, pathSegments } from './requestPath.ts';

const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };

/** What a request is called in an audit log: the verb of RBAC for resources, the method in lower case for everything else. */
export function auditVerb({ method, path, query }: ApiRequest): string {
  const segments = pathSegments(path);
  const resource = segments && parseResourcePath(segments);
  if (!resource) return method.toLowerCase();
  const isCollection = resource.name === '';
  if (method === 'GET' || method === 'HEAD') return isWatch(query) && isCollection ? 'watch' : isCollection ? 'list' : 'get';
  if (method === 'DELETE' && isCollection) return 'deletecollection';
  return verbs[method] ?? method.toLowerCase();
}

function isWatch(query: URLSearchParams): boolean {
  const watch = query.get('watch');
  return watch !== null && watch !== 'false' && watch !== '0';
}
