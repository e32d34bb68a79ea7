import type { Logger } from '../base/logger.ts';
import { messageOf } from '../base/codedError.ts';
import { isRecord } from '../kube/object.ts';
import { type ApiResource, formatGroupVersion } from '../kube/resource.ts';
import { ApiError } from '../kube/status.ts';
import type { ApiClient } from './apiClient.ts';
import { groupVersionPath } from './resourcePath.ts';

/** A hundred groups are asked about at once only on servers that cannot answer for all of them together. */
const concurrency = 8;

/** One answer for all groups where the server has it (1.26 and later), else the classic one. */
const aggregated = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',');

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** What a server has, in the order in which it prefers it: the core group first. */
export interface Discovered {
  /** Every version of every resource; subresources are left out. */
  readonly resources: readonly ApiResource[];
  /** Groups that could not be asked, an aggregated API that is down, say. The rest is there all the same. */
  readonly failures: readonly { readonly groupVersion: string; readonly error: unknown }[];
}

/** @throws ApiError, ConnectionError, CredentialError when the server does not even say which groups it has */
export async function discoverAll(client: ApiClient, logger: Logger, signal: AbortSignal): Promise<Discovered> {
  const failures: { groupVersion: string; error: unknown }[] = [];
  const answers = await discoverGroups(client, failures, signal);
  const resources: ApiResource[][] = [];
  const toAsk: { readonly groupVersion: GroupVersion; readonly place: number }[] = [];
  for (const answer of answers) {
    for (const part of readAnswer(answer)) {
      const place = resources.push(part.resources ?? []) - 1;
      if (!part.resources) toAsk.push({ groupVersion: part.groupVersion, place });
      else if (part.stale) failures.push({ groupVersion: formatGroupVersion(part.groupVersion), error: new Error('the API is not available') });
    }
  }
  const ask = async (): Promise<void> => {
    for (let next = toAsk.shift(); next; next = toAsk.shift()) {
      try {
        resources[next.place] = await discoverGroupVersion(client, next.groupVersion, signal);
      } catch (error) {
        signal.throwIfAborted();
        failures.push({ groupVersion: formatGroupVersion(next.groupVersion), error });
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, ask));
  for (const { groupVersion, error } of failures) logger.warn('discovery', `${groupVersion} could not be asked: ${messageOf(error)}`);
  return { resources: resources.flat(), failures };
}

/** A server may have no core group or no others, or let somebody ask for one of them only, as client-go allows. */
async function discoverGroups(client: ApiClient, failures: { groupVersion: string; error: unknown }[], signal: AbortSignal): Promise<unknown[]> {
  const ask = (path: string): Promise<unknown> =>
    client.json({ method: 'GET', path, accept: aggregated, signal }).catch((error: unknown) => {
      if (ApiError.is(error, 403)) failures.push({ groupVersion: path.slice(1), error });
      else if (!ApiError.is(error, 404)) throw error;
    });
  const answers = await Promise.all([ask('/api'), ask('/apis')]);
  if (failures[0] && answers.every((answer) => answer === undefined)) throw failures[0].error;
  return answers;
}

/** The resources of one group and version. @throws ApiError 404 when the server does not have it */
export async function discoverGroupVersion(client: ApiClient, groupVersion: GroupVersion, signal: AbortSignal): Promise<ApiResource[]> {
  const { group, version } = groupVersion;
  const answer = await client.json({ method: 'GET', path: groupVersionPath(groupVersion), signal });
  const list = isRecord(answer) && Array.isArray(answer['resources']) ? answer['resources'] : [];
  return list
    .filter(isRecord)
    .filter((resource) => !text(resource['name']).includes('/'))
    .map((resource) => ({
      group,
      version,
      resource: text(resource['name']),
      kind: text(resource['kind']),
      namespaced: resource['namespaced'] === true,
      verbs: texts(resource['verbs']),
      shortNames: texts(resource['shortNames']),
      singularName: text(resource['singularName']) || text(resource['kind']).toLowerCase(),
    }));
}

interface AnswerPart {
  readonly groupVersion: GroupVersion;
  /** Absent: to be asked for. */
  readonly resources?: ApiResource[];
  readonly stale?: boolean;
}

function readAnswer(answer: unknown): AnswerPart[] {
  if (!isRecord(answer)) return [];
  if (answer['kind'] === 'APIGroupDiscoveryList') return records(answer['items']).flatMap(readAggregatedGroup);
  const core = texts(answer['versions']).map((version) => ({ groupVersion: { group: '', version } }));
  return [...core, ...records(answer['groups']).flatMap(readGroup)];
}

function readGroup(group: Readonly<Record<string, unknown>>): AnswerPart[] {
  const name = text(group['name']);
  const preferred = isRecord(group['preferredVersion']) ? text(group['preferredVersion']['version']) : '';
  const versions = records(group['versions']).map((version) => text(version['version']));
  return [...new Set(preferred === '' ? versions : [preferred, ...versions])].map((version) => ({ groupVersion: { group: name, version } }));
}

function readAggregatedGroup(group: Readonly<Record<string, unknown>>): AnswerPart[] {
  const name = isRecord(group['metadata']) ? text(group['metadata']['name']) : '';
  return records(group['versions']).map((entry) => {
    const version = text(entry['version']);
    const resources = records(entry['resources']).map((resource) => ({
      group: name,
      version,
      resource: text(resource['resource']),
      kind: isRecord(resource['responseKind']) ? text(resource['responseKind']['kind']) : '',
      namespaced: resource['scope'] === 'Namespaced',
      verbs: texts(resource['verbs']),
      shortNames: texts(resource['shortNames']),
      singularName: text(resource['singularResource']),
    }));
    return { groupVersion: { group: name, version }, resources, stale: entry['freshness'] === 'Stale' };
  });
}

function records(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
