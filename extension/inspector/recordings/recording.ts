import type { TraceEntry } from '../../trace/entry.ts';
import type { CacheLine, ListInput, RecordedInformer, RecordingHeader, SummaryLine, WatchInput } from '../../trace/recording.ts';

/** A recording that was read, whoever wrote it: checked, bounded, masked, its entries numbered without gaps. */
export interface Recording {
  readonly format: 'trace' | 'kubectl';
  /** Empty but for the version where the file has none. */
  readonly header: RecordingHeader;
  /** Those of the header, and those that entries and input speak of. */
  readonly informers: readonly RecordedInformer[];
  /** By number, each one more than the one before; `t` never falls. */
  readonly entries: readonly TraceEntry[];
  /** What came from the server, by time; of each line it is known whose it is. */
  readonly input: readonly RecordedInput[];
  readonly cache: readonly CacheLine[];
  readonly summary: SummaryLine | undefined;
  readonly faults: RecordingFaults;
}

export type RecordedInput = (ListInput | WatchInput) & { readonly informer: string };

/** What of a file could not be used. */
export interface RecordingFaults {
  /** Lines that are broken, of an unknown kind, or too long. */
  readonly skipped: number;
  readonly first: { readonly line: number; readonly why: string } | undefined;
  /** Why whatever comes after it was left out: a bound was reached, or too many lines were no JSON. */
  readonly cut: 'bytes' | 'entries' | 'broken' | undefined;
}

/** Why a file is not opened at all. */
export type Refusal =
  /** Written by a later version of the format. */
  | { readonly refused: 'newer'; readonly version: number }
  /** Neither a recording nor what kubectl writes. */
  | { readonly refused: 'other' }
  | { readonly refused: 'empty' };

/** Why it can only be looked at; undefined: it can be replayed. */
export function whyNotReplayed({ input }: Pick<Recording, 'input'>): 'noInput' | 'noState' | undefined {
  if (input.length === 0) return 'noInput';
  return input.some(showsState) ? undefined : 'noState';
}

/** Some of the state is known from here on: a page of a list, or a watch that begins with everything. */
function showsState(line: RecordedInput): boolean {
  if (line.kind === 'input.list') return line.page !== undefined;
  return line.options !== undefined && 'sendInitialEvents' in line.options;
}

export function isRefusal(read: Recording | Refusal): read is Refusal {
  return 'refused' in read;
}
