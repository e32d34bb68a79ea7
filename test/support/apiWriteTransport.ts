import { resourcePath } from '../../extension/cluster/resourcePath.ts';
import type { WriteAnswer, WriteOptions, WriteRequest, WriteTransport } from '../../extension/controller/writeTransport.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import type { GroupVersionResource } from '../../extension/kube/resource.ts';
import { ApiError, type Status } from '../../extension/kube/status.ts';
import type { Answer, PlaygroundHarness } from './playgroundHarness.ts';

const methods = { create: 'POST', update: 'PUT', patch: 'PATCH', apply: 'PATCH', delete: 'DELETE' } as const;

/** Writes, and reads of single objects, through the playground's API, in process. */
export class ApiWriteTransport implements WriteTransport {
  readonly #playground: PlaygroundHarness;

  constructor(playground: PlaygroundHarness) {
    this.#playground = playground;
  }

  async write({ verb, resource, namespace, name, subresource, body, force }: WriteRequest, { dryRun, fieldManager = 'test' }: WriteOptions): Promise<WriteAnswer> {
    const path = `${resourcePath(resource, namespace, verb === 'create' ? undefined : name)}${subresource ? `/${subresource}` : ''}`;
    const query = new URLSearchParams({ ...(verb !== 'delete' && { fieldManager }), ...(dryRun && { dryRun: 'All' }), ...(verb === 'apply' && force && { force: 'true' }) });
    const answer = await this.#playground.ask(methods[verb], `${path}?${query}`, { ...(body !== undefined && { body }), contentType: contentTypeOf(verb, body) });
    const object = objectIn(answer);
    return { code: answer.status, ...(object.kind !== 'Status' && { object }) };
  }

  async get(resource: GroupVersionResource, namespace: string | undefined, name: string): Promise<KubeObject> {
    return objectIn(await this.#playground.get(resourcePath(resource, namespace, name)));
  }
}

function contentTypeOf(verb: WriteRequest['verb'], body: unknown): string {
  if (verb === 'apply') return 'application/apply-patch+yaml';
  if (verb !== 'patch') return 'application/json';
  return Array.isArray(body) ? 'application/json-patch+json' : 'application/merge-patch+json';
}

/** @throws ApiError for a failure */
function objectIn({ status, json }: Answer): KubeObject {
  if (status >= 200 && status < 300) return json as KubeObject;
  throw new ApiError(json as Status);
}
