import { formatGroupVersion } from '../../kube/resource.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import { serverVersion } from './discovery.ts';
import { kindExtension, kindOf, type OpenApiVersion, referenceTo, schemasOf } from './openApiSchemas.ts';

/** The OpenAPI documents, made from the schemas: what clients check manifests and patches against. */

const info = { title: 'Kubernetes', version: serverVersion.gitVersion };

/** `/openapi/v2`: everything in one. */
export function openApiV2(resources: readonly ResourceDefinition[]): object {
  return { swagger: '2.0', info, paths: pathsOf(resources, 2), definitions: schemasOf(resources, 2) };
}

/** `/openapi/v3`: where the document of each group version is. @param at changes with what is served, so that a client that keeps documents asks anew */
export function openApiV3Index(resources: readonly ResourceDefinition[], at: number): object {
  const names = new Set(resources.map((definition) => groupVersionPath(definition)));
  const paths = [...names].map((name) => [name, { serverRelativeURL: `/openapi/v3/${name}?hash=${serverVersion.gitVersion}-${at}` }]);
  return { paths: Object.fromEntries(paths) };
}

/** `/openapi/v3/apis/apps/v1`; undefined when it is not served. @param path `api/v1`, `apis/apps/v1` */
export function openApiV3(resources: readonly ResourceDefinition[], path: string): object | undefined {
  const served = resources.filter((definition) => groupVersionPath(definition) === path);
  if (served.length === 0) return undefined;
  return { openapi: '3.0.0', info, paths: pathsOf(served, 3), components: { schemas: schemasOf(served, 3) } };
}

function groupVersionPath({ group, version }: ResourceDefinition): string {
  return group ? `apis/${group}/${version}` : `api/${version}`;
}

/** Each operation that a client looks up: the parameters that it takes, and the kind that it is about. */
function pathsOf(resources: readonly ResourceDefinition[], version: OpenApiVersion): object {
  const paths = resources.flatMap((definition) => {
    const scope = definition.namespaced ? 'namespaces/{namespace}/' : '';
    const collection = `/${groupVersionPath(definition)}/${scope}${definition.resource}`;
    const inPath = definition.namespaced ? ['namespace', 'name'] : ['name'];
    const operation = (action: string, query: readonly string[]): object => ({
      operationId: `${action}${formatGroupVersion(definition).replace(/\W/g, '')}${definition.kind}`,
      parameters: query.map((name) => parameter(name, 'query', version)),
      responses: { 200: response(definition, version) },
      'x-kubernetes-action': action,
      [kindExtension]: kindOf(definition),
    });
    const writing = ['dryRun', 'fieldManager', 'fieldValidation'];
    return [
      [
        collection,
        {
          parameters: inPath.slice(0, -1).map((name) => parameter(name, 'path', version)),
          get: operation('list', ['labelSelector', 'fieldSelector', 'limit', 'continue', 'resourceVersion', 'watch']),
          post: operation('post', writing),
        },
      ],
      [
        `${collection}/{name}`,
        {
          parameters: inPath.map((name) => parameter(name, 'path', version)),
          get: operation('get', []),
          put: operation('put', writing),
          patch: operation('patch', [...writing, 'force']),
          delete: operation('delete', ['dryRun', 'propagationPolicy']),
        },
      ],
    ] as const;
  });
  return Object.fromEntries(paths);
}

function parameter(name: string, where: 'query' | 'path', version: OpenApiVersion): object {
  const type = { type: 'string', uniqueItems: true };
  return { name, in: where, ...(where === 'path' && { required: true }), ...(version === 2 ? type : { schema: type }) };
}

function response(definition: ResourceDefinition, version: OpenApiVersion): object {
  const schema = referenceTo(definition.schema, version);
  return { description: 'OK', ...(version === 2 ? { schema } : { content: { 'application/json': { schema } } }) };
}
