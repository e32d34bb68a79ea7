import type { PageName } from '../../extension/protocol/pages.ts';
import type { StringKey } from '../strings.ts';

/** What a page is called, on its tab and by whoever leads there. Apart from the pages, which may lead to one another. */
export const pageTitles: { readonly [Name in PageName]: StringKey } = {
  item: 'itemPage',
  chain: 'chainPage',
  queues: 'queuesPage',
  cache: 'cachePage',
  server: 'serverPage',
  lints: 'lintsPage',
  recording: 'recordingPage',
  scenario: 'scenarioPage',
  timeline: 'timelinePage',
};
