/**
 * Polling against watching. `GET /traffic`: what lists and watches have really cost, and what pollers would cost on the cluster
 * as it is now. `POST /pollers` starts real ones, clients of this API over its own socket.
 */
export interface TrafficView {
  /** Since when it is counted, in milliseconds. */
  readonly forMs: number;
  /** The most first, the first hundred. */
  readonly resources: readonly ResourceTraffic[];
  readonly pollers: PollersView | null;
}

export interface ResourceTraffic {
  /** `v1/pods` */
  readonly resource: string;
  readonly objects: number;
  /** Of one list of all of them as JSON; measured, or of a sample of a hundred objects where nobody has listed them yet. */
  readonly listBytes: number;
  readonly listMeasured: boolean;
  readonly lists: CostView;
  readonly watches: CostView & {
    /** Open now. */
    readonly open: number;
    readonly events: number;
    /** From the commit of a change to the write to a watcher's socket. */
    readonly latency: LatencyView;
  };
}

export interface CostView {
  readonly requests: number;
  /** Of answers. */
  readonly bytes: number;
  /** Objects read to answer them. */
  readonly fromCache: number;
  readonly fromStorage: number;
}

export interface LatencyView {
  readonly count: number;
  /** Milliseconds; 0 where there was none. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Real pollers: each lists the resource every period, and looks for what is new. */
export interface PollersView {
  readonly resource: string;
  readonly pollers: number;
  readonly periodMs: number;
  /** Lists go to the storage (no resourceVersion) and not to the watch cache (0). */
  readonly consistent: boolean;
  readonly runningMs: number;
  readonly running: boolean;
  readonly cost: CostView;
  readonly failed: number;
  /** Rounds that began late because the one before had not ended. */
  readonly late: number;
  /** From the commit of a change to the moment when a poller has read it. */
  readonly latency: LatencyView;
}

/** `POST /pollers` `{ resource, pollers, periodMs, consistent?, forMs }` starts them; `{ pollers: 0 }` ends them. Answers with the TrafficView. */
export const pollerLimits = { pollers: 100, leastPeriodMs: 100, mostPeriodMs: 600_000, mostMs: 600_000 } as const;
