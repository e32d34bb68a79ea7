import type { GroupVersionResource } from '../kube/resource.ts';
import type { Seq } from '../trace/entry.ts';
import type { FeatureGateOverrides } from './featureGates.ts';
import type { HandlerFilter } from './filteringHandler.ts';
import type { IndexFunc } from './indexer.ts';
import type { EnginePorts } from './informerController.ts';
import type { InformerIdentifier, InformerMetricsProvider } from './informerMetrics.ts';
import type { ListerWatcher } from './listerWatcher.ts';
import type { MutationError } from './mutationDetector.ts';
import type { ClientGo, QueueKind } from './profile.ts';
import type { TypeMeta } from './watchStream.ts';

export interface InformerScope {
  /** Absent: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Of each object its metadata alone, as `PartialObjectMetadata`: a fraction of the bytes. client-go's metadata informer. */
  readonly metadataOnly?: boolean;
}

/** How an informer behaves; two independent choices, and a period (0: no resync). */
export interface InformerSettings {
  readonly clientGo: ClientGo;
  readonly queue: QueueKind;
  readonly resyncPeriodMs: number;
}

export interface HandlerOptions {
  /** Its name in the trace. */
  readonly name: string;
  /** Default: the informer's. 0 opts out (S-27). At least a second otherwise (S-22). */
  readonly resyncPeriodMs?: number;
  /** The handler hears only of what passes (P-16). It still counts as delivered (S-54). */
  readonly filter?: HandlerFilter;
}

/** `since`: on the informer's clock. */
export interface HandlerCallInHand {
  readonly key: string;
  readonly type: 'add' | 'update' | 'delete';
  readonly since: number;
  /** Its `handler.*` entry. */
  readonly seq: Seq;
}

export interface HandlerRegistration {
  readonly name: string;
  /** Every object of the initial list has been delivered to this handler (S-50). */
  hasSynced(): boolean;
  /** Notifications that wait for it. */
  readonly backlog: number;
  /** The call that it has not returned from. */
  readonly calling?: HandlerCallInHand | undefined;
}

/** What can be switched on for an informer besides its rules: checks that cost, and client-go's finer points. */
export interface InformerSwitches {
  /** client-go's feature gates that are set otherwise than its release has them. */
  readonly featureGates?: FeatureGateOverrides;
  /** Changed objects of the cache are found, at the cost of a copy of each (M-01…M-06). */
  readonly detectsMutations?: boolean;
  /** While a pop is held the Reflector waits as client-go's does while Pop holds the queue's lock (C-03). */
  readonly locksWhileHeld?: boolean;
  /** Each streamed list is compared with a plain one. */
  readonly checksStreamedLists?: boolean;
}

/** What is rarely wanted: bounds, figures, and what can be switched on. */
export interface InformerExtras extends InformerSwitches {
  /** Bounds what piles up while pops are held. */
  readonly maxQueuedDeltas?: number;
  /** Events of other objects are skipped. */
  readonly expectedType?: TypeMeta;
  /** Hears of changed objects of the cache; default: the log. */
  readonly onMutation?: (error: MutationError) => void;
  readonly identifier?: InformerIdentifier;
  readonly metrics?: InformerMetricsProvider;
}

export interface SharedInformerOptions extends EnginePorts, InformerExtras {
  /** In the trace. Default: that of its resource and scope, without selectors. */
  readonly name?: string;
  readonly resource: GroupVersionResource;
  readonly scope: InformerScope;
  readonly settings: Partial<InformerSettings>;
  readonly listerWatcher: ListerWatcher;
  readonly indexers: Readonly<Record<string, IndexFunc>>;
}
