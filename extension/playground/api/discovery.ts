import { formatGroupVersion } from '../../kube/resource.ts';
import type { ResourceDefinition, Subresource } from '../registry/resourceDefinition.ts';
import { aggregatedDocument, type ClassicResource, type DiscoveredGroup } from './aggregatedDiscovery.ts';
import type { AggregatedVersion } from './negotiation.ts';
import { scaleKind } from './handlers/scaleObject.ts';
import { allReviewKinds, type ReviewKind } from './reviews/reviewKinds.ts';

/** `/version`: the release whose behaviour the playground follows. */
export const serverVersion = {
  major: '1',
  minor: '34',
  gitVersion: 'v1.34.0-playground',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'playground',
};

/** The documents of discovery: groups, their versions, their resources; one after the other, or all at once. */
export class Discovery {
  readonly #groups: ReadonlyMap<string, readonly ResourceDefinition[]>;

  constructor(definitions: readonly ResourceDefinition[]) {
    this.#groups = Map.groupBy(definitions, ({ group }) => group);
  }

  /** `/api` */
  coreVersions(): object {
    return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
  }

  /** `/apis` */
  groupList(): object {
    const groups = [...this.#groupNames()].map((group) => this.#group(group));
    return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  }

  /** `/api` or `/apis`, with everything that is in there. */
  aggregated(root: 'api' | 'apis', version: AggregatedVersion): object {
    const names = root === 'api' ? [''] : [...this.#groupNames()];
    return aggregatedDocument(names.map((name) => this.#whole(name)), version);
  }

  /** `/apis/apps`; undefined when there is no such group. */
  group(group: string): object | undefined {
    return this.#groupNames().has(group) ? { kind: 'APIGroup', apiVersion: 'v1', ...this.#group(group) } : undefined;
  }

  /** `/api/v1`, `/apis/apps/v1`; undefined when it is not served. */
  resourceList(group: string, version: string): object | undefined {
    const resources = this.#resources(group, version);
    if (resources.length === 0) return undefined;
    return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: formatGroupVersion({ group, version }), resources };
  }

  #groupNames(): Set<string> {
    const names = new Set([...this.#groups.keys(), ...allReviewKinds.map(({ group }) => group)]);
    names.delete('');
    return new Set([...names].toSorted(byGroupPriority));
  }

  #resources(group: string, version: string): ClassicResource[] {
    const served = (this.#groups.get(group) ?? []).filter((definition) => definition.version === version);
    const reviews = allReviewKinds.filter((review) => review.group === group && review.version === version);
    return [...served.flatMap(describeResource), ...reviews.map(describeReview)];
  }

  #whole(name: string): DiscoveredGroup {
    return { name, versions: this.#versions(name).map((version) => ({ version, resources: this.#resources(name, version) })) };
  }

  #versions(group: string): string[] {
    const versions = new Set([...(this.#groups.get(group) ?? []), ...allReviewKinds.filter((review) => review.group === group)].map(({ version }) => version));
    return [...versions].toSorted(byPriority);
  }

  #group(group: string): object {
    const described = this.#versions(group).map((version) => ({ groupVersion: `${group}/${version}`, version }));
    return { name: group, versions: described, preferredVersion: described[0] };
  }
}

/** The groups of a kube-apiserver, the first to be looked in first (`pkg/controlplane/apiserver/apiservices.go`); those of custom resources come after them, by name. */
const groupsByPriority: readonly string[] = ['apps', 'events.k8s.io', 'authentication.k8s.io', 'authorization.k8s.io', 'autoscaling', 'batch', 'certificates.k8s.io', 'networking.k8s.io', 'policy', 'rbac.authorization.k8s.io', 'storage.k8s.io', 'admissionregistration.k8s.io', 'apiextensions.k8s.io', 'scheduling.k8s.io', 'coordination.k8s.io', 'node.k8s.io', 'discovery.k8s.io', 'flowcontrol.apiserver.k8s.io'];

const groupRanks: ReadonlyMap<string, number> = new Map(groupsByPriority.map((group, rank) => [group, rank]));

function rankOf(group: string): number {
  return groupRanks.get(group) ?? groupRanks.size;
}

function byGroupPriority(one: string, other: string): number {
  return rankOf(one) - rankOf(other) || (one < other ? -1 : 1);
}

/** `v2`, `v1`, `v1beta1`, `v1alpha1`, and what is no such version last, as clients are to prefer them (apimachinery `version.CompareKubeAwareVersionStrings`). */
function byPriority(one: string, other: string): number {
  const [a, b] = [priorityOf(one), priorityOf(other)];
  if (!a || !b) return a || b ? (a ? -1 : 1) : one.localeCompare(other);
  return b.stage - a.stage || b.major - a.major || b.minor - a.minor;
}

function priorityOf(version: string): { readonly stage: number; readonly major: number; readonly minor: number } | undefined {
  const [, major, stage, minor] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  return major === undefined ? undefined : { stage: ['alpha', 'beta', undefined].indexOf(stage), major: Number(major), minor: Number(minor ?? 0) };
}

function describeResource(definition: ResourceDefinition): ClassicResource[] {
  const { resource, singularName, namespaced, kind, verbs, shortNames, categories, subresources } = definition;
  const main = {
    name: resource,
    singularName,
    namespaced,
    kind,
    verbs: verbs.toSorted(),
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
  };
  return [main, ...subresources.map((subresource) => describeSubresource(definition, subresource))];
}

function describeReview({ resource, singularName, namespaced, kind, kindGroup, version }: ReviewKind): ClassicResource {
  return { name: resource, singularName, namespaced, kind, ...(kindGroup !== undefined && { group: kindGroup, version }), verbs: ['create'] };
}

function describeSubresource({ resource, namespaced, kind }: ResourceDefinition, subresource: Subresource): ClassicResource {
  const common = { name: `${resource}/${subresource}`, singularName: '', namespaced };
  if (subresource === 'finalize') return { ...common, kind, verbs: ['update'] };
  const verbs = ['get', 'patch', 'update'];
  if (subresource === 'status') return { ...common, kind, verbs };
  return { ...common, group: scaleKind.group, version: scaleKind.version, kind: scaleKind.kind, verbs };
}
