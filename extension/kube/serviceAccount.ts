/** The account of a program in the cluster. */
export interface ServiceAccountName {
  readonly namespace: string;
  readonly name: string;
}

const prefix = 'system:serviceaccount:';

/** RFC 1123 label, as which the API server takes the name of a namespace (apimachinery `IsDNS1123Label`). */
export function isNamespaceName(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}

/** RFC 1123 subdomain, as which it takes the name of a ServiceAccount (apimachinery `IsDNS1123Subdomain`). */
export function isServiceAccountName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text);
}

/** `shop/web` */
export function formatServiceAccount({ namespace, name }: ServiceAccountName): string {
  return `${namespace}/${name}`;
}

/** The user name that the API server gives it (apiserver `serviceaccount.MakeUsername`). */
export function serviceAccountUser({ namespace, name }: ServiceAccountName): string {
  return `${prefix}${namespace}:${name}`;
}

/** The reverse of {@link serviceAccountUser}; undefined for any other user (apiserver `serviceaccount.SplitUsername`). */
export function parseServiceAccountUser(user: string): ServiceAccountName | undefined {
  if (!user.startsWith(prefix)) return undefined;
  const [namespace = '', name = '', ...more] = user.slice(prefix.length).split(':');
  return more.length === 0 && isNamespaceName(namespace) && isServiceAccountName(name) ? { namespace, name } : undefined;
}

/** The groups in which it is, by its name alone (apiserver `serviceaccount.MakeGroupNames`, and what is said of everybody who is known). */
export function serviceAccountGroups({ namespace }: Pick<ServiceAccountName, 'namespace'>): readonly string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
}
