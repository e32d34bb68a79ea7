import { type Check, count, list, name, number, oneOf, record } from '../../checks.ts';

/** What of the inside is looked at; the host asks for nothing else. */
export interface InsideLook {
  readonly parts: readonly InsidePart[];
  /** Whose store, ring and watchers: `v1/pods` */
  readonly resource: string;
  /** The store from behind this key; empty: from its beginning. */
  readonly after: string;
  /** The object of this key, too; empty: none. */
  readonly object: string;
  /** The ring from this position; -1: the newest. */
  readonly from: number;
  /** The event whose fan-out is shown; revision 0: none. */
  readonly event: { readonly resource: string; readonly revision: number };
}

export const insideParts = ['storage', 'caches', 'ring', 'store', 'watchers', 'fanOut', 'inflight', 'flow', 'audit', 'traffic', 'world'] as const;

export type InsidePart = (typeof insideParts)[number];

/** How much is shown of it. The host asks for no more, so that no picture is refused. */
export const insideLimits = {
  caches: 500,
  /** Slots of a ring, and keys of a store, in one picture. */
  rows: 100,
  growth: 32,
  watchers: 200,
  requests: 200,
  levels: 50,
  schemas: 100,
  audit: 100,
  traffic: 100,
  controllers: 100,
  /** Characters of an object; the rest of a longer one is left out. */
  object: 200_000,
} as const;

export const insideLook: Check<InsideLook> = record<InsideLook>({
  parts: list(oneOf(...insideParts), insideParts.length),
  resource: name,
  after: name,
  object: name,
  from: number,
  event: record<InsideLook['event']>({ resource: name, revision: count }),
});
