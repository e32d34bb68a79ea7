import type { Random } from '../../base/random.ts';
import type { KubeObject } from '../../kube/object.ts';
import { bootstrapper } from '../registry/bootstrapObjects.ts';
import { formatTime } from '../registry/formatTime.ts';
import { storagePrefix } from '../registry/resourceDefinition.ts';
import { flowSchemas, priorityLevels } from '../registry/resources/flowControl.ts';
import type { Storage } from '../storage/storage.ts';
import { type FlowSchemaSpec, type PriorityLevelSpec, suggestedFlowConfiguration } from './flowConfiguration.ts';

const manager = 'api-priority-and-fairness-config-producer-v1';
const annotations = { 'apf.kubernetes.io/autoupdate-spec': 'true' };

/** Makes the objects that tell what flow control does. @param now wall time in milliseconds */
export function bootstrapFlowControl(storage: Storage, random: Random, now: number): void {
  const put = bootstrapper(storage, random, now, manager);
  for (const level of suggestedFlowConfiguration.levels) put(priorityLevels, levelObject(level));
  for (const schema of suggestedFlowConfiguration.schemas) put(flowSchemas, schemaObject(schema, formatTime(now)));
}

/** By which answers name a schema or a level in their headers: the uid of the object that tells of it. */
export function flowControlUids(storage: Storage): (kind: 'schema' | 'level', name: string) => string {
  return (kind, name) => storage.get(storagePrefix(kind === 'schema' ? flowSchemas : priorityLevels) + name)?.object.metadata.uid ?? '';
}

function levelObject({ name, exempt, shares, lendablePercent, queues, handSize, queueLength }: PriorityLevelSpec): KubeObject {
  const seats = { nominalConcurrencyShares: shares, lendablePercent };
  const limitResponse = queues === 0 ? { type: 'Reject' } : { type: 'Queue', queuing: { queues, handSize, queueLengthLimit: queueLength } };
  return { metadata: { name, annotations }, spec: exempt ? { type: 'Exempt', exempt: seats } : { type: 'Limited', limited: { ...seats, limitResponse } }, status: {} };
}

function schemaObject({ name, level, matchingPrecedence, distinguisher, users, groups, serviceAccountsOf, resourceRules, nonResourceRules }: FlowSchemaSpec, now: string): KubeObject {
  const subjects = [
    ...users.map((user) => ({ kind: 'User', user: { name: user } })),
    ...groups.map((group) => ({ kind: 'Group', group: { name: group } })),
    ...serviceAccountsOf.map((namespace) => ({ kind: 'ServiceAccount', serviceAccount: { namespace, name: '*' } })),
  ];
  const resources = resourceRules.map(({ clusterScope, ...rule }) => ({ ...rule, ...(clusterScope && { clusterScope }) }));
  const rule = { subjects, ...(resources.length > 0 && { resourceRules: resources }), ...(nonResourceRules.length > 0 && { nonResourceRules }) };
  const found = `This FlowSchema references the PriorityLevelConfiguration object named "${level}" and it exists`;
  return {
    metadata: { name, annotations },
    spec: { priorityLevelConfiguration: { name: level }, matchingPrecedence, ...(distinguisher && { distinguisherMethod: { type: distinguisher } }), rules: [rule] },
    status: { conditions: [{ type: 'Dangling', status: 'False', lastTransitionTime: now, reason: 'Found', message: found }] },
  };
}
