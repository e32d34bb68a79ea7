import type { ArticleNote } from './articleNote.ts';
import type { TraceEntry } from './entry.ts';

/**
 * A recording is NDJSON: one header, then trace entries, and between them the raw input where that was
 * asked for; at its end the cache and a summary. Only trace entries have a `seq`. Objects and options are
 * as the API has them; to a recording they are JSON.
 */
export type RecordingLine = RecordingHeader | EntryLine | InputLine | CacheLine | SummaryLine;

/** The file that says which lines there are and what is in each: JSON Schema, shipped with the product. */
export const schemaFile = 'trace.schema.json';

/** With `clientGo: 'article'` each entry tells what the real client does instead, where that differs. */
export type EntryLine = TraceEntry & { readonly note?: ArticleNote };

/** Of the newest format; whoever reads refuses one that is newer. What was only added, and may be left out, does not raise it. */
export const formatVersion = 1;

/** But for the version nothing has to be there: whoever writes entries in a language of their own says what they know. */
export interface RecordingHeader {
  /** Version of the format. */
  readonly informerTrace: typeof formatVersion;
  readonly schema?: typeof schemaFile;
  /** Who wrote it: a program and its version. */
  readonly producer?: string;
  /** RFC 3339. */
  readonly recordedAt?: string;
  readonly context?: string;
  readonly server?: string;
  /** As it was asked for. */
  readonly resource?: string;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly metadataOnly?: boolean;
  readonly rateLimit?: { readonly qps: number; readonly burst: number };
  readonly clientGo?: string;
  readonly queue?: string;
  /** Milliseconds; absent: the default of `clientGo`. */
  readonly resyncPeriodMs?: number;
  /** Gates of client-go that were set otherwise than its release has them. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** Each streamed list was compared with a plain one. */
  readonly checksStreamedLists?: boolean;
  /** Of a session: each of its informers. Absent: there is one, and the fields above tell of it. */
  readonly informers?: readonly RecordedInformer[];
}

/** An informer of a recording, and the settings that it had. */
export interface RecordedInformer {
  /** As `informer` of the entries and of the input has it: `v1/pods@default`. */
  readonly name: string;
  /** `v1/pods` */
  readonly resource: string;
  /** `Pod`, where it is known. */
  readonly objectKind?: string;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly metadataOnly?: boolean;
  readonly clientGo?: string;
  readonly queue?: string;
  readonly resyncPeriodMs?: number;
  readonly featureGates?: Readonly<Record<string, boolean>>;
}

/** What came from the server, masked, so that the same run can be had again without it. `t` as in the entries. */
export type InputLine = ListInput | WatchInput;

export interface ListInput {
  readonly kind: 'input.list';
  readonly t: number;
  /** Whose; absent where there is only one. */
  readonly informer?: string;
  readonly options: object;
  readonly page?: {
    readonly kind: string;
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
    readonly items: readonly object[];
    readonly bytes: number;
  };
  readonly error?: InputError;
}

/** One stream gives several lines, all with its number: opened, then events as they were read, then its end. */
export interface WatchInput {
  readonly kind: 'input.watch';
  readonly t: number;
  readonly informer?: string;
  /** Counts the watches of the informer from 1. */
  readonly watch: number;
  readonly options?: object;
  readonly events?: readonly { readonly type: string; readonly object: unknown }[];
  readonly closed?: true;
  readonly error?: InputError;
}

export interface InputError {
  /** `ApiError`, `ConnectionError` … */
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** For an `ApiError` its Status. */
  readonly data?: unknown;
  readonly retryAfterSeconds?: number;
  /** For one of 401: as in `reflector.error`. */
  readonly credentials?: Extract<TraceEntry, { readonly kind: 'reflector.error' }>['credentials'];
}

export interface CacheLine {
  readonly kind: 'cache';
  readonly key: string;
  readonly object: object;
}

export interface SummaryLine {
  readonly kind: 'summary';
  readonly synced: boolean;
  readonly objects: number;
  /** The Reflector's; empty when it has none. */
  readonly resourceVersion: string;
}
