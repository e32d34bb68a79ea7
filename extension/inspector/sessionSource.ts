/** What a session looks at. */
export type SessionSource =
  | { readonly kind: 'context'; readonly context: string }
  | { readonly kind: 'playground'; readonly size: string; readonly seed: number };

/** Names the source for as long as the extension runs; there is at most one session of each. */
export function sourceId(source: SessionSource): string {
  return source.kind === 'context' ? `context:${source.context}` : 'playground';
}
