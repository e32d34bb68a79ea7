import { sum } from '../../../base/sum.ts';
import type { RequestFigures } from '../../../cluster/requestStats.ts';
import { wasSent } from '../../../introspection/introspection.ts';
import type { TrafficView } from '../../../introspection/traffic.ts';
import type { IntrospectionClient } from '../../introspection/introspectionClient.ts';
import type { Measured } from '../condition.ts';
import type { Measuring } from '../scenarioAction.ts';

export interface MeasurePorts {
  readonly requests: () => RequestFigures | undefined;
  readonly introspection: () => Promise<IntrospectionClient>;
  /** Version of the newest entry of the scenario that matches; undefined: there is none. */
  readonly versionOf: (filter: string) => string | undefined;
}

/** Reads off what is asked for, by the names that `Measuring` gives. @throws IntrospectionError */
export async function measure(what: Measuring, { requests, introspection, versionOf }: MeasurePorts): Promise<Measured> {
  switch (what.of) {
    case 'requests':
      return requestsOf(requests());
    case 'watchCache': {
      const resource = (await (await introspection()).resources()).find((each) => each.resource === what.resource);
      if (!resource) return {};
      const { watchers, objects, version, ring } = resource;
      return { watchers, objects, version, capacity: ring.capacity, length: ring.length, oldest: ring.oldestServable };
    }
    case 'fanOut': {
      const version = Number(versionOf(what.event));
      const fanOut = Number.isSafeInteger(version) ? await (await introspection()).fanOut(what.resource, version) : undefined;
      if (!fanOut) return {};
      const matched = fanOut.offers.filter(({ outcome }) => wasSent(outcome)).length;
      const slow = fanOut.offers.filter(({ watcher }) => watcher.ended === 'slow').length;
      return { watchers: fanOut.watchers, asked: fanOut.asked, matched, slow };
    }
    case 'traffic':
      return trafficOf(await (await introspection()).traffic(), what.resource);
    case 'priorityLevel': {
      const level = (await (await introspection()).flowControl()).levels.find(({ name }) => name === what.level);
      if (!level) return {};
      const { dispatched, rejected, waiting, seats } = level;
      return { dispatched, rejected, waiting, seats };
    }
  }
}

/** Of the resource, `lists…`, `watches…` and `pollers…`, as far as there are any. */
function trafficOf({ resources, pollers }: TrafficView, name: string): Measured {
  const resource = resources.find((each) => each.resource === name);
  return {
    ...(resource && {
      objects: resource.objects,
      listBytes: resource.listBytes,
      lists: resource.lists.requests,
      watches: resource.watches.requests,
      watchesOpen: resource.watches.open,
      watchesBytes: resource.watches.bytes,
      watchesEvents: resource.watches.events,
      watchesLatencies: resource.watches.latency.count,
      watchesLatency: resource.watches.latency.p50,
    }),
    ...(pollers?.resource === name && {
      pollersRequests: pollers.cost.requests,
      pollersBytes: pollers.cost.bytes,
      pollersObjects: pollers.cost.fromCache + pollers.cost.fromStorage,
      pollersMs: pollers.runningMs,
      pollersLatencies: pollers.latency.count,
      pollersLatency: pollers.latency.p50,
    }),
  };
}

/** Reads and writes of objects, without what only finds out what there is. */
export function requestsOf(figures: RequestFigures | undefined): Measured & { readonly lists: number; readonly watches: number; readonly bytes: number } {
  const kinds = (figures?.kinds ?? []).filter(({ resource }) => resource.includes('/'));
  const of = (...verbs: readonly string[]): number => sum(kinds, ({ verb, requests }) => (verbs.includes(verb) ? requests : 0));
  return { lists: of('list'), watches: of('watch'), gets: of('get'), writes: of('create', 'update', 'patch', 'delete'), bytes: sum(kinds, ({ bytes }) => bytes) };
}
