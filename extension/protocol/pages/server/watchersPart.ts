import type { FanOutView, WatcherView } from '../../../introspection/introspection.ts';
import { type Check, count, list, name, record } from '../../checks.ts';
import { fanOutFields, watcherCheck } from '../../introspection/watcherChecks.ts';
import { insideLimits } from './insideLook.ts';

/** The cacheWatchers of one resource. */
export interface WatchersPart {
  readonly resource: string;
  /** All, also those that are not listed. */
  readonly total: number;
  readonly rows: readonly WatcherView[];
}

/** What became of one event. Those that were sent it first. */
export interface FanOutPart extends FanOutView {
  /** To how many of those who were asked. */
  readonly sent: number;
}

export const watchersPart: Check<WatchersPart> = record<WatchersPart>({ resource: name, total: count, rows: list(watcherCheck, insideLimits.watchers) });

export const fanOutPart: Check<FanOutPart> = record<FanOutPart>({ ...fanOutFields(insideLimits.watchers), sent: count });
