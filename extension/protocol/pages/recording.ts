import { type Check, count, flag, list, name, nullable, number, oneOf, prose, record, word } from '../checks.ts';

/** The recording that is open, or what has been recorded so far, and what the three queues make of it. */
export interface RecordingLook {
  /** Where what handlers were told parts, or where the pops do. */
  readonly parted: 'calls' | 'pops';
}

export interface RecordingPicture {
  /** Null: the session is none, and records by itself. */
  readonly file: RecordedFileView | null;
  readonly whyNot: 'noInput' | 'noState' | null;
  /** Null: its entries are shown as they are. */
  readonly replay: ReplayView | null;
  readonly comparison: ComparisonView;
}

export interface RecordedFileView {
  readonly format: 'trace' | 'kubectl';
  readonly producer: string;
  readonly entries: number;
  readonly input: number;
  readonly informers: number;
  /** Lines that could not be used, and the first of them; 0: none. */
  readonly skipped: number;
  readonly firstSkipped: number;
  readonly whySkipped: string;
  readonly cut: 'bytes' | 'entries' | 'broken' | null;
}

export interface ReplayView {
  /** 0: as fast as the engine goes. */
  readonly speed: number;
  readonly at: number;
  readonly of: number;
  readonly ended: boolean;
}

export interface ComparisonView {
  readonly phase: 'none' | 'running' | 'done' | 'failed';
  /** Why it failed. */
  readonly message: string;
  readonly runs: readonly QueueRunView[];
  readonly keys: number;
  /** How many keys part, and the first of them. */
  readonly parted: number;
  readonly partings: readonly PartingView[];
  /** How many keys differ in the caches at the end. */
  readonly caches: number;
  readonly cut: boolean;
}

export interface QueueRunView {
  readonly queue: string;
  readonly deltas: number;
  readonly coalesced: number;
  readonly pops: number;
  readonly longestPop: number;
  readonly storeChanges: number;
  readonly calls: number;
  readonly objects: number;
}

export interface PartingView {
  readonly owner: string;
  readonly key: string;
  /** So many steps are the same before. */
  readonly same: number;
  /** Of each queue what comes next; empty: nothing more. */
  readonly next: readonly string[];
}

/** Keys that are shown; their true number is told beside them. */
export const shownPartings = 100;

export const recordingLook: Check<RecordingLook> = record<RecordingLook>({ parted: oneOf('calls', 'pops') });

export const recordingPicture: Check<RecordingPicture> = record<RecordingPicture>({
  file: nullable(
    record<RecordedFileView>({
      format: oneOf('trace', 'kubectl'),
      producer: prose,
      entries: count,
      input: count,
      informers: count,
      skipped: count,
      firstSkipped: count,
      whySkipped: prose,
      cut: nullable(oneOf('bytes', 'entries', 'broken')),
    }),
  ),
  whyNot: nullable(oneOf('noInput', 'noState')),
  replay: nullable(record<ReplayView>({ speed: number, at: number, of: number, ended: flag })),
  comparison: record<ComparisonView>({
    phase: oneOf('none', 'running', 'done', 'failed'),
    message: prose,
    runs: list(record<QueueRunView>({ queue: word, deltas: count, coalesced: count, pops: count, longestPop: count, storeChanges: count, calls: count, objects: count }), 3),
    keys: count,
    parted: count,
    partings: list(record<PartingView>({ owner: name, key: name, same: count, next: list(prose, 3) }), shownPartings),
    caches: count,
    cut: flag,
  }),
});
