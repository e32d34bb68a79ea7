import { isRecord } from '../../kube/object.ts';
import type { Schema } from './schema.ts';

export type MergedList = Extract<Schema, { type: 'list' }> & { readonly merge: object };

/** Elements of such a list are told apart, so that each may have an owner; other lists are one thing. */
export function isMergedList(schema: Schema): schema is MergedList {
  return schema.type === 'list' && schema.merge !== undefined;
}

/** The fields by which elements are told apart; none for a set of plain values. */
export function keysOf({ merge }: MergedList): readonly string[] {
  return merge.keys ?? (merge.key === undefined ? [] : [merge.key]);
}

/** How an element is told apart from the others in its list: `k:{"name":"web"}`, `v:"a"`. */
export function elementPath(schema: MergedList, element: unknown): string {
  const keys = keysOf(schema);
  if (keys.length === 0 || !isRecord(element)) return `v:${JSON.stringify(element)}`;
  const values = keys.toSorted().map((name) => [name, element[name] ?? schema.merge.keyDefaults?.[name]] as const);
  return `k:${JSON.stringify(Object.fromEntries(values))}`;
}
