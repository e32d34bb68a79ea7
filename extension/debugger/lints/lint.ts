import type { LintEvidence, LintName, Seq, TraceEntry, TraceKind } from '../../trace/entry.ts';

/**
 * One thing that is looked for in the trace. It folds entries, a bounded number of figures for each thing that it watches, and
 * does constant work for each entry: it runs for every entry of the session.
 */
export interface Lint {
  readonly name: LintName;
  /** What it wants to see; it is asked about nothing else. */
  readonly kinds: readonly TraceKind[];
  /**
   * It goes by how long something takes. While steps are held, and for a moment afterwards, everything takes as long as
   * somebody wants it to: then nothing is raised by it.
   */
  readonly goesByTime: boolean;
  note(entry: TraceEntry, findings: Findings): void;
  /** In a later turn after {@link Findings.later}: what is too much for the moment in which something happens. */
  work?(now: number, findings: Findings): void;
  /** About once a second while anything runs; `now` is session time in milliseconds. */
  tick?(now: number, findings: Findings): void;
  /** Steps were held meanwhile: times from before say nothing any more. */
  forgetTimes?(now: number): void;
}

export interface Finding {
  readonly lint: LintName;
  /** Tells this one from others of the same lint: what it is about. */
  readonly subject: string;
  readonly informer?: string;
  readonly key?: string;
  /** The entries that show it, oldest first; the newest few are kept. */
  readonly cause: readonly Seq[];
  readonly evidence: LintEvidence;
}

/** Where a lint says what it has found, and asks what the trace alone does not tell. */
export interface Findings {
  /** Says it, once until it is cleared. */
  raise(finding: Finding): void;
  /** It is gone; nothing happens when it was not raised. */
  clear(lint: LintName, subject: string): void;
  isRaised(lint: LintName, subject: string): boolean;
  /** Has `work` called in a later turn. */
  later(): void;
  readonly world: LintWorld;
}

/** What runs now, beside the trace. Where nobody knows, there is none of it. */
export interface LintWorld {
  /** An entry that is still kept. */
  at(seq: Seq): TraceEntry | undefined;
  readonly informers: () => readonly LintedInformer[];
  /** Names of the work queues that there are; they are those of their controllers. */
  readonly queues: () => ReadonlySet<string>;
  /** The server is known to send bookmarks also of a resource that nobody changes; absent: it is not known. */
  readonly sendsBookmarksAlways?: () => boolean;
}

export interface LintedInformer {
  readonly name: string;
  /** `v1/pods` */
  readonly resource: string;
  /** Undefined: all. */
  readonly namespace: string | undefined;
  /** It has some of the objects of its namespaces. */
  readonly hasSelector: boolean;
  readonly handlers: readonly { readonly name: string; readonly backlog: number }[];
  /** Of the object that its cache has now. */
  versionOf(key: string): string | undefined;
  /** Who wrote this field of the object that its cache has now, by `managedFields`. */
  managerOf(key: string, path: string): string | undefined;
}
