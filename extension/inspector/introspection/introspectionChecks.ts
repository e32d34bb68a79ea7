import type { FactLine } from '../../introspection/apiserverFact.ts';
import type { FlowControlView, FlowSchemaView, InflightLimits, PriorityLevelView } from '../../introspection/flowControl.ts';
import { faultKinds, faultLimits, type FaultScope, type FaultView } from '../../introspection/faults.ts';
import {
  type CommitLatency,
  type Compacted,
  type EventType,
  type FanOutView,
  introspectionLimits,
  type OfferOutcome,
  type ReadView,
  type RequestView,
  type ResourceView,
  type RingGrowth,
  type RingPage,
  type RingSlot,
  type RingView,
  type SnapshotWritten,
  type StorageView,
  type StoreItem,
  type StoreObject,
  type StorePage,
  type WatcherEnd,
  type WatcherView,
} from '../../introspection/introspection.ts';
import { type Check, count, flag, isRecord, list, name, nullable, number, oneOf, optional, prose, record, word } from '../../protocol/checks.ts';
import { auditCheck } from './auditCheck.ts';
import { trafficCheck } from './trafficCheck.ts';
import { worldCheck } from './worldCheck.ts';

/** What comes from the playground is a program's word as any other: exact about types and bounds, or not read. */

const page = introspectionLimits.page;
const eventType = oneOf<EventType>('ADDED', 'MODIFIED', 'DELETED');
const read = record<ReadView>({ requests: count, objects: count });
const ring = record<RingView>({ capacity: count, length: count, minCapacity: count, maxCapacity: count, windowMs: number, oldestServable: count });

const resource = record<ResourceView>({
  resource: name,
  prefix: name,
  cached: flag,
  ready: flag,
  notReadyMs: number,
  version: count,
  objects: count,
  lagMs: number,
  profile: oneOf('current', 'article'),
  indexed: flag,
  triggerField: name,
  ring,
  watchers: count,
  reads: record<ResourceView['reads']>({ cache: read, snapshot: read, storage: read }),
});

const watcher = record<WatcherView>({
  id: count,
  auditId: name,
  user: name,
  userAgent: prose,
  labelSelector: prose,
  fieldSelector: prose,
  namespace: name,
  buffered: count,
  capacity: count,
  live: flag,
  bookmarks: flag,
  lastBookmark: count,
  openMs: number,
  deadlineMs: number,
  ended: oneOf<WatcherEnd | ''>('', 'client', 'deadline', 'slow', 'overtaken', 'cache'),
});

const offer = record<FanOutView['offers'][number]>({ watcher, outcome: oneOf<OfferOutcome>('ADDED', 'MODIFIED', 'DELETED', 'filtered', 'seen', 'closed') });

const request = { auditId: name, verb: word, path: prose, query: prose, user: name, userAgent: prose, code: count };

const priorityLevel = record<PriorityLevelView>({
  name,
  exempt: flag,
  shares: count,
  seats: count,
  seatsInUse: count,
  queues: count,
  queueLength: count,
  waiting: count,
  longest: list(record<PriorityLevelView['longest'][number]>({ queue: count, waiting: count, flow: prose }), 10),
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

const scopeText = optional(prose);

const fault = record<FaultView>({
  id: count,
  kind: oneOf(...faultKinds),
  scope: record<FaultScope>({ resource: scopeText, verb: scopeText, user: scopeText, userAgent: scopeText }),
  rate: number,
  times: count,
  ms: count,
  code: count,
  retryAfter: count,
  seed: count,
  active: flag,
  struck: count,
  sinceMs: number,
});

/** Any JSON that is an object: it is shown as such, and read by nobody. */
const anyObject: Check<unknown> = (value, path) => (isRecord(value) ? undefined : `${path} is not an object`);

/** Each answer by what it is called. */
export const introspectionChecks = {
  storage: record<StorageView>({ revision: count, head: count, compacted: count, pending: count, keys: count, versions: count, commitLatencyMs: number }),
  resources: list(resource, page),
  store: record<StorePage>({
    resource: name,
    version: count,
    total: count,
    items: list(record<StoreItem>({ key: name, revision: count, uid: name }), page),
    next: nullable(name),
  }),
  object: record<StoreObject>({ resource: name, key: name, revision: count, object: anyObject }),
  ring: record<RingPage>({
    resource: name,
    ring,
    growth: list(record<RingGrowth>({ from: count, to: count, revision: count, ageMs: number }), page),
    slots: list(record<RingSlot>({ position: count, slot: count, revision: count, type: eventType, key: name, ageMs: number }), page),
    next: nullable(count),
  }),
  watchers: list(watcher, page),
  fanOut: record<FanOutView>({ resource: name, revision: count, watchers: count, asked: count, offers: list(offer, page) }),
  requests: list(record<RequestView>({ ...request, sinceMs: number }), page),
  compacted: record<Compacted>({ compacted: count }),
  commitLatency: record<CommitLatency>({ commitLatencyMs: number }),
  flowControl: record<FlowControlView>({
    maxReading: count,
    maxMutating: count,
    reading: count,
    mutating: count,
    watching: count,
    levels: list(priorityLevel, page),
    schemas: list(flowSchema, page),
  }),
  inflightLimits: record<InflightLimits>({ reading: count, mutating: count }),
  faults: list(fault, faultLimits.faults),
  snapshot: record<SnapshotWritten>({ revision: count, records: count }),
  audit: auditCheck,
  traffic: trafficCheck,
  world: worldCheck,
};

type FactFields<Kind extends FactLine['kind']> = Omit<Extract<FactLine, { kind: Kind }>, 'kind'>;

const stamp = { seq: count, at: number };
const ofEvent = { ...stamp, resource: name, key: name, revision: count };

const facts: { readonly [Kind in FactLine['kind']]: Check<FactFields<Kind>> } = {
  gap: record<FactFields<'gap'>>({ lost: count }),
  'apiserver.request': record<FactFields<'apiserver.request'>>({ ...stamp, ...request, stage: oneOf('RequestReceived', 'ResponseStarted', 'ResponseComplete'), ms: number }),
  'apiserver.commit': record<FactFields<'apiserver.commit'>>({ ...ofEvent, type: eventType, auditId: name }),
  'apiserver.cached': record<FactFields<'apiserver.cached'>>({ ...ofEvent, slot: count, capacity: count }),
  'apiserver.dispatched': record<FactFields<'apiserver.dispatched'>>({
    ...ofEvent,
    watchers: count,
    asked: count,
    sent: list(record<FactFields<'apiserver.dispatched'>['sent'][number]>({ watcher: count, type: eventType }), introspectionLimits.named),
  }),
  'apiserver.sent': record<FactFields<'apiserver.sent'>>({ ...stamp, resource: name, watcher: count, auditId: name, revisions: list(count, page), bookmarks: list(count, page), length: count }),
  'apiserver.fault': record<FactFields<'apiserver.fault'>>({ ...stamp, fault: oneOf(...faultKinds), id: count, auditId: name, resource: name, revision: count, ms: number }),
};

/** What is wrong with a line of the trace; null for one of a kind that is not known here. */
export function factFault(value: unknown): string | undefined | null {
  if (!isRecord(value)) return 'a fact is not an object';
  const { kind } = value;
  if (typeof kind !== 'string' || !Object.hasOwn(facts, kind)) return null;
  const check: (value: unknown, path: string) => string | undefined = facts[kind as FactLine['kind']];
  return check(value, kind);
}
