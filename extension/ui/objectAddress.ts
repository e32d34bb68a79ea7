import { isRecord } from '../kube/object.ts';
import { parseInformerName } from '../kube/resource.ts';
import { pathPart } from './inertText.ts';

/** Where an object is: which cache, and under which key. */
export interface ObjectAddress {
  /** Id of the session's source. */
  readonly source: string;
  readonly informer: string;
  readonly key: string;
}

/** The address as the query of a URI. JSON, so that any name survives: its escapes leave nothing that a URI cannot carry. */
export function objectQuery({ source, informer, key }: ObjectAddress): string {
  return JSON.stringify({ source, informer, key });
}

/** The reverse of {@link objectQuery}; undefined for anything else: anybody can make a URI. */
export function parseObjectQuery(query: string): ObjectAddress | undefined {
  return objectAddressIn(queryFields(query));
}

/** The address among what somebody hands over; undefined where it is not all there. */
export function objectAddressIn(value: unknown): ObjectAddress | undefined {
  const { source, informer, key } = isRecord(value) ? value : {};
  return typeof source === 'string' && typeof informer === 'string' && typeof key === 'string' ? { source, informer, key } : undefined;
}

/** What the query of a URI has, as JSON; undefined where it is no object. */
export function queryFields(query: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(query);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The path is for people alone: its last part names the tab by object and resource, what is before it tells one informer's from another's, and it ends so that
 * the document is taken for YAML.
 */
export function objectPath({ informer, key }: Pick<ObjectAddress, 'informer' | 'key'>): string {
  const slash = key.indexOf('/');
  const folders = [...informer.split('/'), ...(slash < 0 ? [] : [key.slice(0, slash)])];
  const { resource } = parseInformerName(informer)?.resource ?? {};
  return `/${[...folders.map(part), `${part(key.slice(slash + 1))}${resource === undefined ? '' : `.${resource}`}.yaml`].join('/')}`;
}

function part(name: string): string {
  return pathPart(name.slice(0, 200));
}
