import type { Reply, RouteScript } from './scriptedServer.ts';

/** A resource of the core group, as discovery tells of one that may be read. */
export function readable(name: string, kind: string): object {
  return { name, kind, singularName: '', namespaced: true, verbs: ['get', 'list', 'watch'] };
}

/** A whole list, in one page. */
export function listOf(kind: string, ...items: readonly object[]): Reply {
  return { json: { apiVersion: 'v1', kind, metadata: { resourceVersion: '10' }, items } };
}

/** What a server of the core group alone tells of itself: version, resources, its one namespace. */
export function coreRoutes(resources: readonly object[], namespace: string): Record<string, RouteScript> {
  return {
    '/version': { list: [{ json: { major: '1', minor: '34', gitVersion: 'v1.34.0' } }] },
    '/api': { list: [{ json: { kind: 'APIVersions', versions: ['v1'] } }] },
    '/api/v1': { list: [{ json: { kind: 'APIResourceList', groupVersion: 'v1', resources } }] },
    '/apis': { list: [{ json: { kind: 'APIGroupList', groups: [] } }] },
    '/api/v1/namespaces': { list: [listOf('NamespaceList', { metadata: { name: namespace } })] },
  };
}
