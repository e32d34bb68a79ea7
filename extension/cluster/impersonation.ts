import type { OutgoingHttpHeaders } from 'node:http';
import type { Impersonation } from './kubeconfigEntries.ts';

/** The headers that ask the server to act as somebody else (client-go `transport.NewImpersonatingRoundTripper`). */
export function impersonationHeaders({ user, uid, groups, extra }: Impersonation): OutgoingHttpHeaders {
  return {
    ...(user !== undefined && { 'Impersonate-User': user }),
    ...(uid !== undefined && { 'Impersonate-Uid': uid }),
    ...(groups.length > 0 && { 'Impersonate-Group': [...groups] }),
    ...Object.fromEntries(Object.entries(extra).map(([name, values]) => [`Impersonate-Extra-${encodeURIComponent(name)}`, [...values]])),
  };
}
