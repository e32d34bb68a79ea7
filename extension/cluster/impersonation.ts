import type { OutgoingHttpHeaders } from 'node:http';
import { parseServiceAccountUser, serviceAccountGroups, serviceAccountUser, type ServiceAccountName } from '../kube/serviceAccount.ts';
import type { Impersonation } from './kubeconfigEntries.ts';
import type { SelectedContext } from './selectContext.ts';

const legalInName = /[A-Za-z0-9!#$&'*+\-.^_`|~]/;

/** The headers that ask the server to act as somebody else (client-go `transport.NewImpersonatingRoundTripper`). */
export function impersonationHeaders({ user, uid, groups, extra }: Impersonation): OutgoingHttpHeaders {
  return {
    ...(user !== undefined && { 'Impersonate-User': user }),
    ...(uid !== undefined && { 'Impersonate-Uid': uid }),
    ...(groups.length > 0 && { 'Impersonate-Group': [...groups] }),
    ...extraHeaders(extra),
  };
}

/** Names that differ in case alone are one header, with the values of both. */
function extraHeaders(extra: Impersonation['extra']): OutgoingHttpHeaders {
  const headers = new Map<string, { readonly header: string; readonly values: string[] }>();
  for (const [name, values] of Object.entries(extra)) {
    const header = `Impersonate-Extra-${escapedName(name)}`;
    const known = headers.get(header.toLowerCase());
    if (known) known.values.push(...values);
    else headers.set(header.toLowerCase(), { header, values: [...values] });
  }
  return Object.fromEntries(Array.from(headers.values(), ({ header, values }) => [header, values]));
}

/** What may not stand in the name of a header, and `%`, byte by byte (client-go `transport.headerKeyEscape`). */
function escapedName(name: string): string {
  return Buffer.from(name, 'utf8').reduce((escaped, byte) => escaped + (legalInName.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`), '');
}

/**
 * To act as a ServiceAccount. Its groups are not named: the server knows them by the name of the account (apiserver `filters/impersonation.go`), and
 * whoever names groups needs the verb `impersonate` on each of them, too. kubectl's `--as` does the same.
 */
export function asServiceAccount(account: ServiceAccountName): Impersonation {
  return asUser(serviceAccountUser(account));
}

export function asUser(user: string): Impersonation {
  return { user, uid: undefined, groups: [], extra: {} };
}

/** The groups in which the server takes somebody to be who is impersonated: those that are named, else those of a ServiceAccount. */
export function effectiveGroups({ user, groups }: Impersonation): readonly string[] {
  const account = groups.length === 0 && user !== undefined ? parseServiceAccountUser(user) : undefined;
  return account ? serviceAccountGroups(account) : groups;
}

/** The context with its own credentials, acting as `as`; what its kubeconfig says of that counts no more. */
export function actingAs(selected: SelectedContext, as: Impersonation | undefined): SelectedContext {
  if (!as) return selected;
  const replaced = selected.user?.impersonate;
  return { ...selected, user: { ...(selected.user ?? anonymous), impersonate: as }, ...(replaced && { replaced }) };
}

/** Asks without credentials: a server may let anybody act as somebody. */
const anonymous: NonNullable<SelectedContext['user']> = {
  name: '',
  path: '',
  clientCertificate: undefined,
  clientKey: undefined,
  token: undefined,
  tokenFile: undefined,
  username: undefined,
  password: undefined,
  impersonate: undefined,
  exec: undefined,
  authProvider: undefined,
};

/**
 * Of a 403: on what the verb `impersonate` is missing, `serviceaccounts` say; undefined when it is about something else. The Status has no field that
 * tells it, only its message does (apiserver `responsewriters.forbiddenMessage`), from 1.35 on also with the kind of impersonation.
 */
export function impersonationRefused(message: string): string | undefined {
  return /\bcannot impersonate(?::[a-z-]+)? resource "([a-z]+)/.exec(message)?.[1];
}
