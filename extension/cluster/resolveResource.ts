import { CodedError } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import { type ApiResource, formatGroupVersion, formatResource, type GroupVersionResource, parseResource } from '../kube/resource.ts';
import { ApiError } from '../kube/status.ts';
import type { ApiClient } from './apiClient.ts';
import { discoverAll, discoverGroupVersion } from './discovery.ts';

export type ResourceErrorCode =
  | 'unknown' // the server has no such resource
  | 'notWatchable'; // it has, but it cannot be listed and watched

/** No informer can run on what was asked for. The message is a whole sentence. */
export class ResourceError extends CodedError<ResourceErrorCode, { readonly text: string }> {
  override readonly name = 'ResourceError';

  static is(error: unknown, code?: ResourceErrorCode): error is ResourceError {
    return error instanceof ResourceError && (code === undefined || error.code === code);
  }
}

/** Can be listed and watched: what an informer needs. */
export function isWatchable({ verbs }: ApiResource): boolean {
  return verbs.includes('list') && verbs.includes('watch');
}

/**
 * The resource that a person means by `pods`, `po`, `pod`, `Pod`, `deployments.apps`,
 * `deployments.v1.apps`, `v1/pods` or `apps/v1/deployments`. Of several, the one that the server prefers;
 * the core group goes first, as in kubectl.
 * @throws ResourceError; ApiError, ConnectionError, CredentialError when the server cannot be asked
 */
export async function resolveResource(client: ApiClient, text: string, logger: Logger, signal: AbortSignal): Promise<ApiResource> {
  const exact = parseResource(text);
  if (exact) return watchable(text, findExact(exact, await askGroupVersion(client, exact, signal)), whyNotExact(exact));
  const name = parseName(text);
  if (!name) throw new ResourceError('unknown', `"${text}" is not the name of a resource. Write pods, deployments.apps, v1/pods or apps/v1/deployments.`, { text });
  if (name.group === undefined) {
    const core = findByName(name, await askGroupVersion(client, { group: '', version: 'v1' }, signal));
    if (core) return watchable(text, core, '');
  }
  const { resources, failures } = await discoverAll(client, logger, signal);
  const unasked = failures.map((failure) => failure.groupVersion).join(', ');
  const doubt = unasked === '' ? '' : ` These groups could not be asked: ${unasked}.`;
  return watchable(text, findByName(name, resources), `Try "kubectl api-resources" for the names that it has.${doubt}`);
}

/** A server without the group has none of its resources. */
async function askGroupVersion(client: ApiClient, groupVersion: Pick<GroupVersionResource, 'group' | 'version'>, signal: AbortSignal): Promise<readonly ApiResource[]> {
  const { group, version } = groupVersion;
  try {
    return await discoverGroupVersion(client, { group, version }, signal);
  } catch (error) {
    if (ApiError.is(error, 404)) return [];
    throw error;
  }
}

function findExact({ resource }: GroupVersionResource, resources: readonly ApiResource[]): ApiResource | undefined {
  return resources.find((candidate) => candidate.resource === resource);
}

function whyNotExact(resource: GroupVersionResource): string {
  return `Try "kubectl api-resources --api-group=${resource.group}" for what it has in ${formatGroupVersion(resource)}.`;
}

interface ResourceName {
  readonly name: string;
  readonly group: string | undefined;
  readonly version: string | undefined;
}

function parseName(text: string): ResourceName | undefined {
  const match = /^([a-z0-9-]+)(?:\.([a-z0-9.-]*))?$/.exec(text.toLowerCase());
  if (!match) return undefined;
  const rest = match[2];
  const versioned = rest === undefined ? null : /^(v\d+(?:(?:alpha|beta)\d+)?)(?:\.(.*))?$/.exec(rest);
  return { name: match[1]!, group: versioned ? (versioned[2] ?? '') : rest, version: versioned?.[1] };
}

function findByName({ name, group, version }: ResourceName, resources: readonly ApiResource[]): ApiResource | undefined {
  const candidates = resources.filter(
    (candidate) => (group === undefined || candidate.group === group) && (version === undefined || candidate.version === version),
  );
  return (
    candidates.find((candidate) => candidate.resource === name || candidate.singularName === name) ??
    candidates.find((candidate) => candidate.shortNames.includes(name) || candidate.kind.toLowerCase() === name)
  );
}

function watchable(text: string, resource: ApiResource | undefined, advice: string): ApiResource {
  if (!resource) throw new ResourceError('unknown', `The server has no resource "${text}". ${advice}`.trim(), { text });
  if (isWatchable(resource)) return resource;
  throw new ResourceError('notWatchable', `The resource ${formatResource(resource)} cannot be listed and watched on this server. Choose another one.`, { text });
}
