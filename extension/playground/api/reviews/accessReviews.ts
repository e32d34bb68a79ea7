import type { KubeObject } from '../../../kube/object.ts';
import type { AccessAttributes, Authorizer, Decision } from '../../access/authorizer.ts';
import type { UserInfo } from '../../access/userInfo.ts';
import { invalidField } from '../../fieldErrors.ts';
import { type FieldError, invalid } from '../../statusErrors.ts';
import type { ReviewKind } from './reviewKinds.ts';

/** `SubjectAccessReviewSpec`, as it has been decoded; that of a review of oneself has no user. */
interface AccessReviewSpec {
  readonly resourceAttributes?: Partial<Pick<AccessAttributes, 'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'namespace' | 'name'>>;
  readonly nonResourceAttributes?: Partial<Pick<AccessAttributes, 'verb' | 'path'>>;
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What the reviewer of oneself may do. @throws ApiError 422 */
export function reviewOwnAccess(kind: ReviewKind, object: KubeObject, user: UserInfo, authorizer: Authorizer): object {
  const spec = object['spec'] as AccessReviewSpec;
  refuse(kind, attributesErrors(spec));
  return statusOf(authorizer.authorize(user, attributesOf(spec)));
}

/** What somebody else may do. @param namespace of a review of one namespace alone. @throws ApiError 422 */
export function reviewAccess(kind: ReviewKind, object: KubeObject, namespace: string, authorizer: Authorizer): object {
  const spec = object['spec'] as AccessReviewSpec;
  const { user = '', uid = '', groups = [], extra = {}, nonResourceAttributes, resourceAttributes } = spec;
  const nobody = user === '' && groups.length === 0 ? [invalidField('spec.user', '', 'at least one of user or group must be specified')] : [];
  const elsewhere = kind.namespaced && nonResourceAttributes ? [invalidField('spec.nonResourceAttributes', nonResourceAttributes, 'disallowed on this kind of request')] : [];
  const inNamespace = resourceAttributes?.namespace ?? '';
  const other = kind.namespaced && resourceAttributes && inNamespace !== namespace ? [invalidField('spec.resourceAttributes.namespace', inNamespace, 'must match metadata.namespace')] : [];
  refuse(kind, [...attributesErrors(spec), ...nobody, ...elsewhere, ...other]);
  return statusOf(authorizer.authorize({ name: user, uid, groups, extra }, attributesOf(spec)));
}

function statusOf({ allowed, reason }: Decision): object {
  return { allowed, ...(reason && { reason }) };
}

function attributesOf({ resourceAttributes, nonResourceAttributes }: AccessReviewSpec): AccessAttributes {
  const nothing = { verb: '', group: '', version: '', resource: '', subresource: '', namespace: '', name: '', path: '' };
  return { ...nothing, ...resourceAttributes, ...nonResourceAttributes, isResourceRequest: resourceAttributes !== undefined };
}

function attributesErrors({ resourceAttributes, nonResourceAttributes }: AccessReviewSpec): FieldError[] {
  if (resourceAttributes && nonResourceAttributes) return [invalidField('spec.nonResourceAttributes', nonResourceAttributes, 'cannot be specified in combination with resourceAttributes')];
  if (resourceAttributes || nonResourceAttributes) return [];
  return [invalidField('spec.resourceAttributes', 'null', 'exactly one of nonResourceAttributes or resourceAttributes must be specified')];
}

function refuse({ group }: ReviewKind, errors: readonly FieldError[]): void {
  // The kind is not named: the API server does not either.
  if (errors.length > 0) throw invalid({ group, kind: '' }, '', errors);
}
