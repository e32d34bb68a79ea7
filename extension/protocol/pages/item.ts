import { type Check, count, name, nothing, nullable, record } from '../checks.ts';

/** Everything that is known of one key. */
export interface ItemLook {
  /** An entry of the stream, whose key is meant; null: the key that is named. */
  readonly seq: number | null;
  readonly informer: string;
  readonly key: string;
}

export type ItemPicture = Record<string, never>;

export const itemLook: Check<ItemLook> = record<ItemLook>({ seq: nullable(count), informer: name, key: name });

export const itemPicture: Check<ItemPicture> = nothing;
