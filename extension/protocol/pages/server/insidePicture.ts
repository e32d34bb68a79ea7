import type { AuditView } from '../../../introspection/audit.ts';
import type { FlowControlView } from '../../../introspection/flowControl.ts';
import type { ResourceView, StorageView } from '../../../introspection/introspection.ts';
import { type Check, isRecord, list, nullable, oneOf, record } from '../../checks.ts';
import { auditCheck } from '../../introspection/auditCheck.ts';
import { flowControlCheck } from '../../introspection/flowControlCheck.ts';
import { resourceCheck } from '../../introspection/resourceCheck.ts';
import { storageCheck } from '../../introspection/storageCheck.ts';
import { type Answered, answered } from './answered.ts';
import { type InflightPart, inflightPart } from './inflightPart.ts';
import { insideLimits, type InsidePart, insideParts } from './insideLook.ts';
import { type RingPart, ringPart } from './ringPart.ts';
import { type StorePart, storePart } from './storePart.ts';
import { type TrafficPart, trafficPart } from './trafficPart.ts';
import { type FanOutPart, fanOutPart, type WatchersPart, watchersPart } from './watchersPart.ts';
import { type WorldPart, worldPart } from './worldPart.ts';

/** What each part of the inside tells: what the playground answers, cut down to what is shown, with what the host adds. */
export interface InsideParts {
  readonly storage: StorageView;
  /** In the order of their names. */
  readonly caches: readonly ResourceView[];
  readonly ring: RingPart;
  readonly store: StorePart;
  readonly watchers: WatchersPart;
  readonly fanOut: FanOutPart;
  readonly inflight: InflightPart;
  readonly flow: FlowControlView;
  /** Newest event first. */
  readonly audit: AuditView;
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
  storage: answered(storageCheck),
  caches: answered(list(resourceCheck, insideLimits.caches)),
  ring: answered(ringPart),
  store: answered(storePart),
  watchers: answered(watchersPart),
  fanOut: answered(fanOutPart),
  inflight: answered(inflightPart),
  flow: answered(flowControlCheck(insideLimits.levels, insideLimits.schemas)),
  audit: answered(auditCheck(insideLimits.audit)),
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
