import { sum } from '../../../base/sum.ts';
import type { AuditView } from '../../../introspection/audit.ts';
import type { FlowControlView, PriorityLevelView } from '../../../introspection/flowControl.ts';
import type { CostView, ResourceTraffic, TrafficView } from '../../../introspection/traffic.ts';
import type { WorldControllerView, WorldView } from '../../../introspection/world.ts';
import type { AuditPart } from '../../../protocol/pages/server/auditPart.ts';
import type { FlowPart, LevelRow } from '../../../protocol/pages/server/flowPart.ts';
import { insideLimits } from '../../../protocol/pages/server/insideLook.ts';
import type { CostFigures, TrafficPart, TrafficRow } from '../../../protocol/pages/server/trafficPart.ts';
import type { WorldPart } from '../../../protocol/pages/server/worldPart.ts';
import type { SessionPicture } from '../../sessionPicture.ts';

/** How what was answered of requests, of what they cost and of the world is shown: bounded, and cut down to what is shown. */

export function flowPart({ maxReading, maxMutating, reading, mutating, watching, levels, schemas }: FlowControlView): FlowPart {
  return {
    maxReading,
    maxMutating,
    reading,
    mutating,
    watching,
    levels: levels.slice(0, insideLimits.levels).map(levelRow),
    schemas: schemas.slice(0, insideLimits.schemas).map(({ name, precedence, level, distinguisher, matched, rejected }) => ({ name, precedence, level, distinguisher, matched, rejected })),
  };
}

function levelRow({ name, exempt, shares, seats, seatsInUse, queues, queueLength, waiting, longest, dispatched, rejected, waitedMs }: PriorityLevelView): LevelRow {
  return { name, exempt, shares, seats, seatsInUse, queues, queueLength, waiting, longest: longest.slice(0, insideLimits.longest), dispatched, rejected, waitedMs };
}

export function auditPart({ file, policy, events, bytes, bytesPerSecond, volume, recent }: AuditView): AuditPart {
  return {
    file,
    policy: most(policy).map(({ level, verbs, resources, users, namespaces, matched }) => ({ level, verbs: most(verbs), resources: most(resources), users: most(users), namespaces: most(namespaces), matched })),
    events,
    bytes,
    bytesPerSecond,
    volume: most(volume),
    recent: recent
      .slice(-insideLimits.audit)
      .toReversed()
      .map(({ stage, level, verb, user, uri, code, bytes: length, ageMs }) => ({ stage, level, verb, user, uri, code, bytes: length, ageMs })),
  };
}

function most<T>(list: readonly T[]): T[] {
  return list.slice(0, insideLimits.audit);
}

/** What a session's own controllers read from Indexers only its figures know: no server hears of it. */
export function trafficPart({ forMs, resources, pollers }: TrafficView, { figures }: SessionPicture): TrafficPart {
  const reads = (figures?.queueNames ?? []).map((name) => figures!.queue(name)!.reads);
  return {
    forMs,
    resources: resources.slice(0, insideLimits.traffic).map(trafficRow),
    pollers: pollers && { ...pollers, cost: costFigures(pollers.cost) },
    spared: { gets: sum(reads, ({ gets }) => gets), lists: sum(reads, ({ lists }) => lists) },
  };
}

function trafficRow({ resource, objects, listBytes, listMeasured, lists, watches }: ResourceTraffic): TrafficRow {
  const { open, events, latency } = watches;
  return { resource, objects, listBytes, listMeasured, lists: costFigures(lists), watches: { ...costFigures(watches), open, events, latency } };
}

function costFigures({ requests, bytes, fromCache, fromStorage }: CostView): CostFigures {
  return { requests, bytes, fromCache, fromStorage };
}

/** What is cut off or fails first, then the busiest: that is what a person looks for among many. */
export function worldPart({ size, seed, churn, speed, worldMs, controllers }: WorldView): WorldPart {
  const ordered = controllers.toSorted((one, other) => rank(other) - rank(one) || isNode(one) - isNode(other) || other.queued - one.queued || (one.name < other.name ? -1 : 1));
  return {
    size,
    seed,
    churn,
    speed,
    worldMs,
    total: controllers.length,
    controllers: ordered.slice(0, insideLimits.controllers).map(({ name, user, connected, synced, queued, reconciles, failures, lastError }) => ({ name, user, connected, synced, queued, reconciles, failures, lastError })),
  };
}

function rank({ connected, lastError }: WorldControllerView): number {
  if (!connected) return 2;
  return lastError === '' ? 0 : 1;
}

/** Of kubelets there are many, all alike. */
function isNode({ name }: WorldControllerView): number {
  return name.startsWith('kubelet/') ? 1 : 0;
}
