import { sum } from '../../../base/sum.ts';
import type { AuditRuleView, AuditView } from '../../../introspection/audit.ts';
import type { FlowControlView, PriorityLevelView } from '../../../introspection/flowControl.ts';
import type { TrafficView } from '../../../introspection/traffic.ts';
import type { WorldControllerView, WorldView } from '../../../introspection/world.ts';
import { longestQueues } from '../../../protocol/introspection/flowControlCheck.ts';
import { insideLimits } from '../../../protocol/pages/server/insideLook.ts';
import type { TrafficPart } from '../../../protocol/pages/server/trafficPart.ts';
import type { WorldPart } from '../../../protocol/pages/server/worldPart.ts';
import type { SessionPicture } from '../../sessionPicture.ts';

/** How what was answered of requests, of what they cost and of the world is shown: bounded, and in the order in which a person looks. */

export function flowPart(flow: FlowControlView): FlowControlView {
  return { ...flow, levels: flow.levels.slice(0, insideLimits.levels).map(levelView), schemas: flow.schemas.slice(0, insideLimits.schemas) };
}

function levelView(level: PriorityLevelView): PriorityLevelView {
  return { ...level, longest: level.longest.slice(0, longestQueues) };
}

export function auditPart(audit: AuditView): AuditView {
  return {
    ...audit,
    policy: most(audit.policy).map(ruleView),
    volume: most(audit.volume),
    recent: audit.recent.slice(-insideLimits.audit).toReversed(),
  };
}

function ruleView(rule: AuditRuleView): AuditRuleView {
  return { ...rule, verbs: most(rule.verbs), resources: most(rule.resources), users: most(rule.users), namespaces: most(rule.namespaces) };
}

function most<T>(list: readonly T[]): readonly T[] {
  return list.slice(0, insideLimits.audit);
}

/** What a session's own controllers read from Indexers only its figures know: no server hears of it. */
export function trafficPart(traffic: TrafficView, { figures }: SessionPicture): TrafficPart {
  const reads = (figures?.queueNames ?? []).map((name) => figures!.queue(name)!.reads);
  return {
    ...traffic,
    resources: traffic.resources.slice(0, insideLimits.traffic),
    spared: { gets: sum(reads, ({ gets }) => gets), lists: sum(reads, ({ lists }) => lists) },
  };
}

/** What is cut off or fails first, then the busiest: that is what a person looks for among many. */
export function worldPart(world: WorldView): WorldPart {
  const ordered = world.controllers.toSorted((one, other) => rank(other) - rank(one) || isNode(one) - isNode(other) || other.queued - one.queued || (one.name < other.name ? -1 : 1));
  return { ...world, total: ordered.length, controllers: ordered.slice(0, insideLimits.controllers) };
}

function rank({ connected, lastError }: WorldControllerView): number {
  if (!connected) return 2;
  return lastError === '' ? 0 : 1;
}

/** Of kubelets there are many, all alike. */
function isNode({ name }: WorldControllerView): number {
  return name.startsWith('kubelet/') ? 1 : 0;
}
