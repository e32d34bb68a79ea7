import { pollerLimits } from '../../../extension/introspection/traffic.ts';
import type { Texts } from '../../strings.ts';
import { formatMs } from '../queues/histogram.ts';
import { readPolling } from './pollingCost.ts';
import type { ServerModel } from './serverModel.ts';

type Typed = Pick<ServerModel, 'pollers' | 'period'>;

/** Why pollers that were typed cannot be started. */
export function wrongPolling({ t, count }: Texts): string {
  return t('insideWrongPolling', { pollers: count(pollerLimits.pollers), least: formatMs(pollerLimits.leastPeriodMs), most: formatMs(pollerLimits.mostPeriodMs) });
}

/** What a screen reader is told when what was typed has become wrong; undefined while it stays right, or stays wrong. */
export function pollingAnnouncement(before: Typed, after: Typed, texts: Texts): string | undefined {
  return readPolling(before.pollers, before.period) && !readPolling(after.pollers, after.period) ? wrongPolling(texts) : undefined;
}
