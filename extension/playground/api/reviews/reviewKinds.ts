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

/** What is done to pods in the same way: `pods/binding`, `pods/eviction`. */
const podActionKinds: readonly ReviewKind[] = [
  { group: '', version: 'v1', resource: 'pods/binding', singularName: '', kind: 'Binding', namespaced: true },
  { group: '', version: 'v1', resource: 'pods/eviction', singularName: '', kind: 'Eviction', kindGroup: 'policy', namespaced: true },
];

/** All that is created and not stored. */
export const allReviewKinds: readonly ReviewKind[] = [...Object.values(reviewKinds), ...podActionKinds];

function kind(given: Omit<ReviewKind, 'singularName' | 'kindGroup'>): ReviewKind {
  return { ...given, singularName: given.kind.toLowerCase() };
}
