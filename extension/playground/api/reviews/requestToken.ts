import type { KubeObject } from '../../../kube/object.ts';
import { type ServiceAccountTokens, tokenAudience } from '../../access/serviceAccountTokens.ts';
import { formatTime } from '../../registry/formatTime.ts';
import type { Registry } from '../../registry/registry.ts';
import { serviceAccounts } from '../../registry/resources/serviceAccounts.ts';
import { invalidField } from '../../fieldErrors.ts';
import { badRequest, invalid, pathNotFound } from '../../statusErrors.ts';
import { reviewKinds } from './reviewKinds.ts';

const usualSeconds = 3600;
const leastSeconds = 600;
const mostSeconds = 2 ** 32;

export interface TokenPorts {
  readonly tokens: ServiceAccountTokens;
  readonly registry: Registry;
  /** Wall time in milliseconds. */
  readonly now: number;
}

/** A token by which somebody is that ServiceAccount for a while: `kubectl create token`. @throws ApiError 404 where there is no such account, 422, 400 */
export function requestToken(object: KubeObject, namespace: string, name: string, { tokens, registry, now }: TokenPorts): KubeObject {
  const store = registry.find(serviceAccounts);
  if (!store) throw pathNotFound();
  const { metadata } = store.get(namespace, name).object;
  const { audiences = [], expirationSeconds = usualSeconds, boundObjectRef } = object['spec'] as { readonly audiences?: readonly string[]; readonly expirationSeconds?: number; readonly boundObjectRef?: object };
  if (boundObjectRef) throw badRequest('tokens that are bound to an object are not issued here');
  const why = expirationSeconds < leastSeconds ? 'may not specify a duration less than 10 minutes' : expirationSeconds > mostSeconds ? 'may not specify a duration larger than 2^32 seconds' : undefined;
  if (why) throw invalid({ group: reviewKinds.token.kindGroup, kind: reviewKinds.token.kind }, name, [invalidField('spec.expirationSeconds', expirationSeconds, why)]);
  const expires = Math.floor(now / 1000) + expirationSeconds;
  const of = audiences.length > 0 ? audiences : [tokenAudience];
  const token = tokens.issue({ namespace, name, uid: metadata.uid! }, of, expires);
  return {
    ...object,
    metadata: { ...object.metadata, name, namespace, creationTimestamp: formatTime(now) },
    spec: { audiences: of, expirationSeconds, boundObjectRef: null },
    status: { token, expirationTimestamp: formatTime(expires * 1000) },
  };
}
