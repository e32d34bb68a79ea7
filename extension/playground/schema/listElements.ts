import { CodedError } from '../../base/codedError.ts';
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

/** An element of a list that lacks what it would be told apart by: nothing of its object has owners then. `data` is the field that it lacks. */
export class KeylessElementError extends CodedError<'KeylessElement', string> {
  override readonly name = 'KeylessElementError';

  constructor(field: string) {
    super('KeylessElement', `associative list with keys has an element that omits key field ${JSON.stringify(field)} (and doesn't have default value)`, field);
  }

  static is(error: unknown): error is KeylessElementError {
    return error instanceof KeylessElementError;
  }
}

/** What `work` gives, or what is to be where it meets such an element. */
export function orKeyless<T>(work: () => T, otherwise: (error: KeylessElementError) => T): T {
  try {
    return work();
  } catch (error) {
    if (KeylessElementError.is(error)) return otherwise(error);
    throw error;
  }
}

/**
 * How an element is told apart from the others in its list: `k:{"name":"web"}`, `v:"a"`.
 * @throws KeylessElementError
 */
export function elementPath(schema: MergedList, element: unknown): string {
  const keys = keysOf(schema);
  if (keys.length === 0 || !isRecord(element)) return `v:${JSON.stringify(element)}`;
  const values = keys.toSorted().map((name) => [name, element[name] ?? schema.merge.keyDefaults?.[name]] as const);
  const missing = values.find(([, value]) => value === undefined);
  if (missing) throw new KeylessElementError(missing[0]);
  return `k:${JSON.stringify(Object.fromEntries(values))}`;
}
