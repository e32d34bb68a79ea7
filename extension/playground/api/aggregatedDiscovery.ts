import { jsonType } from './apiRequest.ts';
import type { AggregatedVersion } from './negotiation.ts';

/** A resource or subresource as an `APIResourceList` has it. */
export interface ClassicResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  /** Absent: those of the list. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** A group with the resources of its versions, in the order in which they are preferred. */
export interface DiscoveredGroup {
  /** Empty for the core group. */
  readonly name: string;
  readonly versions: readonly { readonly version: string; readonly resources: readonly ClassicResource[] }[];
}

/** The media type in which a client asks for it, and is answered. */
export function aggregatedType(version: AggregatedVersion): string {
  return `${jsonType};g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
}

/** All groups with all their resources in one document, which servers have since 1.26 (`apidiscovery.k8s.io`). */
export function aggregatedDocument(groups: readonly DiscoveredGroup[], version: AggregatedVersion): object {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map(({ name, versions }) => ({
      metadata: { ...(name !== '' && { name }) },
      versions: versions.map((each) => ({ version: each.version, resources: resourcesOf(name, each.version, each.resources), freshness: 'Current' })),
    })),
  };
}

function resourcesOf(group: string, version: string, all: readonly ClassicResource[]): object[] {
  const kindOf = (resource: ClassicResource): object => ({ group: resource.group ?? group, version: resource.version ?? version, kind: resource.kind });
  const describe = (resource: ClassicResource): object => {
    const { name, namespaced, singularName, verbs, shortNames, categories } = resource;
    const subresources = all
      .filter((each) => each.name.startsWith(`${name}/`))
      .map((each) => ({ subresource: each.name.slice(name.length + 1), responseKind: kindOf(each), verbs: each.verbs }));
    return {
      resource: name,
      responseKind: kindOf(resource),
      scope: namespaced ? 'Namespaced' : 'Cluster',
      singularResource: singularName,
      verbs,
      ...(shortNames && { shortNames }),
      ...(categories && { categories }),
      ...(subresources.length > 0 && { subresources }),
    };
  };
  return all.filter(({ name }) => !name.includes('/')).map(describe);
}
