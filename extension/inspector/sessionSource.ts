/** What a session looks at. */
export type SessionSource =
  | { readonly kind: 'context'; readonly context: string }
  | { readonly kind: 'playground'; readonly size: string; readonly seed: number };

const contextPrefix = 'context:';
export const playgroundId = 'playground';

/** Names the source, from one window to the next; there is at most one session of each. */
export function sourceId(source: SessionSource): string {
  return source.kind === 'context' ? `${contextPrefix}${source.context}` : playgroundId;
}

/** The reverse of {@link sourceId}, as far as it goes; undefined for anything else. */
export function parseSourceId(id: string): { readonly kind: 'context'; readonly context: string } | { readonly kind: 'playground' } | undefined {
  if (id === playgroundId) return { kind: 'playground' };
  return id.startsWith(contextPrefix) ? { kind: 'context', context: id.slice(contextPrefix.length) } : undefined;
}
