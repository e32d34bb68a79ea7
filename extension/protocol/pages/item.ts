import { type Check, count, flag, limits, list, name, nullable, number, oneOf, prose, record, text, word } from '../checks.ts';
import { type StageName, stageName } from '../stages.ts';
import { type ChangeView, changeView } from './chain.ts';

/** Everything that is known of one key. */
export interface ItemLook {
  /** An entry of the stream, whose key is meant; null: the key that is named. */
  readonly seq: number | null;
  readonly informer: string;
  readonly key: string;
  readonly format: ObjectFormat;
}

export type ObjectFormat = 'yaml' | 'json';

export interface ItemPicture {
  /** What this speaks of; empty where an entry is of no key, or not kept any more. */
  readonly informer: string;
  readonly key: string;
  /** The entry that was asked about, with its own fields; null: none was, or it is not kept any more. */
  readonly entry: EntryView | null;
  readonly object: ObjectView | null;
  readonly diff: DiffView | null;
  readonly queue: WaitingView | null;
  readonly places: readonly PlaceView[];
  readonly held: readonly HeldHereView[];
  readonly history: HistoryView;
}

export interface EntryView {
  readonly seq: number;
  readonly kind: string;
  /** Its own fields, as JSON where they are no text. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

export interface ObjectView {
  readonly rv: string;
  readonly format: ObjectFormat;
  /** `cache`: as it is there now; `kept`: as it was, from what is kept of it; `other`: the version that was asked for is not kept, this is the one in the cache. */
  readonly source: 'cache' | 'kept' | 'other';
  /** The version that was asked for, where it is another. */
  readonly wanted: string;
  /** In order; those with a name can be folded. Together they are the whole text. */
  readonly parts: readonly { readonly name: string; readonly text: string }[];
  /** Not all of it is shown. */
  readonly cut: boolean;
}

export interface DiffView {
  /** The change of the store. */
  readonly seq: number;
  readonly from: string;
  readonly to: string;
  readonly uidChanged: boolean;
  readonly fields: readonly ChangedFieldView[];
  readonly more: boolean;
  /** What has changed is not known: nobody had looked while both objects were there. */
  readonly unknown: boolean;
}

export interface ChangedFieldView extends ChangeView {
  /** Who wrote it last; null where the object does not tell, or is not there. */
  readonly owner: OwnerView | null;
}

export interface OwnerView {
  readonly manager: string;
  readonly operation: string;
  readonly subresource: string;
  readonly time: string;
}

export interface WaitingView {
  /** Keys before it. */
  readonly ahead: number;
  /** The newest, oldest first; `count` is their true number. */
  readonly deltas: readonly { readonly type: string; readonly rv: string }[];
  readonly count: number;
}

/** Where the key stands in one WorkQueue. */
export interface PlaceView {
  readonly queue: string;
  /** Keys before it in `queue`; null: it is not there. */
  readonly ahead: number | null;
  /** Keys in `queue`. */
  readonly length: number;
  readonly dirty: boolean;
  readonly processing: boolean;
  readonly dueInMs: number | null;
  readonly failures: number;
}

export interface HeldHereView {
  readonly id: number;
  readonly point: string;
  readonly owner: string;
  readonly heldMs: number;
}

export interface HistoryView {
  /** Newest first. */
  readonly rows: readonly HistoryRowView[];
  /** How many there are of what is kept. */
  readonly count: number;
  readonly searching: boolean;
}

export interface HistoryRowView {
  readonly seq: number;
  readonly t: number;
  readonly stage: StageName;
  readonly kind: string;
  readonly rv: string;
  readonly summary: string;
  readonly changed: readonly ChangeView[];
}

/** The most characters of an object that are sent. */
export const maxObjectText = 100_000;

const partText = text(maxObjectText + limits.text);
const owner = record<OwnerView>({ manager: prose, operation: prose, subresource: prose, time: prose });

export const itemLook: Check<ItemLook> = record<ItemLook>({ seq: nullable(count), informer: name, key: name, format: oneOf('yaml', 'json') });

export const itemPicture: Check<ItemPicture> = record<ItemPicture>({
  informer: name,
  key: name,
  entry: nullable(record<EntryView>({ seq: count, kind: word, fields: list(record<EntryView['fields'][number]>({ name: word, value: prose })) })),
  object: nullable(
    record<ObjectView>({
      rv: word,
      format: oneOf('yaml', 'json'),
      source: oneOf('cache', 'kept', 'other'),
      wanted: word,
      parts: list(record<ObjectView['parts'][number]>({ name: word, text: partText }), 20),
      cut: flag,
    }),
  ),
  diff: nullable(
    record<DiffView>({
      seq: count,
      from: word,
      to: word,
      uidChanged: flag,
      fields: list(record<ChangedFieldView>({ path: prose, before: prose, after: prose, owner: nullable(owner) })),
      more: flag,
      unknown: flag,
    }),
  ),
  queue: nullable(record<WaitingView>({ ahead: count, deltas: list(record<WaitingView['deltas'][number]>({ type: word, rv: word })), count })),
  places: list(record<PlaceView>({ queue: name, ahead: nullable(count), length: count, dirty: flag, processing: flag, dueInMs: nullable(number), failures: count })),
  held: list(record<HeldHereView>({ id: count, point: word, owner: name, heldMs: number })),
  history: record<HistoryView>({
    rows: list(
      record<HistoryRowView>({
        seq: count,
        t: number,
        stage: stageName,
        kind: word,
        rv: word,
        summary: prose,
        changed: list(changeView, 20),
      }),
    ),
    count,
    searching: flag,
  }),
});
