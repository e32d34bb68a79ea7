import type { TraceEntry } from './entry.ts';

/** A step of the API server: what led to what it has sent, up to the request. */
export type ServerEntry = Extract<TraceEntry, { readonly kind: `apiserver.${string}` }>;

export function isOfServer(entry: TraceEntry): entry is ServerEntry {
  return entry.kind.startsWith('apiserver.');
}
