import { formatServiceAccount, isNamespaceName, isServiceAccountName, type ServiceAccountName } from '../kube/serviceAccount.ts';

/** What a session looks at. */
export type SessionSource =
  | ContextSource
  | PlaygroundSource
  /** A file that somebody has opened, and what it is called. */
  | { readonly kind: 'recording'; readonly uri: string; readonly title: string };

export interface ContextSource {
  readonly kind: 'context';
  readonly context: string;
  /** Through the eyes of this account; absent: as the user of the context. */
  readonly as?: ServiceAccountName;
}

export interface PlaygroundSource {
  readonly kind: 'playground';
  readonly size: string;
  readonly seed: number;
  /** Through the eyes of this account; absent: as somebody who may everything. */
  readonly as?: ServiceAccountName;
}

const contextPrefix = 'context:';
const accountPrefix = 'serviceaccount:';
const recordingPrefix = 'recording:';
export const playgroundId = 'playground';
const playgroundAccountPrefix = 'playground:';

/** Names the source, from one window to the next; there is at most one session of each. */
export function sourceId(source: SessionSource): string {
  switch (source.kind) {
    case 'context':
      return source.as ? `${accountPrefix}${formatServiceAccount(source.as)}/${source.context}` : `${contextPrefix}${source.context}`;
    case 'recording':
      return `${recordingPrefix}${source.uri}`;
    case 'playground':
      return source.as ? `${playgroundAccountPrefix}${formatServiceAccount(source.as)}` : playgroundId;
  }
}

/** What {@link sourceId} keeps of a source. */
export type KnownSource =
  | ContextSource
  | Pick<PlaygroundSource, 'kind' | 'as'>
  | { readonly kind: 'recording'; readonly uri: string; readonly title: string };

/** The reverse of {@link sourceId}, as far as it goes; undefined for anything else. */
export function parseSourceId(id: string): KnownSource | undefined {
  if (id === playgroundId) return { kind: 'playground' };
  if (id.startsWith(contextPrefix)) return { kind: 'context', context: id.slice(contextPrefix.length) };
  if (id.startsWith(accountPrefix)) return parseAccountId(id.slice(accountPrefix.length));
  if (id.startsWith(playgroundAccountPrefix)) return parsePlaygroundAccountId(id.slice(playgroundAccountPrefix.length));
  if (!id.startsWith(recordingPrefix)) return undefined;
  const uri = id.slice(recordingPrefix.length);
  return { kind: 'recording', uri, title: fileName(uri) };
}

/** `NAMESPACE/NAME` */
function parsePlaygroundAccountId(text: string): KnownSource | undefined {
  const [namespace = '', name = '', ...rest] = text.split('/');
  return rest.length === 0 && isNamespaceName(namespace) && isServiceAccountName(name) ? { kind: 'playground', as: { namespace, name } } : undefined;
}

/** `NAMESPACE/NAME/CONTEXT`: neither of the first two can have a slash, the name of a context can. */
function parseAccountId(text: string): ContextSource | undefined {
  const [namespace = '', name = '', ...rest] = text.split('/');
  if (rest.length === 0 || !isNamespaceName(namespace) || !isServiceAccountName(name)) return undefined;
  return { kind: 'context', context: rest.join('/'), as: { namespace, name } };
}

/** The last part of an address, as a person would write it. */
export function fileName(uri: string): string {
  const last = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // no address that was made by escaping
  }
}
