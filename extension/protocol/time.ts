import { type Check, count, nullable, number, oneOf, record } from './checks.ts';

/** Which time the panel shows, and how far back it can go. */
export interface TimeView {
  /** The entry whose time is shown; null: the present. */
  readonly at: number | null;
  /** Session time of that entry, in milliseconds; of the present its own. */
  readonly t: number;
  /** The entry that is being gone to, which takes a moment; null: none. */
  readonly going: number | null;
  /** Why the last one could not be gone to; null: it could. */
  readonly failure: TimeFailure | null;
  /** The first entry that can be gone to; one more than `newest` where there is none. */
  readonly oldest: number;
  /** Of the session, whichever time is shown. */
  readonly newest: number;
  /** Session times of the oldest entry that is kept, and of now. */
  readonly since: number;
  readonly now: number;
  /** What the recording takes, the most that it may (null: there is no bound, since it is a file's), and how many entries had to go for it. */
  readonly bytes: number;
  readonly limit: number | null;
  readonly dropped: number;
}

/** `dropped`: it is not kept any more. `diverged`: run again, the engine did something else than was recorded. */
export type TimeFailure = 'dropped' | 'diverged';

/** Of a panel without a session. */
export const noTime: TimeView = { at: null, t: 0, going: null, failure: null, oldest: 1, newest: 0, since: 0, now: 0, bytes: 0, limit: 0, dropped: 0 };

export interface TimeMessages {
  /** Show the time at which this entry was made; null: the present. */
  'time/go': { readonly seq: number | null };
}

export const timeView: Check<TimeView> = record<TimeView>({
  at: nullable(count),
  t: number,
  going: nullable(count),
  failure: nullable(oneOf('dropped', 'diverged')),
  oldest: count,
  newest: count,
  since: number,
  now: number,
  bytes: count,
  limit: nullable(count),
  dropped: count,
});

export const timeChecks: { readonly [Name in keyof TimeMessages]: Check<TimeMessages[Name]> } = {
  'time/go': record<TimeMessages['time/go']>({ seq: nullable(count) }),
};
