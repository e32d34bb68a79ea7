import { isRecord, recordsIn } from '../kube/object.ts';
import type { ApiResource } from '../kube/resource.ts';

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** What a document says of one version of one group. */
export interface GroupVersionPart {
  readonly groupVersion: GroupVersion;
  /** Absent: to be asked for. */
  readonly resources?: readonly ApiResource[];
  /** What is said of it is old, since the API server behind it does not answer. */
  readonly stale?: boolean;
}

/** What may stand in a path: a server may send anything, and whatever else it names could not be asked for. */
const wordPattern = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

/** Groups and versions in the order in which the server prefers them; undefined when it is no such document. */
export function readGroups(answer: unknown): readonly GroupVersionPart[] | undefined {
  if (!isRecord(answer)) return undefined;
  if (answer['kind'] === 'APIGroupDiscoveryList') return recordsIn(answer['items']).flatMap(readAggregatedGroup);
  if (!isListOf(answer, 'APIVersions', 'versions') && !isListOf(answer, 'APIGroupList', 'groups')) return undefined;
  const core = words(answer['versions']).map((version) => ({ groupVersion: { group: '', version } }));
  return [...core, ...recordsIn(answer['groups']).flatMap(readGroup)];
}

/** The resources of one group and version, without subresources; undefined when it is no such document. */
export function readResources(answer: unknown, { group, version }: GroupVersion): readonly ApiResource[] | undefined {
  if (!isRecord(answer) || !isListOf(answer, 'APIResourceList', 'resources')) return undefined;
  return recordsIn(answer['resources']).flatMap((resource) =>
    named({
      group,
      version,
      resource: text(resource['name']),
      kind: text(resource['kind']),
      namespaced: resource['namespaced'] === true,
      verbs: texts(resource['verbs']),
      shortNames: words(resource['shortNames']),
      singularName: text(resource['singularName']),
    }),
  );
}

/** A document of this kind may have null in place of the list: Go writes it for one without entries. */
function isListOf(answer: Readonly<Record<string, unknown>>, kind: string, field: string): boolean {
  return Array.isArray(answer[field]) || answer['kind'] === kind;
}

function readGroup(group: Readonly<Record<string, unknown>>): GroupVersionPart[] {
  const name = text(group['name']);
  const preferred = isRecord(group['preferredVersion']) ? [text(group['preferredVersion']['version'])] : [];
  const versions = recordsIn(group['versions']).map((version) => text(version['version']));
  return [...new Set([...preferred, ...versions])].filter((version) => isWord(name) && isWord(version)).map((version) => ({ groupVersion: { group: name, version } }));
}

function readAggregatedGroup(item: Readonly<Record<string, unknown>>): GroupVersionPart[] {
  // The core group has none.
  const group = isRecord(item['metadata']) ? text(item['metadata']['name']) : '';
  return recordsIn(item['versions']).flatMap((entry) => {
    const version = text(entry['version']);
    if ((group !== '' && !isWord(group)) || !isWord(version)) return [];
    const resources = recordsIn(entry['resources']).flatMap((resource) =>
      named({
        group,
        version,
        resource: text(resource['resource']),
        kind: isRecord(resource['responseKind']) ? text(resource['responseKind']['kind']) : '',
        namespaced: resource['scope'] === 'Namespaced',
        verbs: texts(resource['verbs']),
        shortNames: words(resource['shortNames']),
        singularName: text(resource['singularResource']),
      }),
    );
    return { groupVersion: { group, version }, resources, stale: entry['freshness'] === 'Stale' };
  });
}

/** Also leaves out subresources, whose names have a slash. */
function named(resource: ApiResource): ApiResource[] {
  return isWord(resource.resource) ? [{ ...resource, singularName: resource.singularName || resource.kind.toLowerCase() }] : [];
}

function isWord(value: string): boolean {
  return wordPattern.test(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function words(value: unknown): string[] {
  return texts(value).filter(isWord);
}
