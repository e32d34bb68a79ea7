import type { KubeObject, ObjectMeta } from '../../kube/object.ts';
import { badRequest, conflict, modified } from '../statusErrors.ts';
import type { ResourceDefinition } from './resourceDefinition.ts';

/** What a writer expects of the object that is there, or says of which one it is. */

type Identity = Pick<ObjectMeta, 'name' | 'namespace'>;

/** @throws ApiError 400 where what was sent has another name than the path that it was sent to */
export function checkSameObject(expected: Identity, proposed: Identity): void {
  for (const field of ['name', 'namespace'] as const) {
    const given = proposed[field];
    if (given && given !== expected[field]) throw badRequest(`the ${field} of the object (${given}) does not match the ${field} on the URL (${expected[field] || 'none'})`);
  }
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
