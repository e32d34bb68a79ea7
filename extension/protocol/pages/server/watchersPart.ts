import { type Check, count, flag, list, name, number, oneOf, prose, record } from '../../checks.ts';
import { insideLimits } from './insideLook.ts';
import type { EventType } from './ringPart.ts';

/** The cacheWatchers of one resource. */
export interface WatchersPart {
  readonly resource: string;
  /** All, also those that are not listed. */
  readonly total: number;
  readonly rows: readonly WatcherRow[];
}

export const watcherEnds = ['client', 'deadline', 'slow', 'overtaken', 'cache'] as const;

export interface WatcherRow {
  readonly id: number;
  readonly user: string;
  readonly userAgent: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** Empty: all. */
  readonly namespace: string;
  /** Frames that wait to be read, and how many may. */
  readonly buffered: number;
  readonly capacity: number;
  /** What it began with has been read. */
  readonly live: boolean;
  readonly bookmarks: boolean;
  /** 0: there was none. */
  readonly lastBookmark: number;
  readonly openMs: number;
  readonly deadlineMs: number;
  /** Why it has ended; empty: it is open. */
  readonly ended: (typeof watcherEnds)[number] | '';
}

export const offerOutcomes = ['ADDED', 'MODIFIED', 'DELETED', 'filtered', 'seen', 'closed'] as const;

/** What became of one event. */
export interface FanOutPart {
  readonly resource: string;
  readonly revision: number;
  /** How many watchers there were, how many were asked, and how many of those were sent something. */
  readonly watchers: number;
  readonly asked: number;
  readonly sent: number;
  readonly offers: readonly { readonly watcher: WatcherRow; readonly outcome: EventType | 'filtered' | 'seen' | 'closed' }[];
}

const watcher = record<WatcherRow>({
  id: count,
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
  ended: oneOf<WatcherRow['ended']>('', ...watcherEnds),
});

export const watchersPart: Check<WatchersPart> = record<WatchersPart>({ resource: name, total: count, rows: list(watcher, insideLimits.watchers) });

export const fanOutPart: Check<FanOutPart> = record<FanOutPart>({
  resource: name,
  revision: count,
  watchers: count,
  asked: count,
  sent: count,
  offers: list(record<FanOutPart['offers'][number]>({ watcher, outcome: oneOf(...offerOutcomes) }), insideLimits.watchers),
});
