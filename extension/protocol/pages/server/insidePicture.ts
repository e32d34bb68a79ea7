import { type Check, isRecord, nullable, oneOf, record } from '../../checks.ts';
import { type Answered, answered } from './answered.ts';
import { type AuditPart, auditPart } from './auditPart.ts';
import { type CachesPart, cachesPart } from './cachesPart.ts';
import { type FlowPart, flowPart, type InflightPart, inflightPart } from './flowPart.ts';
import { type InsidePart, insideParts } from './insideLook.ts';
import { type RingPart, ringPart } from './ringPart.ts';
import { type StoragePart, storagePart } from './storagePart.ts';
import { type StorePart, storePart } from './storePart.ts';
import { type TrafficPart, trafficPart } from './trafficPart.ts';
import { type FanOutPart, fanOutPart, type WatchersPart, watchersPart } from './watchersPart.ts';
import { type WorldPart, worldPart } from './worldPart.ts';

/** What each part of the inside tells. */
export interface InsideParts {
  readonly storage: StoragePart;
  readonly caches: CachesPart;
  readonly ring: RingPart;
  readonly store: StorePart;
  readonly watchers: WatchersPart;
  readonly fanOut: FanOutPart;
  readonly inflight: InflightPart;
  readonly flow: FlowPart;
  readonly audit: AuditPart;
  readonly traffic: TrafficPart;
  readonly world: WorldPart;
}

/** The inside of the playground, as far as it is looked at. */
export interface InsidePicture {
  /** `past`: of a time that has passed nothing of it is recorded; `ended`: the session is over. */
  readonly state: 'live' | 'past' | 'ended';
  /** Those that are looked at and have answered, or failed to. */
  readonly parts: { readonly [Part in InsidePart]?: Answered<InsideParts[Part]> };
}

const partChecks: { readonly [Part in InsidePart]: Check<Answered<InsideParts[Part]>> } = {
  storage: answered(storagePart),
  caches: answered(cachesPart),
  ring: answered(ringPart),
  store: answered(storePart),
  watchers: answered(watchersPart),
  fanOut: answered(fanOutPart),
  inflight: answered(inflightPart),
  flow: answered(flowPart),
  audit: answered(auditPart),
  traffic: answered(trafficPart),
  world: answered(worldPart),
};

const parts: Check<InsidePicture['parts']> = (value, path) => {
  if (!isRecord(value)) return `${path} is not an object`;
  for (const part of insideParts) {
    if (!Object.hasOwn(value, part) || value[part] === undefined) continue;
    const fault = partChecks[part](value[part], `${path}.${part}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

export const insidePicture: Check<InsidePicture | null> = nullable(record<InsidePicture>({ state: oneOf('live', 'past', 'ended'), parts }));
