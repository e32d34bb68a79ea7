import type { IncomingMessage } from 'node:http';
import type { ImpersonationHeaders } from '../access/impersonate.ts';

const extraPrefix = 'impersonate-extra-';

/** What the client says of whom it wants to be taken for; undefined where it says nothing of it. */
export function impersonationHeaders({ headers, headersDistinct }: IncomingMessage): ImpersonationHeaders | undefined {
  let found = false;
  for (const name in headers) found ||= name.startsWith('impersonate-');
  if (!found) return undefined;
  const extra = Object.entries(headersDistinct).filter(([name]) => name.startsWith(extraPrefix));
  const impersonation = {
    user: headersDistinct['impersonate-user']?.[0] ?? '',
    uid: headersDistinct['impersonate-uid']?.[0] ?? '',
    groups: headersDistinct['impersonate-group'] ?? [],
    extra: Object.fromEntries(extra.map(([name, values]) => [name.slice(extraPrefix.length), values ?? []])),
  };
  const saysNothing = !impersonation.user && !impersonation.uid && impersonation.groups.length === 0 && extra.length === 0;
  return saysNothing ? undefined : impersonation;
}
