import { parseServiceAccountUser, serviceAccountGroups } from '../../kube/serviceAccount.ts';
import type { AccessAttributes, Authorizer } from './authorizer.ts';
import { mayNot } from './forbiddenMessage.ts';
import { allAuthenticated, allUnauthenticated, anonymous, type UserInfo } from './userInfo.ts';

/** Whom a client wants to be taken for: the headers `Impersonate-…`, as they came. */
export interface ImpersonationHeaders {
  /** Empty where there is none. */
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  /** By the rest of the header's name, in lower case and percent-encoded. */
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** One thing that somebody wants to be. */
type Part = Pick<AccessAttributes, 'group' | 'version' | 'resource' | 'subresource' | 'namespace' | 'name'>;

const core = { group: '', version: '', subresource: '', namespace: '' };
const authentication = { ...core, group: 'authentication.k8s.io', version: 'v1' };

/**
 * Whom a request is taken for, once it has been found that its sender may be taken for that user, each of the groups, the uid, and
 * each value of the extra (apiserver `filters/impersonation`).
 * @param headers with a user
 * @throws ApiError 403, naming the first of them that is not allowed
 */
export function impersonate(requestor: UserInfo, headers: ImpersonationHeaders, authorizer: Authorizer): UserInfo {
  for (const part of partsOf(headers)) {
    const attributes: AccessAttributes = { isResourceRequest: true, verb: 'impersonate', path: '', ...part };
    const { allowed, reason } = authorizer.authorize(requestor, attributes);
    if (!allowed) throw mayNot(requestor, attributes, reason);
  }
  const account = parseServiceAccountUser(headers.user);
  const groups = headers.groups.length === 0 && account ? serviceAccountGroups(account) : headers.groups;
  return { name: headers.user, uid: headers.uid, groups: withEverybody(headers.user, groups), extra: gathered(extraOf(headers)) };
}

/** What is wrong with headers that name no user, as the API server says it. */
export function withoutUser(headers: ImpersonationHeaders): string {
  return `requested [${partsOf(headers).map(printed).join(' ')}] without impersonating a user`;
}

function partsOf(headers: ImpersonationHeaders): Part[] {
  return [
    ...(headers.user ? [userPart(headers.user)] : []),
    ...headers.groups.map((name) => ({ ...core, resource: 'groups', name })),
    ...extraOf(headers).flatMap(([key, values]) => values.map((name) => ({ ...authentication, resource: 'userextras', subresource: key, name }))),
    ...(headers.uid ? [{ ...authentication, resource: 'uids', name: headers.uid }] : []),
  ];
}

function extraOf({ extra }: ImpersonationHeaders): (readonly [string, readonly string[]])[] {
  return Object.entries(extra).map(([key, values]) => [unescaped(key), values] as const);
}

function userPart(name: string): Part {
  const account = parseServiceAccountUser(name);
  return account ? { ...core, resource: 'serviceaccounts', ...account } : { ...core, resource: 'users', name };
}

/** Everybody is in one of two groups, unless it was said in which. */
function withEverybody(user: string, groups: readonly string[]): readonly string[] {
  if (groups.includes(allUnauthenticated)) return groups;
  if (user === anonymous) return [...groups, allUnauthenticated];
  return groups.includes(allAuthenticated) ? groups : [...groups, allAuthenticated];
}

/** Keys that are the same once they are read have their values together. */
function gathered(extra: readonly (readonly [string, readonly string[]])[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Array.from(Map.groupBy(extra, ([key]) => key), ([key, all]) => [key, all.flatMap(([, values]) => values)]));
}

/** What is badly encoded is taken as it is. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch (error) {
    if (error instanceof URIError) return key;
    throw error;
  }
}

const kinds: Readonly<Record<string, string>> = { users: 'User', groups: 'Group', serviceaccounts: 'ServiceAccount', userextras: 'UserExtra', uids: 'UID' };

/** As Go prints an ObjectReference. */
function printed({ resource, group, version, subresource, namespace, name }: Part): string {
  return `{${[kinds[resource], namespace, name, '', group && `${group}/${version}`, '', subresource].join(' ')}}`;
}
