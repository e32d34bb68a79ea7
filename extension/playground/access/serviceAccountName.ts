import { isDnsLabel, isDnsSubdomain } from '../registry/objectValidation.ts';

const prefix = 'system:serviceaccount:';
export const serviceAccountsGroup = 'system:serviceaccounts';

export interface ServiceAccountName {
  readonly namespace: string;
  readonly name: string;
}

/** The user that a ServiceAccount is. */
export function serviceAccountUser({ namespace, name }: ServiceAccountName): string {
  return `${prefix}${namespace}:${name}`;
}

/** The account that a user is; undefined for users that are none. */
export function parseServiceAccountUser(user: string): ServiceAccountName | undefined {
  if (!user.startsWith(prefix)) return undefined;
  const [namespace = '', name = '', ...more] = user.slice(prefix.length).split(':');
  return more.length === 0 && isDnsLabel(namespace) && isDnsSubdomain(name) ? { namespace, name } : undefined;
}

/** Those that every account of a namespace is in. */
export function serviceAccountGroups(namespace: string): readonly string[] {
  return [serviceAccountsGroup, `${serviceAccountsGroup}:${namespace}`];
}
