import type { FactLine } from '../../introspection/apiserverFact.ts';
import type { InflightLimits } from '../../introspection/flowControl.ts';
import { faultKinds, faultLimits, type FaultScope, type FaultView } from '../../introspection/faults.ts';
import {
  type CommitLatency,
  type Compacted,
  type FanOutView,
  introspectionLimits,
  type RingPage,
  type SnapshotWritten,
  type StoreItem,
  type StoreObject,
  type StorePage,
} from '../../introspection/introspection.ts';
import type { TrafficView } from '../../introspection/traffic.ts';
import { worldLimits, type WorldView } from '../../introspection/world.ts';
import { type Check, count, flag, isRecord, list, name, nullable, number, oneOf, optional, prose, record } from '../../protocol/checks.ts';
import { auditCheck } from '../../protocol/introspection/auditCheck.ts';
import { flowControlCheck } from '../../protocol/introspection/flowControlCheck.ts';
import { requestCheck, requestFields } from '../../protocol/introspection/requestCheck.ts';
import { resourceCheck } from '../../protocol/introspection/resourceCheck.ts';
import { eventType, ringFields } from '../../protocol/introspection/ringFields.ts';
import { storageCheck } from '../../protocol/introspection/storageCheck.ts';
import { trafficFields } from '../../protocol/introspection/trafficFields.ts';
import { fanOutFields, watcherCheck } from '../../protocol/introspection/watcherChecks.ts';
import { worldFields } from '../../protocol/introspection/worldFields.ts';

/** What comes from the playground is a program's word as any other: exact about types and bounds, or not read. */

const page = introspectionLimits.page;

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
  storage: storageCheck,
  resources: list(resourceCheck, page),
  store: record<StorePage>({
    resource: name,
    version: count,
    total: count,
    items: list(record<StoreItem>({ key: name, revision: count, uid: name }), page),
    next: nullable(name),
  }),
  object: record<StoreObject>({ resource: name, key: name, revision: count, object: anyObject }),
  ring: record<RingPage>({ ...ringFields(page, page), next: nullable(count) }),
  watchers: list(watcherCheck, page),
  fanOut: record<FanOutView>(fanOutFields(page)),
  requests: list(requestCheck, page),
  compacted: record<Compacted>({ compacted: count }),
  commitLatency: record<CommitLatency>({ commitLatencyMs: number }),
  flowControl: flowControlCheck(page, page),
  inflightLimits: record<InflightLimits>({ reading: count, mutating: count }),
  faults: list(fault, faultLimits.faults),
  snapshot: record<SnapshotWritten>({ revision: count, records: count }),
  audit: auditCheck(page),
  traffic: record<TrafficView>(trafficFields(page)),
  world: record<WorldView>(worldFields(worldLimits.controllers)),
};

type FactFields<Kind extends FactLine['kind']> = Omit<Extract<FactLine, { kind: Kind }>, 'kind'>;

const stamp = { seq: count, at: number };
const ofEvent = { ...stamp, resource: name, key: name, revision: count };

const facts: { readonly [Kind in FactLine['kind']]: Check<FactFields<Kind>> } = {
  gap: record<FactFields<'gap'>>({ lost: count }),
  'apiserver.request': record<FactFields<'apiserver.request'>>({ ...stamp, ...requestFields, stage: oneOf('RequestReceived', 'ResponseStarted', 'ResponseComplete'), ms: number }),
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
