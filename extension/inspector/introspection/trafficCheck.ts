import { introspectionLimits } from '../../introspection/introspection.ts';
import type { CostView, LatencyView, PollersView, ResourceTraffic, TrafficView } from '../../introspection/traffic.ts';
import { type Check, count, flag, list, name, nullable, number, record } from '../../protocol/checks.ts';

const costFields = { requests: count, bytes: count, fromCache: count, fromStorage: count };
const cost = record<CostView>(costFields);
const latency = record<LatencyView>({ count, p50: number, p99: number, max: number });

export const trafficCheck: Check<TrafficView> = record<TrafficView>({
  forMs: number,
  resources: list(
    record<ResourceTraffic>({
      resource: name,
      objects: count,
      listBytes: number,
      listMeasured: flag,
      lists: cost,
      watches: record<ResourceTraffic['watches']>({ ...costFields, open: count, events: count, latency }),
    }),
    introspectionLimits.page,
  ),
  pollers: nullable(
    record<PollersView>({ resource: name, pollers: count, periodMs: number, consistent: flag, runningMs: number, running: flag, cost, failed: count, late: count, latency }),
  ),
});
