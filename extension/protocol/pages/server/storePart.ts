import { type Check, count, flag, list, name, nullable, record, text } from '../../checks.ts';
import { insideLimits } from './insideLook.ts';

/** A page of what one watch cache holds, in the order of its keys. */
export interface StorePart {
  readonly resource: string;
  readonly version: number;
  readonly total: number;
  readonly items: readonly StoreRow[];
  /** Where the next page begins; null: it is the last. */
  readonly next: string | null;
  /** The one that is looked at, masked; null: none is, or it is gone. */
  readonly object: ObjectText | null;
}

export interface StoreRow {
  /** The storage path. */
  readonly path: string;
  /** `namespace/name`, or `name` */
  readonly key: string;
  readonly revision: number;
}

export interface ObjectText {
  readonly path: string;
  readonly revision: number;
  /** YAML. */
  readonly text: string;
  /** The rest of it is left out. */
  readonly cut: boolean;
}

export const storePart: Check<StorePart> = record<StorePart>({
  resource: name,
  version: count,
  total: count,
  items: list(record<StoreRow>({ path: name, key: name, revision: count }), insideLimits.rows),
  next: nullable(name),
  object: nullable(record<ObjectText>({ path: name, revision: count, text: text(insideLimits.object), cut: flag })),
});
