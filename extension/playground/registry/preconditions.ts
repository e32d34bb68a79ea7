import type { KubeObject, ObjectMeta } from '../../kube/object.ts';
import { badRequest, conflict, modified, unexplained } from '../statusErrors.ts';
import type { ResourceDefinition } from './resourceDefinition.ts';

/** What a writer expects of the object that is there, or says of which one it is. */

type Identity = Pick<ObjectMeta, 'name' | 'namespace'>;

/**
 * A namespace of what is in none is not looked at (apiserver `EnsureObjectNamespaceMatchesRequestNamespace`).
 * @throws ApiError 400 where what was sent has another name than the path that it was sent to
 */
export function checkSameObject({ name, namespace }: Identity, proposed: Identity): void {
  if (proposed.name && proposed.name !== name) throw badRequest(`the name of the object (${proposed.name}) does not match the name on the URL (${name})`);
  if (namespace && proposed.namespace && proposed.namespace !== namespace) throw badRequest(`the namespace of the object (${proposed.namespace}) does not match the namespace on the URL (${namespace})`);
}

/**
 * @param called the kind, where it is about a deletion: a server calls it so
 * @throws ApiError 409
 */
export function checkPreconditions({ group, resource, kind }: ResourceDefinition, { metadata }: KubeObject, expected: { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined }, called = resource): void {
  const { uid, resourceVersion } = expected;
  const of = { group, resource: called };
  if (uid && uid !== metadata.uid) throw conflict(of, metadata.name!, `the uid in the precondition is ${uid}, that of the object is ${metadata.uid}`);
  const isExpected = Boolean(resourceVersion) && (resourceVersion !== '0' || called === kind);
  if (isExpected && resourceVersion !== metadata.resourceVersion) throw modified(of, metadata.name!);
}

/** Of something that is stored: a number, and not none. */
export function isVersion(resourceVersion = ''): boolean {
  return /^0*[1-9][0-9]*$/.test(resourceVersion);
}

/**
 * A server compares versions as numbers, and has no reason for it when one is none (apiserver `Store.Update`).
 * @throws ApiError 500
 */
export function requireVersion(resourceVersion = ''): void {
  if (!/^[0-9]*$/.test(resourceVersion)) throw unexplained(`the resourceVersion ${JSON.stringify(resourceVersion.slice(0, 100))} is no number`);
}
