import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import { type ApiResource, formatGroupVersion } from '../kube/resource.ts';
import { ApiError, ConnectionError } from '../kube/status.ts';
import type { ApiClient } from './apiClient.ts';
import { type GroupVersion, type GroupVersionPart, readGroups, readResources } from './discoveryDocuments.ts';
import { groupVersionPath } from './resourcePath.ts';

/** A hundred groups are asked about at once only on servers that cannot answer for all of them together. */
const concurrency = 8;

/** An API server behind the API server may never answer: what all the others have does not wait longer for it. */
const groupPatienceMs = 10_000;

/** One answer for all groups where the server has it (v2beta1 from 1.26 on, v2 from 1.30 on), else the classic one. */
const aggregated = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',');

/** A group version that could not be asked, an aggregated API that is down, say. */
export interface GroupFailure {
  /** `metrics.k8s.io/v1beta1`; `apis` when not even the groups were told. */
  readonly groupVersion: string;
  readonly error: unknown;
}

/** What a server has, in the order in which it prefers it: the core group first. */
export interface Discovered {
  /** Every version of every resource; subresources are left out. */
  readonly resources: readonly ApiResource[];
  /** Groups that could not be asked. The rest is there all the same. */
  readonly failures: readonly GroupFailure[];
  /** How many requests it took: two where the server answers for all groups together. */
  readonly requests: number;
}

/**
 * @param onPart told of what is known so far, whenever a group has answered
 * @throws ApiError, ConnectionError, CredentialError when the server does not even say which groups it has
 */
export async function discoverAll(client: ApiClient, logger: Logger, signal: AbortSignal, onPart?: (part: Discovered) => void): Promise<Discovered> {
  const { parts, refused } = await discoverGroups(client, signal);
  const toAsk = parts.filter(({ resources }) => !resources);
  const requests = roots.length + toAsk.length;
  const found = (): Discovered => ({ ...settled(parts), requests });
  const ask = async (): Promise<void> => {
    for (let next = toAsk.shift(); next; next = toAsk.shift()) {
      try {
        next.resources = await discoverGroupVersion(client, next.groupVersion, signal);
      } catch (error) {
        signal.throwIfAborted();
        next.error = error;
      }
      onPart?.(found());
    }
  };
  await Promise.all(Array.from({ length: concurrency }, ask));
  const { resources, failures: failed } = found();
  const failures = [...refused, ...failed];
  for (const { groupVersion, error } of failures) logger.warn('discovery', `${groupVersion} could not be asked: ${messageOf(error)}`);
  return { resources, failures, requests };
}

/** The resources of one group and version. @throws ApiError 404 when the server does not have it; ConnectionError, CredentialError */
export async function discoverGroupVersion(client: ApiClient, groupVersion: GroupVersion, signal: AbortSignal): Promise<readonly ApiResource[]> {
  const path = groupVersionPath(groupVersion);
  const resources = readResources(await client.json({ method: 'GET', path, signal, patienceMs: groupPatienceMs }), groupVersion);
  return resources ?? unreadable(client, path);
}

const roots = ['/api', '/apis'] as const;

/** One group version, as far as it is known. */
interface Part {
  readonly groupVersion: GroupVersion;
  resources: readonly ApiResource[] | undefined;
  error: unknown;
}

/** A server may have no core group or no others, or let somebody ask for one of them only, as client-go allows. */
async function discoverGroups(client: ApiClient, signal: AbortSignal): Promise<{ readonly parts: readonly Part[]; readonly refused: readonly GroupFailure[] }> {
  const refused: GroupFailure[] = [];
  const ask = async (path: string): Promise<readonly GroupVersionPart[] | undefined> => {
    try {
      return readGroups(await askGroups(client, path, signal)) ?? unreadable(client, path);
    } catch (error) {
      if (ApiError.is(error, 403)) refused.push({ groupVersion: path.slice(1), error });
      else if (!ApiError.is(error, 404)) throw error;
      return undefined;
    }
  };
  const answers = await Promise.all(roots.map(ask));
  if (refused[0] && answers.every((answer) => answer === undefined)) throw refused[0].error;
  return { parts: answers.flatMap((answer) => (answer ?? []).map(partOf)), refused };
}

/** What stands before a server may refuse what it does not know, instead of passing it over. */
async function askGroups(client: ApiClient, path: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await client.json({ method: 'GET', path, accept: aggregated, signal });
  } catch (error) {
    if (!ApiError.is(error, 406)) throw error;
    return client.json({ method: 'GET', path, signal });
  }
}

function partOf({ groupVersion, resources, stale }: GroupVersionPart): Part {
  const error = stale ? new ApiError({ code: 503, reason: 'ServiceUnavailable', message: 'the API server behind it does not answer' }) : undefined;
  return { groupVersion, resources, error };
}

/** Of a group whose preferred version has not answered yet nothing is told: another version of it would be taken for that. */
function settled(parts: readonly Part[]): Pick<Discovered, 'resources' | 'failures'> {
  const open = new Set<string>();
  const resources: ApiResource[] = [];
  const failures: GroupFailure[] = [];
  for (const { groupVersion, resources: found, error } of parts) {
    if (!found && error === undefined) open.add(groupVersion.group);
    if (open.has(groupVersion.group)) continue;
    resources.push(...(found ?? []));
    if (error !== undefined) failures.push({ groupVersion: formatGroupVersion(groupVersion), error });
  }
  return { resources, failures };
}

function unreadable(client: ApiClient, path: string): never {
  throw new ConnectionError('decode', `the answer to ${path} is not a document of discovery`, { server: client.server });
}
