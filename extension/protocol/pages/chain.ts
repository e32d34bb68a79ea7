import { type Check, count, flag, limits, list, name, nullable, number, oneOf, prose, record, word } from '../checks.ts';
import { type StageName, stageName } from '../stages.ts';

/** Causes and effects of one entry. */
export interface ChainLook {
  readonly seq: number;
}

export interface ChainPicture {
  /** The entry that this speaks of. */
  readonly seq: number;
  /** Null: it is not kept any more. */
  readonly entry: LinkView | null;
  /** The runs that it belongs to or has led to. */
  readonly runs: readonly RunView[];
  /** How far it has got on its way to a run, or why it led to none. */
  readonly fates: readonly FactView[];
  readonly spans: readonly SpanView[];
  readonly moreSpans: boolean;
  readonly steps: readonly StepView[];
  readonly moreSteps: boolean;
  readonly observed: readonly LaneName[];
  readonly causes: LinksView;
  readonly effects: LinksView;
  /** The trace is still being looked through. */
  readonly searching: boolean;
}

/** Entries that one can go to: the nearest, and how many there are. */
export interface LinksView {
  readonly links: readonly LinkView[];
  readonly count: number;
  /** There are more than were counted. */
  readonly more: boolean;
}

export interface LinkView {
  readonly seq: number;
  readonly t: number;
  readonly stage: StageName;
  readonly kind: string;
  readonly key: string;
  readonly summary: string;
}

export interface RunView {
  readonly seq: number;
  readonly controller: string;
  readonly key: string;
  /** The oldest and the newest entry of the run's chain. */
  readonly from: number;
  readonly to: number;
  readonly reasons: readonly FactView[];
  /** There are more than these. */
  readonly more: boolean;
  readonly outcome: readonly FactView[];
}

/** A sentence, as data: which it is, and what stands in it. */
export interface FactView {
  readonly id: FactName;
  /** Whose fate it is; empty: nobody's in particular. */
  readonly controller: string;
  readonly words: readonly { readonly name: string; readonly text: string }[];
  readonly entries: readonly { readonly name: string; readonly seq: number }[];
  /** Durations; `counting`: until something comes, and less with each moment. */
  readonly times: readonly { readonly name: string; readonly ms: number; readonly counting: boolean }[];
  /** What a change has changed, abridged; empty where it is not known. */
  readonly changed: readonly ChangeView[];
}

export interface ChangeView {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface SpanView {
  readonly id: SpanName;
  readonly seq: number;
  readonly from: number;
  readonly to: number;
  readonly inner: boolean;
  readonly open: boolean;
  readonly detail: string;
}

export interface StepView {
  readonly seq: number;
  readonly t: number;
  readonly from: LaneName;
  readonly to: LaneName;
  readonly way: 'call' | 'later' | 'told';
  readonly label: string;
}

export const factNames = [
  'event', 'eventOfWriter', 'eventOfOwnWrite', 'eventOfRequest', 'eventOfWhatIf', 'whatIf', 'list', 'tombstone', 'initial', 'resync', 'retry', 'requeue', 'requeueAfter', 'asked', 'added', 'lost',
  'heldAt', 'notQueued', 'droppedByQueue', 'skipped', 'waitsInQueue', 'notSynced', 'noInformer', 'mergedDeletion', 'unseenBefore', 'noHandler', 'waitsInBuffer', 'notTold',
  'filtered', 'threw', 'asksForNothing', 'coalesced', 'coalescedAndRan', 'delayed', 'rateLimited', 'inProcessing', 'standby', 'notRunning', 'queued', 'queueGone', 'waitsForRun',
  'givenUp', 'runs', 'ran', 'failed',
  'isRunning', 'failedRun', 'readStale', 'wroteNothing', 'wroteOnce', 'wroteMany', 'dryRun', 'refused', 'cameBack',
] as const;

export type FactName = (typeof factNames)[number];

export const spanNames = ['request', 'commit', 'watchCache', 'fanOut', 'wire', 'event', 'deltaQueue', 'store', 'handlerBuffer', 'handler', 'delayed', 'workQueue', 'worker', 'reconcile', 'read', 'write', 'seen'] as const;

export type SpanName = (typeof spanNames)[number];

/** In the order in which the article draws them. */
export const laneNames = ['kubectl', 'apiServer', 'etcd', 'watchCache', 'reflector', 'queue', 'indexer', 'handler', 'workQueue', 'reconcile'] as const;

export type LaneName = (typeof laneNames)[number];

const link = record<LinkView>({ seq: count, t: number, stage: stageName, kind: word, key: name, summary: prose });
const links = record<LinksView>({ links: list(link), count, more: flag });
const lane = oneOf(...laneNames);

export const changeView = record<ChangeView>({ path: prose, before: prose, after: prose });

const fact = record<FactView>({
  id: oneOf(...factNames),
  controller: name,
  words: list(record<FactView['words'][number]>({ name: word, text: prose }), 20),
  entries: list(record<FactView['entries'][number]>({ name: word, seq: count }), 20),
  times: list(record<FactView['times'][number]>({ name: word, ms: number, counting: flag }), 20),
  changed: list(changeView, 20),
});

export const chainLook: Check<ChainLook> = record<ChainLook>({ seq: count });

export const chainPicture: Check<ChainPicture> = record<ChainPicture>({
  seq: count,
  entry: nullable(link),
  runs: list(record<RunView>({ seq: count, controller: name, key: name, from: count, to: count, reasons: list(fact), more: flag, outcome: list(fact) }), 20),
  fates: list(fact),
  spans: list(record<SpanView>({ id: oneOf(...spanNames), seq: count, from: number, to: number, inner: flag, open: flag, detail: prose }), limits.elements),
  moreSpans: flag,
  steps: list(record<StepView>({ seq: count, t: number, from: lane, to: lane, way: oneOf('call', 'later', 'told'), label: prose })),
  moreSteps: flag,
  observed: list(lane),
  causes: links,
  effects: links,
  searching: flag,
});
