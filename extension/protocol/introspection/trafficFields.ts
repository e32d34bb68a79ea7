import type { CostView, LatencyView, PollersView, ResourceTraffic, TrafficView } from '../../introspection/traffic.ts';
import { type Check, count, flag, list, name, nullable, number, record } from '../checks.ts';

const costFields = { requests: count, bytes: count, fromCache: count, fromStorage: count };
const cost = record<CostView>(costFields);
const latency = record<LatencyView>({ count, p50: number, p99: number, max: number });

const resourceTraffic = record<ResourceTraffic>({
  resource: name,
  objects: count,
  listBytes: number,
  listMeasured: flag,
  lists: cost,
  watches: record<ResourceTraffic['watches']>({ ...costFields, open: count, events: count, latency }),
});

const pollers = record<PollersView>({ resource: name, pollers: count, periodMs: number, consistent: flag, runningMs: number, running: flag, cost, failed: count, late: count, latency });

/** @param most resources */
export function trafficFields(most: number): { readonly [Name in keyof TrafficView]: Check<TrafficView[Name]> } {
  return { forMs: number, resources: list(resourceTraffic, most), pollers: nullable(pollers) };
}
