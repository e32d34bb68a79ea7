import type { Stepper } from '../../debugger/stepper.ts';
import type { DeltaQueueState } from '../../informer/deltaQueue.ts';
import type { ListPage } from '../../informer/listerWatcher.ts';
import type { InformerScope, InformerSettings, SharedInformerState } from '../../informer/sharedInformer.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { InputLine } from '../../trace/recording.ts';
import type { GroupVersionResource } from '../../kube/resource.ts';
import type { WatchEvent } from '../../kube/watchEvent.ts';
import type { Seq } from '../../trace/entry.ts';
import type { Happening, WorkQueueType } from '../../trace/happening.ts';
import type { WorkQueueState } from '../../workqueue/workQueueState.ts';
import type { SessionFigures } from '../figures/sessionFigures.ts';
import type { InformerState } from '../informerState.ts';
import type { KeyTableState } from '../keyTable.ts';
import type { LintLog } from '../lintLog.ts';
import type { PipelineCounters } from '../pipelineCounters.ts';
import type { Connection } from '../sessionConnection.ts';

/** What is recorded besides the entries: what came from outside, and what no entry tells of. The objects are those that the engine has, not copies. */
export type Recorded = { readonly after: Seq } & RecordedBody;

export type RecordedBody =
  | RecordedInput
  | { readonly kind: 'happening'; readonly happening: Happening }
  | { readonly kind: 'informers'; readonly informers: readonly RecordedInformer[] }
  | { readonly kind: 'controllers'; readonly controllers: readonly RecordedController[] }
  | { readonly kind: 'stepper'; readonly stepper: RecordedStepper }
  | { readonly kind: 'connection'; readonly connection: Connection };

export interface RecordedInput {
  readonly kind: 'input';
  readonly informer: string;
  /** Which informer of that name: one that was stopped may be followed by another. */
  readonly instance: number;
  readonly line: InputLine;
}

/** An informer that somebody wants, and who does. */
export interface RecordedInformer {
  readonly name: string;
  readonly instance: number;
  readonly resource: GroupVersionResource;
  readonly scope: InformerScope;
  readonly settings: InformerSettings;
  readonly asked: boolean;
  readonly controllers: readonly string[];
}

export interface RecordedController {
  readonly name: string;
  readonly workers: number;
  readonly dryRun: boolean;
  /** The informer of what it reconciles. */
  readonly own: string | undefined;
  /** Which start of all: one that was started again has done nothing yet. */
  readonly start: number;
}

/** Where the pipeline stood still, as the views show it. */
export type RecordedStepper = Pick<Stepper, 'paused' | 'held' | 'chosen' | 'inHand' | 'reason' | 'runningTo' | 'slowMotionMs' | 'allowsWhatIf'>;

/** Everything that is needed to go on from the moment after an entry. What it shares with the session is never changed by either. */
export interface Checkpoint {
  readonly seq: Seq;
  readonly t: number;
  readonly informers: readonly InformerCheckpoint[];
  readonly queues: readonly WorkQueueCheckpoint[];
  readonly controllers: readonly RecordedController[];
  readonly tables: readonly (readonly [controller: string, table: KeyTableState])[];
  readonly stepper: RecordedStepper;
  readonly connection: Connection;
  readonly counters: PipelineCounters;
  /** To be copied by whoever goes on from here, as the counters are: they find no entries. */
  readonly figures: SessionFigures;
  readonly lints: LintLog;
  /** An estimate of the memory that it alone takes. */
  readonly bytes: number;
}

export interface InformerCheckpoint extends RecordedInformer {
  /** Names of its indexes. */
  readonly indexes: readonly string[];
  readonly keys: readonly string[];
  readonly objects: readonly KubeObject[];
  readonly storeVersion: string;
  readonly state: InformerState;
  readonly held: SharedInformerState & { readonly queue: DeltaQueueState | undefined };
  readonly cursor: CursorState;
}

export interface WorkQueueCheckpoint {
  readonly name: string;
  readonly type: WorkQueueType;
  readonly limiter: object | undefined;
  readonly state: WorkQueueState;
}

/** How far a Reflector has come with what the server has sent. */
export interface CursorState {
  readonly pages: readonly ListPage[];
  readonly list: QueuedList | undefined;
  readonly stream: 'none' | 'initial' | 'watch';
  readonly events: readonly WatchEvent[];
  /** Of a streamed list. */
  readonly gathered: readonly (readonly [key: string, object: KubeObject])[];
  readonly current: ReadEvent | undefined;
  readonly version: string;
}

/** A list that is complete, and is queued or about to be. */
export interface QueuedList {
  readonly items: readonly KubeObject[];
  readonly version: string;
}

/** The event that a Reflector has in its hand. */
export interface ReadEvent {
  /** Its entry. */
  readonly seq: Seq;
  readonly type: string;
  readonly key: string;
  readonly object: KubeObject;
}
