import type { ExpectedKind } from '../requestBody.ts';

/** What is asked by creating an object that is not stored, but answered. */
export interface ReviewKind {
  readonly group: string;
  readonly version: string;
  /** Of a subresource `serviceaccounts/token`. */
  readonly resource: string;
  readonly singularName: string;
  readonly kind: string;
  /** The group of the kind, where it is not that of the path. */
  readonly kindGroup?: string;
  readonly namespaced: boolean;
}

const authorization = { group: 'authorization.k8s.io', version: 'v1' };
const authentication = { group: 'authentication.k8s.io', version: 'v1' };

export const reviewKinds = {
  localAccess: kind({ ...authorization, resource: 'localsubjectaccessreviews', kind: 'LocalSubjectAccessReview', namespaced: true }),
  ownAccess: kind({ ...authorization, resource: 'selfsubjectaccessreviews', kind: 'SelfSubjectAccessReview', namespaced: false }),
  ownRules: kind({ ...authorization, resource: 'selfsubjectrulesreviews', kind: 'SelfSubjectRulesReview', namespaced: false }),
  access: kind({ ...authorization, resource: 'subjectaccessreviews', kind: 'SubjectAccessReview', namespaced: false }),
  whoAmI: kind({ ...authentication, resource: 'selfsubjectreviews', kind: 'SelfSubjectReview', namespaced: false }),
  token: { group: '', version: 'v1', resource: 'serviceaccounts/token', singularName: '', kind: 'TokenRequest', kindGroup: authentication.group, namespaced: true },
} as const satisfies Readonly<Record<string, ReviewKind>>;

export type ReviewName = keyof typeof reviewKinds;

/** What is done to a pod in the same way: it is put on a node, or taken off it. */
export const podActionKinds = {
  binding: { group: '', version: 'v1', resource: 'pods/binding', singularName: '', kind: 'Binding', namespaced: true },
  eviction: { group: '', version: 'v1', resource: 'pods/eviction', singularName: '', kind: 'Eviction', kindGroup: 'policy', namespaced: true },
} as const satisfies Readonly<Record<string, ReviewKind>>;

/** As schedulers of old put a pod on a node: what it is called is said by the binding alone. */
export const bindings: ReviewKind = kind({ group: '', version: 'v1', resource: 'bindings', kind: 'Binding', namespaced: true });

/** All that is created and not stored. */
export const allReviewKinds: readonly ReviewKind[] = [...Object.values(reviewKinds), bindings, ...Object.values(podActionKinds)];

/** What its body is taken for. */
export function expectedKind({ group, kindGroup = group, version, kind: name }: ReviewKind): ExpectedKind & { readonly schema: string } {
  return { group: kindGroup, version, kind: name, schema: name };
}

function kind(given: Omit<ReviewKind, 'singularName' | 'kindGroup'>): ReviewKind {
  return { ...given, singularName: given.kind.toLowerCase() };
}
