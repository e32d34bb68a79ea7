import path from 'node:path';

/** Where a reconciler comes from: a sample by the name of its file (`deploymentRollout`), or somebody's own file by its path. */
export type ReconcilerSource = { readonly kind: 'sample'; readonly name: string } | { readonly kind: 'file'; readonly path: string };

/** What a source is called while it has not said its own name. */
export function sourceName(source: ReconcilerSource): string {
  return source.kind === 'sample' ? source.name : path.basename(source.path);
}
