import type { Controller } from '../controller/controller.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { ObjectVersions } from './pages/objectVersions.ts';
import type { Session } from './session.ts';
import type { KnownLints } from './lintLog.ts';
import type { SessionInformer } from './sessionInformers.ts';

/**
 * What can be seen of a session at one time. Whatever the panel shows is made from this and nothing else, so that a time that has
 * passed is shown by the same code as the present. A {@link Session} is one.
 */
export interface SessionPicture extends Pick<Session, 'instance' | 'source' | 'ended' | 'runs' | 'counters' | 'connection' | 'articleNoteOf' | 'now' | 'msSince'> {
  readonly tracer: Trace;
  /** Undefined for a time of which nothing was counted. */
  readonly server?: Session['server'];
  /** The recording that it is; only the present has it. */
  readonly recording?: Session['recording'];
  /** What the queues make of what was recorded; only the present has it. */
  readonly comparisons?: Pick<Session['comparisons'], 'state'>;
  /** What is played on it; only the present has it. */
  readonly scenarios?: Pick<NonNullable<Session['scenarios']>, 'player'> | undefined;
  /** What looks wrong, and what did. */
  readonly lints: KnownLints;
  readonly stepper: Pick<Session['stepper'], 'paused' | 'held' | 'chosen' | 'inHand' | 'reason' | 'runningTo' | 'slowMotionMs' | 'allowsWhatIf'>;
  /** What they are called that the pipeline stands still for. */
  readonly breakpoints?: Session['breakpoints'];
  readonly pile?: Pick<Session['pile'], 'most' | 'full'>;
  readonly informers: {
    readonly all: readonly PicturedInformer[];
    readonly stateOf: Session['informers']['stateOf'];
    /** Only the present has it. */
    readonly signsOf?: Session['informers']['signsOf'];
  };
  readonly controllers: { readonly running: readonly PicturedController[]; readonly keysOf?: Session['controllers']['keysOf'] };
  /** Of queues, reads and ages. */
  readonly figures?: Session['figures'];
  /** Whether caches are true to the server, which only the present can tell. */
  readonly caches?: Pick<Session['caches'], 'of' | 'hasServer'>;
  /** Of a time that has passed: all entries, also those that came later. */
  readonly whole?: Trace;
  /** Objects as they were; absent where none are kept. */
  readonly versions?: ObjectVersions;
}

type Handler = SharedInformer['handlers'][number];

/** The entries that are there, and none that came later. */
export type Trace = Pick<Tracer, 'at' | 'entries' | 'lastSeq' | 'dropped' | 'seenBy'>;

export interface PicturedInformer extends Pick<SessionInformer, 'name' | 'asked' | 'controllers'> {
  readonly informer: Pick<SharedInformer, 'name' | 'resource' | 'scope' | 'settings' | 'indexer' | 'queueSnapshot' | 'hasSynced' | 'lastSyncResourceVersion' | 'lastStoreSyncResourceVersion'> & {
    readonly handlers: readonly (Pick<Handler, 'name' | 'backlog'> & Partial<Pick<Handler, 'calling' | 'hasSynced'>>)[];
  };
}

export interface PicturedController extends Pick<Controller, 'name' | 'workers' | 'busy' | 'dryRun'> {
  /** Absent where it is not known: it is taken to be running. */
  readonly state?: Controller['state'];
  readonly queue: Pick<Controller['queue'], 'name' | 'snapshot'>;
}
