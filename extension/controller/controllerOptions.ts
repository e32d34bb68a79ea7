import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import type { Gate } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';
import type { Reconciler } from './api.ts';
import type { ControllerMetrics } from './controllerMetrics.ts';
import type { LeaderElectionTimes } from './leaderElection.ts';
import type { GetObject, LeaseName } from './leaseLock.ts';
import type { CompileCel } from './predicates.ts';
import type { Written } from './tracedClient.ts';
import type { KindOf, WatchedKind } from './watchedKind.ts';
import type { WriteOptions, WriteTransport } from './writeTransport.ts';

/** Replicas of one controller share a Lease: only the one that holds it has its workers run. */
export interface ElectionOptions extends LeaderElectionTimes {
  /** Another for each replica. */
  readonly identity: string;
  readonly lease: LeaseName;
  readonly get: GetObject;
}

export interface ControllerOptions {
  readonly reconciler: Reconciler;
  /** In the trace, and of its queue and figures. Default: the reconciler's; replicas need one each. */
  readonly name?: string;
  readonly kindOf: KindOf;
  /** The informer that is shared for a resource, already asked to run. A new one may as well resync as often as this reconciler wants. */
  readonly informerFor: (resource: WatchedKind, resyncPeriodMs: number) => SharedInformer;
  readonly client: WriteTransport;
  readonly writes: WriteOptions;
  /** Default: the reconciler's. */
  readonly workers?: number;
  /** The reconciler has a process of its own, and copies of all that it reads: nothing that is shared needs protection from it. */
  readonly isolated?: boolean;
  /** Of its queue, where the reconciler does not say. */
  readonly queueDefaults?: Pick<Reconciler, 'limiter' | 'priority'>;
  readonly compileCel?: CompileCel;
  readonly election?: ElectionOptions;
  readonly metrics?: ControllerMetrics;
  readonly clock: Clock;
  readonly random: Random;
  readonly probe: Probe;
  readonly gate: Gate;
  readonly logger: Logger;
  /** Told of each write that is over, with the key whose reconcile it was. */
  readonly onWritten?: (key: string, written: Written) => void;
}
