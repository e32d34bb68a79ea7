import type { ObjectFormat } from './pages/item.ts';
import type { FilterFault, FilterHostMessages, FilterMessages } from './filters.ts';
import type { InsideMessages } from './inside.ts';
import type { PageLook, PageName, PagePicture } from './pages.ts';
import type { LintsSummary } from './pages/lints.ts';
import type { RecordingMessages } from './recording.ts';
import type { ScenarioMessages } from './scenario.ts';
import type { StageName } from './stages.ts';
import type { SteppingMessages, StepperView } from './stepping.ts';
import type { TimeMessages, TimeView } from './time.ts';

/**
 * What the panel and its host say to each other. One channel, names are `area/verb`, and every message
 * from the host is a whole picture of what it speaks of: none is lost by skipping one, a hidden panel needs
 * nothing, and a panel that comes back is whole after the first. They are numbered all the same: whoever misses one asks
 * for everything. Imports nothing from outside of this folder, so both sides may have it.
 */

export interface HostMessages extends FilterHostMessages {
  /** Everything but the stream of entries. Sent on `panel/ready`, then as often as it changes, at most ten times a second. */
  'panel/state': PanelState;
  /** The answer to `stream/view`, sent again whenever the rows in view change. */
  'stream/rows': StreamRows;
  /** The answer to `stream/find`. */
  'stream/found': FoundRow;
  /** The answer to `page/look`, sent again whenever the picture changes. */
  'page/picture': PagePicture;
  /** Somebody wants to see this page. */
  'page/open': { readonly page: PageName };
}

export interface PanelMessages extends SteppingMessages, FilterMessages, RecordingMessages, ScenarioMessages, TimeMessages, InsideMessages {
  /** The panel is there, or there again: send everything. */
  'panel/ready': Record<string, never>;
  /** Speak of this informer only; null: of all of them. */
  'panel/select': { readonly informer: string | null };
  /** A page of the panel is looked at, and at what of it. Holds until the next one of that page; with `look: null` nobody looks any more. */
  'page/look': PageLook;
  /** Which part of the stream is looked at. Holds until the next one. */
  'stream/view': StreamView;
  /** Where is this entry, under this filter? Asked to follow a cause, and to keep the selected entry when the filter changes. */
  'stream/find': { readonly seq: number; readonly filter: string };
  /** Something went wrong in the panel: for the log. */
  'panel/fault': { readonly message: string };
  /** Open the object of an entry as a document. */
  'object/open': { readonly informer: string; readonly key: string };
  /** Put the object as it is in the cache, whole, on the clipboard. */
  'object/copy': { readonly informer: string; readonly key: string; readonly format: ObjectFormat };
  /** Compare the cache of an informer with a fresh list of its server; stop comparing; have everything listed anew. What comes of it is on the page of the cache. */
  'cache/verify': { readonly informer: string };
  'cache/stopVerifying': { readonly informer: string };
  'cache/relist': { readonly informer: string };
  /** Start the session that is gone; the playground, when there was none. */
  'session/start': Record<string, never>;
}

export type HostMessage = { [Name in keyof HostMessages]: { readonly type: Name; readonly body: HostMessages[Name] } }[keyof HostMessages];
export type PanelMessage = { [Name in keyof PanelMessages]: { readonly type: Name; readonly body: PanelMessages[Name] } }[keyof PanelMessages];

/** Rises by one with each message of a page's life; the first may have any. */
export type Numbered<Message> = Message & { readonly number: number };

export interface PanelState {
  readonly session: SessionView;
  /** Names of the informers that can be selected, and what is selected now. */
  readonly informers: readonly string[];
  readonly selected: string | null;
  /** Which time it shows. */
  readonly time: TimeView;
  readonly stepper: StepperView;
  readonly lints: LintsSummary;
  readonly pipeline: PipelineView;
  readonly deltaQueues: readonly DeltaQueueView[];
}

export interface SessionView {
  /**
   * Another for each session, also after the window was reloaded; empty when there is none. What the panel remembers
   * of a place in the stream holds for that session alone.
   */
  readonly id: string;
  readonly title: string;
  readonly source: 'context' | 'playground' | 'recording' | 'none';
  /** Set when there is no such session any more: the panel says so and offers to start it. */
  readonly ended: boolean;
}

/** How much has been going on in one part of the pipeline. */
export interface ActivityView {
  /** Entries in each of the last seconds, the newest (which is not over) last; bounded. Empty: there has been none in all that time. */
  readonly rates: readonly number[];
  /** Milliseconds since the last entry; null: there was none yet. */
  readonly lastMs: number | null;
}

