import { type Check, count, list, name, number, oneOf, record } from '../../checks.ts';
import { type RingFigures, ringFigures } from './cachesPart.ts';
import { insideLimits } from './insideLook.ts';

export const eventTypes = ['ADDED', 'MODIFIED', 'DELETED'] as const;

export type EventType = (typeof eventTypes)[number];

/** The ring of one watch cache, and a page of its slots. */
export interface RingPart {
  readonly resource: string;
  readonly ring: RingFigures;
  /** Positions of the oldest event, and of the one that comes next: how many came before them. */
  readonly start: number;
  readonly end: number;
  /** The latest changes of its capacity, oldest first. */
  readonly growth: readonly GrowthRow[];
  /** Oldest first, one behind the other. */
  readonly slots: readonly SlotRow[];
}

export interface GrowthRow {
  readonly from: number;
  readonly to: number;
  readonly revision: number;
  readonly ageMs: number;
}

export interface SlotRow {
  readonly position: number;
  readonly slot: number;
  readonly revision: number;
  readonly type: EventType;
  /** `namespace/name`, or `name` */
  readonly key: string;
  readonly ageMs: number;
}

export const ringPart: Check<RingPart> = record<RingPart>({
  resource: name,
  ring: ringFigures,
  start: count,
  end: count,
  growth: list(record<GrowthRow>({ from: count, to: count, revision: count, ageMs: number }), insideLimits.growth),
  slots: list(record<SlotRow>({ position: count, slot: count, revision: count, type: oneOf(...eventTypes), key: name, ageMs: number }), insideLimits.rows),
});
