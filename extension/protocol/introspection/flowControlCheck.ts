import type { FlowControlView, FlowSchemaView, PriorityLevelView } from '../../introspection/flowControl.ts';
import { type Check, count, flag, list, name, number, oneOf, prose, record } from '../checks.ts';

/** Queues of one level that are told of. */
export const longestQueues = 10;

const priorityLevel = record<PriorityLevelView>({
  name,
  exempt: flag,
  shares: count,
  seats: count,
  seatsInUse: count,
  queues: count,
  queueLength: count,
  waiting: count,
  longest: list(record<PriorityLevelView['longest'][number]>({ queue: count, waiting: count, flow: prose }), longestQueues),
  dispatched: count,
  rejected: count,
  waitedMs: number,
});

const flowSchema = record<FlowSchemaView>({
  name,
  uid: name,
  precedence: count,
  level: name,
  distinguisher: oneOf<FlowSchemaView['distinguisher']>('ByUser', 'ByNamespace', ''),
  matched: count,
  rejected: count,
});

export function flowControlCheck(mostLevels: number, mostSchemas: number): Check<FlowControlView> {
  return record<FlowControlView>({
    maxReading: count,
    maxMutating: count,
    reading: count,
    mutating: count,
    watching: count,
    levels: list(priorityLevel, mostLevels),
    schemas: list(flowSchema, mostSchemas),
  });
}
