import { type Check, count, flag, list, name, nullable, number, record } from '../../checks.ts';
import { insideLimits } from './insideLook.ts';

/** Polling against watching: what both have cost here. */
export interface TrafficPart {
  readonly forMs: number;
  /** The most first. */
  readonly resources: readonly TrafficRow[];
  readonly pollers: PollersRow | null;
  /** What controllers of this session have read from Indexers, and did not ask the server. */
  readonly spared: { readonly gets: number; readonly lists: number };
}

export interface CostFigures {
  readonly requests: number;
  readonly bytes: number;
  readonly fromCache: number;
  readonly fromStorage: number;
}

/** In milliseconds. */
export interface LatencyFigures {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface TrafficRow {
  readonly resource: string;
  readonly objects: number;
  /** Of one list of all of them; measured, or reckoned from a sample. */
  readonly listBytes: number;
  readonly listMeasured: boolean;
  readonly lists: CostFigures;
  readonly watches: WatchFigures;
}

export interface WatchFigures extends CostFigures {
  readonly open: number;
  readonly events: number;
  readonly latency: LatencyFigures;
}

export interface PollersRow {
  readonly resource: string;
  readonly pollers: number;
  readonly periodMs: number;
  readonly consistent: boolean;
  readonly runningMs: number;
  readonly running: boolean;
  readonly cost: CostFigures;
  readonly failed: number;
  readonly late: number;
  readonly latency: LatencyFigures;
}

const costFields = { requests: count, bytes: count, fromCache: count, fromStorage: count };
const cost = record<CostFigures>(costFields);
const latency = record<LatencyFigures>({ count, p50: number, p99: number, max: number });

export const trafficPart: Check<TrafficPart> = record<TrafficPart>({
  forMs: number,
  resources: list(
    record<TrafficRow>({
      resource: name,
      objects: count,
      listBytes: number,
      listMeasured: flag,
      lists: cost,
      watches: record<WatchFigures>({ ...costFields, open: count, events: count, latency }),
    }),
    insideLimits.traffic,
  ),
  pollers: nullable(
    record<PollersRow>({ resource: name, pollers: count, periodMs: number, consistent: flag, runningMs: number, running: flag, cost, failed: count, late: count, latency }),
  ),
  spared: record<TrafficPart['spared']>({ gets: count, lists: count }),
});
