import { pollerLimits, type ResourceTraffic } from '../../../extension/introspection/traffic.ts';

/** So many pollers, each of which lists everything once in each period. */
export interface Polling {
  readonly pollers: number;
  readonly periodMs: number;
}

/** What they cost in a second, and how long a change stays unknown. */
export interface PollingCost {
  readonly requests: number;
  readonly bytes: number;
  readonly objects: number;
  /** On the average, and at worst: a change comes anywhere between two lists. Milliseconds. */
  readonly meanMs: number;
  readonly mostMs: number;
}

/** The article's: 20 controllers that list 5,000 pods of 5 KB each second. */
export const articlePolling = { pollers: 20, periodMs: 1000, objects: 5000, objectBytes: 5000 } as const;

export function pollingCost({ pollers, periodMs }: Polling, { objects, listBytes }: Pick<ResourceTraffic, 'objects' | 'listBytes'>): PollingCost {
  const requests = (pollers * 1000) / periodMs;
  return { requests, bytes: requests * listBytes, objects: requests * objects, meanMs: periodMs / 2, mostMs: periodMs };
}

/** What was typed; undefined where it is not within bounds. @param period in seconds */
export function readPolling(pollers: string, period: string): Polling | undefined {
  const [count, periodMs] = [Number(pollers), Math.round(Number(period) * 1000)];
  if (pollers.trim() === '' || !Number.isInteger(count) || count < 1 || count > pollerLimits.pollers) return undefined;
  if (period.trim() === '' || !(periodMs >= pollerLimits.leastPeriodMs && periodMs <= pollerLimits.mostPeriodMs)) return undefined;
  return { pollers: count, periodMs };
}
