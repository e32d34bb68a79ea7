import { eventTypes, type FanOutView, type OfferOutcome, type WatcherEnd, type WatcherView } from '../../introspection/introspection.ts';
import { type Check, count, flag, list, name, number, oneOf, prose, record } from '../checks.ts';

export const watcherCheck: Check<WatcherView> = record<WatcherView>({
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

const offer = record<FanOutView['offers'][number]>({ watcher: watcherCheck, outcome: oneOf<OfferOutcome>(...eventTypes, 'filtered', 'seen', 'closed') });

/** @param most offers */
export function fanOutFields(most: number): { readonly [Name in keyof FanOutView]: Check<FanOutView[Name]> } {
  return { resource: name, revision: count, watchers: count, asked: count, offers: list(offer, most) };
}