export interface PipelineView {
  /** What the server has told of itself; null: nothing. */
  readonly server: { readonly requests: number; readonly commits: number; readonly sent: number; readonly faults: number; readonly sentPerSecond: number } | null;
  /** `apiserver`: what the server has told of itself, or else what has come from it, `reflector`: all that the Reflector has done. */
  readonly activity: { readonly [Name in 'apiserver' | 'reflector' | 'queue' | 'store']: ActivityView };
  readonly reflector: {
    /** The selected informer that is in the worst state, which `state` and `detail` tell; empty: there is none. */
    readonly informer: string;
    /** How many are selected, and how many of them fail. */
    readonly informers: number;
    readonly failing: number;
    /** `listing` `watching` `backing off` … */
    readonly state: string;
    readonly detail: string;
    readonly lists: number;
    readonly events: number;
    readonly eventsPerSecond: number;
    readonly errors: number;
    readonly resourceVersion: string;
  };
  readonly deltaQueue: { readonly keys: number; readonly deltas: number; readonly added: number; readonly popped: number };
  readonly indexer: {
    readonly objects: number;
    readonly added: number;
    readonly updated: number;
    readonly deleted: number;
    readonly resourceVersion: string;
  };
  readonly handlers: readonly {
    readonly name: string;
    readonly calls: number;
    readonly backlog: number;
    readonly errors: number;
    readonly activity: ActivityView;
  }[];
  readonly workQueue: {
    readonly ready: number;
    readonly processing: number;
    readonly waiting: number;
    readonly added: number;
    readonly coalesced: number;
    readonly got: number;
    readonly done: number;
    readonly requeued: number;
  };
  readonly workers: {
    readonly controllers: readonly {
      readonly name: string;
      readonly workers: number;
      readonly busy: number;
      readonly reconciles: number;
      readonly reads: number;
      readonly writes: number;
      readonly errors: number;
      readonly dryRun: boolean;
      readonly activity: ActivityView;
      /** Of its WorkQueue, which has its name. */
      readonly queue: { readonly ready: number; readonly processing: number; readonly waiting: number; readonly activity: ActivityView };
    }[];
  };
}

export type QueueName = 'DeltaFIFO' | 'RealFIFO';

/** Which queue an informer has. What waits in it is for the page of the queues. */
export interface DeltaQueueView {
  readonly informer: string;
  readonly kind: QueueName;
}

export interface StreamView {
  /** Fields and words that a row must match (`inspector/filter`); empty: every row. */
  readonly filter: string;
  /**
   * Index one past the newest row wanted (see {@link StreamRows.first}); null: follow the newest. A held view keeps
   * its index, so that what arrives meanwhile does not move it.
   */
  readonly end: number | null;
  /** How many rows, counted back from `end`. */
  readonly count: number;
}

export interface StreamRows {
  /** The view that these rows answer: an answer to an older view is ignored. */
  readonly view: StreamView;
  /** Kept rows that match the filter now: their indexes run from `oldest` to `oldest + total`, exclusive. */
  readonly total: number;
  /**
   * Index of the first (oldest) row below. Indexes count the rows that match the filter, oldest first, from 0. Rows
   * dropped by the ring still count, so that while the filter and the selected informer stay, an index never changes its row.
   */
  readonly first: number;
  /** Index of the oldest row that is still kept. */
  readonly oldest: number;
  /** Oldest first. */
  readonly rows: readonly StreamRow[];
  /** What is wrong with the filter, from left to right. */
  readonly faults: readonly FilterFault[];
}

export interface FoundRow {
  /** The question that this answers. */
  readonly seq: number;
  readonly filter: string;
  /** Its index under that filter; null: it does not match, or is not kept any more. */
  readonly index: number | null;
  /** The entry itself, whether it matches or not; null when it is not kept any more. */
  readonly row: StreamRow | null;
}

export type Stage = StageName;

export interface StreamRow {
  readonly seq: number;
  /** Milliseconds from the start of the session. */
  readonly t: number;
  readonly stage: Stage;
  /** `reflector.event`, … */
  readonly kind: string;
  readonly informer: string;
  readonly key: string;
  readonly rv: string;
  /** What happened, in a few words: `MODIFIED`, `Updated · 2 waiting`. */
  readonly summary: string;
  readonly cause: readonly number[];
  /** Where the article tells otherwise than client-go does. */
  readonly note: NoteView | null;
}

export interface NoteView {
  /** Of the contract's section 16; the page has its texts in both languages. */
  readonly row: number;
  /** Which of the two the entry's informer, or work queue, behaves as. */
  readonly follows: 'article' | 'source';
  /** What the article says. */
  readonly article: string;
  /** What client-go does. */
  readonly source: string;
  /** The rules that tell it at length. */
  readonly rules: readonly string[];
}
