import { cachePage } from './cache/cachePage.ts';
import { chainPage } from './chain/chainPage.ts';
import { itemPage } from './item/itemPage.ts';
import { lintsPage } from './lints/lintsPage.ts';
import { queuesPage } from './queues/queuesPage.ts';
import { recordingPage } from './recording/recordingPage.ts';
import { serverPage } from './server/serverPage.ts';
import { timelinePage } from './timeline/timelinePage.ts';
import type { PageName } from '../../extension/protocol/pages.ts';
import type { PageModels } from '../store/pageModels.ts';
import type { PageView } from './pageView.ts';

/** Every page. */
const pages: { readonly [Name in PageName]: PageView<Name, PageModels[Name]> } = {
  item: itemPage,
  chain: chainPage,
  queues: queuesPage,
  cache: cachePage,
  server: serverPage,
  lints: lintsPage,
  recording: recordingPage,
  timeline: timelinePage,
};

/** A page without its types: for whoever does the same with each. */
export function anyPage(name: PageName): PageView<PageName, unknown> {
  return pages[name] as unknown as PageView<PageName, unknown>;
}
