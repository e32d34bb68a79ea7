/** Who sends a request, as an authenticator tells it (apiserver `pkg/authentication/user`). */
export interface UserInfo {
  readonly name: string;
  /** Empty where nobody knows one. */
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Groups and users that mean something to the API server itself. */
export const systemMasters = 'system:masters';
export const allAuthenticated = 'system:authenticated';
export const allUnauthenticated = 'system:unauthenticated';
export const anonymous = 'system:anonymous';

/** Nobody that anyone knows: of requests that are refused before they belong to someone. */
export const unknownUser: UserInfo = { name: '', uid: '', groups: [], extra: {} };

export function userInfo(name: string, groups: readonly string[] = []): UserInfo {
  return { name, uid: '', groups, extra: {} };
}

/** May do everything, whatever roles there are. */
export function adminUser(name: string): UserInfo {
  return userInfo(name, [systemMasters, allAuthenticated]);
}

/** With the group of all who are somebody. */
export function withAuthenticated(user: UserInfo): UserInfo {
  return user.groups.includes(allAuthenticated) ? user : { ...user, groups: [...user.groups, allAuthenticated] };
}
