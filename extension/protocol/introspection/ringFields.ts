import { type EventType, eventTypes, type RingGrowth, type RingPage, type RingSlot, type RingView } from '../../introspection/introspection.ts';
import { type Check, count, list, name, number, oneOf, record } from '../checks.ts';

export const eventType: Check<EventType> = oneOf(...eventTypes);

export const ringCheck: Check<RingView> = record<RingView>({ capacity: count, length: count, minCapacity: count, maxCapacity: count, windowMs: number, oldestServable: count });

type Shown = Omit<RingPage, 'next'>;

/** Of a page of a ring, whoever pages through it. */
export function ringFields(mostGrowth: number, mostSlots: number): { readonly [Name in keyof Shown]: Check<Shown[Name]> } {
  return {
    resource: name,
    ring: ringCheck,
    growth: list(record<RingGrowth>({ from: count, to: count, revision: count, ageMs: number }), mostGrowth),
    slots: list(record<RingSlot>({ position: count, slot: count, revision: count, type: eventType, key: name, ageMs: number }), mostSlots),
  };
}
